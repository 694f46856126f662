// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/diagrams/sharding_figure.h"

#include "widgets/diagrams/played_collective.h"

#include <memory>

namespace scalescope {

class LabelPlacer;

/// Who holds how much of which block at one moment of a collective: members of one group as rows, blocks as columns.
/// Below, the time of every dimension and level with its hops as boxes.
class PlaybackDiagram : public ShardingFigure {
    Q_OBJECT

public:
    using ShardingFigure::ShardingFigure;

    QString title() const override;
    QString caption() const override;
    QString summary() const override;
    FigureTable table() const override;

    /// What is played; nothing where the collective cannot be. Stays until the next show.
    const Playback* playback() const { return m_playback.get(); }

protected:
    void take(const Snapshot& now) override;
    void takeBefore(const Snapshot* before) override { Q_UNUSED(before); }
    Axes axesFor(const PlotStyle& style, const QSize& size, bool held) const override;
    void compose(Scene& scene, const Stage& stage) const override;
    FigureHit describe(int id, QPointF point, const Frame& frame) const override;
    std::optional<std::int64_t> deviceOf(int hit) const override;

private:
    /// The hops of one dimension or level, by start.
    struct Track {
        int dimension = -1;
        int level = -1;
        QString name;
        std::vector<const PlaybackHop*> hops;
    };

    struct Places;   // of the parts of the picture
    struct Drawing;  // of one scene

    Seconds moment() const;
    QString stepWords() const;
    QString trackName(int dimension, int level) const;
    QString whyNotPlayed() const;
    QString timeWords() const;
    QString memberName(int member) const;
    QString heldWords(double share) const;
    int rows() const;
    bool isCut() const { return rows() < m_playback->members; }
    Places placesIn(const PlotStyle& style, const QRectF& area) const;
    std::vector<char> arriving() const;  // row * members + block: on its way to the member of the row
    void composeHeader(Drawing& d) const;
    void composeCells(Drawing& d) const;
    void composeNames(Drawing& d) const;
    void composeTracks(Drawing& d) const;

    ShardingStudy m_study;
    std::shared_ptr<const ShardingAnswer> m_answer;
    std::shared_ptr<const Playback> m_playback;
    GroupMembers m_members;
    QStringList m_networks;  // names, of the cluster
    std::vector<Seconds> m_steps;
    std::vector<Track> m_tracks;  // innermost first
};

}  // namespace scalescope
