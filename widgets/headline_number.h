// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/headline_text.h"
#include "widgets/theme.h"

#include <QAbstractButton>

namespace scalescope {

/// A number that a person can read from the back of a room: title, number with its unit, and a note beneath. Pressing
/// it asks for its derivation. Does not take more room than its widest text needs.
class HeadlineNumber : public QAbstractButton {
    Q_OBJECT

public:
    explicit HeadlineNumber(QWidget* parent = nullptr);

    /// `colour` is that of the number; an invalid one is ink.
    void show(const Headline& headline, const QColor& colour = {});
    using QWidget::show;

    void setTheme(const Theme& theme);
    void setWidest(const Headline& widest);

    /// Where there is something more important to say in its place.
    void setNoteVisible(bool visible);

    const Headline& headline() const { return m_headline; }
    int noteTop() const;

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QFont smallFont() const;
    QFont numberFont() const;
    QFont unitFont() const;
    QColor numberColour() const;
    void paintNumber(QPainter& painter, const QPointF& baseline) const;

    Headline m_headline;
    Headline m_widest;
    QColor m_colour;
    Theme m_theme;
    bool m_noteVisible = true;
};

}  // namespace scalescope
