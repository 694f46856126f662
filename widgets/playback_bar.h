// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/theme.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include "core/base/units.h"

#include <optional>
#include <vector>

class QLabel;

namespace scalescope {

class ChoiceBox;
class GlyphButton;
class ParameterSlider;
struct Playback;

/// The hand on a playback: play and pause, a hop back or on, a slider to scrub, the speed, and what the clock says. Space
/// plays and pauses; Escape ends the playback, so that the figures show their usual colours again.
class PlaybackBar : public QWidget {
    Q_OBJECT

public:
    explicit PlaybackBar(QWidget* parent = nullptr);

    /// What can be played; nothing when it cannot. What is needed of it is copied. Another playback takes over at the
    /// same share of its time, paused.
    void setPlayback(const Playback* playback);
    void setTheme(const Theme& theme);

    /// Where it stands; nothing while it is not shown.
    std::optional<Seconds> position() const { return m_at; }
    bool isPlaying() const { return m_timer.isActive(); }

    void play();  // from the beginning when it stands at the end
    void pause();
    void stop();
    void step(int hops);  // to the beginning of a hop, or to the end

signals:
    void played(std::optional<scalescope::Seconds> at);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void advance();
    void toggle();
    void scrub(double share);
    void goTo(std::optional<Seconds> at);
    void showState();
    void retranslate();

    Seconds m_duration;
    std::vector<Seconds> m_steps;
    std::optional<Seconds> m_at;
    QTimer m_timer;
    QElapsedTimer m_clock;  // since the last frame
    GlyphButton* m_back = nullptr;
    GlyphButton* m_play = nullptr;
    GlyphButton* m_on = nullptr;
    GlyphButton* m_stop = nullptr;
    ParameterSlider* m_slider = nullptr;
    QLabel* m_time = nullptr;
    ChoiceBox* m_speed = nullptr;
    Theme m_theme;
};

}  // namespace scalescope
