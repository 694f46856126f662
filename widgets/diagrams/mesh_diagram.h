// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/diagrams/sharding_figure.h"

#include "widgets/diagrams/mesh_layout.h"
#include "widgets/diagrams/played_collective.h"

#include <memory>

namespace scalescope {

class LabelPlacer;

/// The chips of the cluster and the links between them, as they stand: a torus as a row, a grid or a cube, a fabric as
/// switches above chips. Shows how the mesh lies on them, and during a playback what moves.
class MeshDiagram : public ShardingFigure {
    Q_OBJECT

public:
    using ShardingFigure::ShardingFigure;

    QString title() const override;
    QString caption() const override;
    QString summary() const override;
    FigureTable table() const override;

    /// Where everything is drawn on the screen.
    const MeshLayout& layout() const { return m_layout; }

protected:
    void take(const Snapshot& now) override;
    void takeBefore(const Snapshot* before) override { Q_UNUSED(before); }
    Axes axesFor(const PlotStyle& style, const QSize& size, bool held) const override;
    void compose(Scene& scene, const Stage& stage) const override;
    FigureHit describe(int id, QPointF point, const Frame& frame) const override;
    std::optional<std::int64_t> deviceOf(int hit) const override;

private:
    struct NetworkWords {
        QString name;
        BytesPerSecond link;
        Seconds hop;
    };

    /// An axis of the mesh, or the part of it, that lies somewhere.
    struct Lying {
        int axis = 0;
        std::int64_t size = 1;  // of the part
    };

    struct Drawing;  // of one scene

    std::int64_t devices() const { return m_answer->placement ? m_study.mesh.devices() : 0; }
    int axisOn(const MeshLayout::Link& link) const;  // -1 for none
    std::vector<Lying> axesIn(int dimension) const;
    std::vector<Lying> axesOn(int level) const;
    QString lyingWords(const Lying& lying) const;
    QString dimensionWords(int dimension) const;
    QString speedWords(const NetworkWords& network) const;
    QString clusterWords() const;
    QString whereWords(const AxisPlacement& axis) const;
    QString wrapWords(const AxisPlacement& axis) const;
    QString placeOf(std::int64_t chip) const;
    QString heldWords(double share) const;
    std::shared_ptr<const Playback> playback() const;  // while it is shown

    bool hasTree() const;  // levels that are drawn
    int spatialDimensions() const;
    bool listsDimensions() const;  // in the header, where the drawing has no room beside them
    double sideWidth(const PlotStyle& style, double width) const;
    QRectF roomFor(const PlotStyle& style, const QRectF& area) const;
    void layOut(const QRectF& room, double factor) const;
    QPen penOf(const PlotStyle& style, const MeshLayout::Link& link, double width, bool playing) const;
    QColor fillOf(const PlotStyle& style, std::int64_t device) const;
    void composeFrames(Drawing& d) const;
    void composeLinks(Drawing& d) const;
    void composeSwitches(Drawing& d) const;
    void composeDevices(Drawing& d) const;
    void composeMore(Drawing& d) const;
    void composeNames(Drawing& d) const;
    void composeAxisNames(Drawing& d, const std::vector<Lying>& axes, const QString& words, QPointF at, Qt::Edge side, int hit) const;
    void composeHeader(Drawing& d) const;
    void composeFooter(Drawing& d) const;
    void outlineDevice(Drawing& d, const MeshLayout::Device& device, const QColor& color, double width,
                       double gap) const;
    int onlyAxisOver() const;  // of the collective; -1 where it has several or none

    ShardingStudy m_study;
    std::shared_ptr<const ShardingAnswer> m_answer;
    std::vector<NetworkWords> m_networks;  // of the cluster; the speeds are those of the topology
    GroupMembers m_members;

    mutable MeshLayout m_layout;
    mutable std::vector<double> m_layoutKey;
};

}  // namespace scalescope
