// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "widgets/theme.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace scalescope {

/// What went wrong, or what happened, above the pages; stays until it is closed or replaced. Never modal.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void tell(const QString& text);
    /// All problems of a file, each with its place; at most a few are written out, the rest counted.
    void tellProblems(const QString& heading, const Diagnostics& problems);
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLabel* m_text = nullptr;
    QPushButton* m_close = nullptr;
};

}  // namespace scalescope
