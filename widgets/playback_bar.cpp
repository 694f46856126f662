// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playback_bar.h"

#include "core/scenario/parameter.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/glyph_button.h"
#include "widgets/controls/parameter_slider.h"
#include "widgets/core_text.h"
#include "widgets/diagrams/played_collective.h"
#include "widgets/plots/figure_words.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>
#include <array>

namespace scalescope {

namespace {

using namespace Qt::StringLiterals;
using Glyph = GlyphButton::Glyph;

constexpr int kFrame = 16;         // ms
constexpr double kWhole = 4.0;     // seconds that a playback lasts at the usual speed
constexpr double kLongFrame = 0.1; // seconds; a stall is not caught up with
constexpr std::array kSpeeds = {0.25, 0.5, 1.0, 2.0, 4.0};
constexpr int kUsualSpeed = 2;
constexpr double kSame = 1e-7;  // of the duration

SliderScale shareScale()
{
    Parameter share;
    share.maximum = share.high = 1;
    return SliderScale(share);
}

}  // namespace

PlaybackBar::PlaybackBar(QWidget* parent) : QWidget(parent)
{
    const auto button = [this](Glyph glyph, auto pressed) {
        auto* made = new GlyphButton(glyph, this);
        connect(made, &QAbstractButton::clicked, this, pressed);
        return made;
    };
    m_back = button(Glyph::stepBack, [this] { step(-1); });
    m_play = button(Glyph::play, [this] { toggle(); });
    m_on = button(Glyph::stepForward, [this] { step(1); });
    m_stop = button(Glyph::stop, [this] { stop(); });
    m_slider = new ParameterSlider(this);
    m_slider->setScale(shareScale());
    connect(m_slider, &ParameterSlider::dragged, this, &PlaybackBar::scrub);
    connect(m_slider, &ParameterSlider::stepped, this, &PlaybackBar::scrub);
    m_time = new QLabel(this);
    m_speed = new ChoiceBox(this);
    for (double speed : kSpeeds)
        m_speed->addItem(QString::number(speed) + u" ×"_s);
    m_speed->setCurrentIndex(kUsualSpeed);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_back, m_play, m_on, m_stop})
        row->addWidget(widget);
    row->addWidget(m_slider, 1);
    row->addWidget(m_time);
    row->addWidget(m_speed);
    setFocusProxy(m_play);

    m_timer.setInterval(kFrame);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &PlaybackBar::advance);
    retranslate();
}

void PlaybackBar::setPlayback(const Playback* playback)
{
    const Seconds duration = playback ? playback->duration : Seconds(0);
    std::vector<Seconds> steps = playback ? stepsOf(*playback) : std::vector<Seconds>();
    if (duration == m_duration && steps == m_steps)
        return;
    pause();
    std::optional<Seconds> at;
    if (m_at && m_duration.value > 0 && duration.value > 0)
        at = duration * (*m_at / m_duration);
    m_duration = duration;
    m_steps = std::move(steps);
    goTo(at);
}

void PlaybackBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    setFont(theme.font(10));
    for (GlyphButton* button : {m_back, m_play, m_on, m_stop})
        button->setTheme(theme);
    m_slider->setTheme(theme);
    m_speed->setTheme(theme);
    QPalette palette = m_time->palette();
    palette.setColor(QPalette::WindowText, theme.muted);
    m_time->setPalette(palette);
    layout()->setSpacing(qRound(8 * theme.factor));
    showState();
}

void PlaybackBar::play()
{
    if (m_duration.value <= 0 || isPlaying())
        return;
    if (!m_at || *m_at >= m_duration)
        goTo(Seconds(0));
    m_clock.start();
    m_timer.start();
    showState();
}

void PlaybackBar::pause()
{
    m_timer.stop();
    showState();
}

void PlaybackBar::stop()
{
    m_timer.stop();
    goTo(std::nullopt);
}

void PlaybackBar::toggle()
{
    if (isPlaying())
        pause();
    else
        play();
}

void PlaybackBar::step(int hops)
{
    if (m_duration.value <= 0)
        return;
    m_timer.stop();
    const Seconds apart = m_duration * kSame;
    Seconds at = m_at.value_or(hops > 0 ? Seconds(0) : m_duration);
    for (int i = 0; i < hops; ++i) {
        const auto next = std::upper_bound(m_steps.begin(), m_steps.end(), at + apart);
        at = next == m_steps.end() ? m_duration : *next;
    }
    for (int i = 0; i > hops; --i) {
        const auto here = std::lower_bound(m_steps.begin(), m_steps.end(), at - apart);
        at = here == m_steps.begin() ? Seconds(0) : *(here - 1);
    }
    goTo(at);
}

void PlaybackBar::scrub(double share)
{
    m_timer.stop();
    goTo(m_duration * share);
}

void PlaybackBar::advance()
{
    const double passed = std::min(static_cast<double>(m_clock.nsecsElapsed()) * 1e-9, kLongFrame);
    m_clock.restart();
    const double speed = kSpeeds[static_cast<std::size_t>(m_speed->currentIndex())];
    const Seconds at = std::min(*m_at + m_duration * (passed * speed / kWhole), m_duration);
    if (at >= m_duration)
        m_timer.stop();
    goTo(at);
}

void PlaybackBar::goTo(std::optional<Seconds> at)
{
    const bool changed = at != m_at;
    m_at = at;
    showState();
    if (changed)
        emit played(at);
}

void PlaybackBar::showState()
{
    const bool possible = m_duration.value > 0;
    const QString whole = secondsText(m_duration.value);
    m_time->setText(!possible ? QString() : m_at ? tr("%1 of %2").arg(secondsText(m_at->value), whole) : whole);
    // The slider keeps its width while the time runs.
    m_time->setMinimumWidth(m_time->fontMetrics().horizontalAdvance(tr("%1 of %2").arg(u"000.0 ms"_s, whole)));
    m_slider->show(m_at && possible ? std::optional(*m_at / m_duration) : std::nullopt);
    m_slider->setEnabled(possible);
    m_play->setEnabled(possible);
    // Not disabled at an end: that would take the keyboard away from them.
    m_back->setEnabled(possible);
    m_on->setEnabled(possible);
    m_stop->setEnabled(m_at.has_value());
    m_play->setGlyph(isPlaying() ? Glyph::pause : Glyph::play);
    m_play->setDescription(isPlaying() ? tr("Pause") : tr("Play the collective"));
}

void PlaybackBar::retranslate()
{
    setAccessibleName(tr("Playback"));
    m_back->setDescription(tr("One hop back"));
    m_on->setDescription(tr("One hop on"));
    m_stop->setDescription(tr("End the playback"));
    m_slider->setAccessibleName(tr("Time of the playback"));
    m_speed->setAccessibleName(tr("Speed of the playback"));
    m_speed->setToolTip(tr("Speed of the playback"));
    showState();
}

void PlaybackBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void PlaybackBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && m_duration.value > 0)
        toggle();
    else if (event->key() == Qt::Key_Escape && m_at)
        stop();
    else
        QWidget::keyPressEvent(event);
}

void PlaybackBar::hideEvent(QHideEvent* event)
{
    pause();
    QWidget::hideEvent(event);
}

}  // namespace scalescope
