// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QAbstractButton>

namespace scalescope {

/// A small button with a drawn sign, and a text beside it or a description instead.
class GlyphButton : public QAbstractButton {
    Q_OBJECT

public:
    enum class Glyph { dot, padlock, expand, restore, table, exporting, disclosure, play, pause, stop, stepBack, stepForward };

    explicit GlyphButton(Glyph glyph, QWidget* parent = nullptr);

    void setGlyph(Glyph glyph);
    void setTheme(const Theme& theme);

    /// One text for the tooltip and for screen readers.
    void setDescription(const QString& text);

    /// A quiet button is not drawn until it has the keyboard; it keeps its place.
    void setQuiet(bool quiet);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    double side() const;  // of the square of the sign

    Glyph m_glyph;
    Theme m_theme;
    bool m_quiet = false;
};

}  // namespace scalescope
