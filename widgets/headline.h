// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/headline_text.h"
#include "widgets/theme.h"

#include <QWidget>

#include <array>

namespace scalescope {

class ElidedLabel;
class HeadlineNumber;

/// The numbers that answer the scenario, at the bottom of the window, in columns that do not move. What is impossible
/// is said in words beneath dashes. Columns for which there is no room are left out, from the right.
class HeadlineStrip : public QWidget {
    Q_OBJECT

public:
    explicit HeadlineStrip(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Whose numbers; those last shown are exchanged.
    void setSubject(HeadlineSubject subject);
    void show(const Snapshot& snapshot);
    using QWidget::show;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void clicked(const QString& derivationId);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showHeadlines(const Snapshot& snapshot);
    void measure();
    void arrange();

    std::array<HeadlineNumber*, kHeadlineCount> m_numbers{};
    ElidedLabel* m_message = nullptr;
    HeadlineSubject m_subject = HeadlineSubject::training;
    std::optional<Snapshot> m_shown;
    Theme m_theme;
};

}  // namespace scalescope
