// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/glyph_button.h"

#include <QFrame>

class QHBoxLayout;
class QVBoxLayout;

namespace scalescope {

class ElidedLabel;

/// The frame of one picture: a title, a muted sentence that says what to see, and the picture. Its buttons appear under
/// the pointer or with the keyboard.
class Card : public QFrame {
    Q_OBJECT

public:
    explicit Card(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setTitle(const QString& title);
    void setCaption(const QString& caption);

    /// The card owns it from then on.
    void setContent(QWidget* content);
    QWidget* content() const { return m_content; }

    /// Whether the card fills the window: the button then leads back.
    void setMaximised(bool maximised);

signals:
    void maximiseToggled();  // by the button or a double click
    void tableRequested();
    void exportRequested();

protected:
    void changeEvent(QEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    GlyphButton* addTool(GlyphButton::Glyph glyph, void (Card::*signal)());
    void retranslate();
    void showTools();

    Theme m_theme;
    QVBoxLayout* m_column = nullptr;
    QHBoxLayout* m_tools = nullptr;
    ElidedLabel* m_title = nullptr;
    ElidedLabel* m_caption = nullptr;
    GlyphButton* m_table = nullptr;
    GlyphButton* m_export = nullptr;
    GlyphButton* m_maximise = nullptr;
    QWidget* m_content = nullptr;
    bool m_maximised = false;
};

}  // namespace scalescope
