// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/derivation.h"
#include "core/scenario/snapshot.h"
#include "widgets/theme.h"

#include <QStringList>
#include <QWidget>

#include <optional>

class QPushButton;
class QTextBrowser;
class QToolButton;
class QUrl;

namespace scalescope {

class ElidedLabel;

/// How a number comes about: the formula, the numbers put in, the result, what was assumed and where it is from. Numbers
/// in it open into their own derivations, and the way back is kept. Follows the scenario while it is visible.
class ExplainPanel : public QWidget {
    Q_OBJECT

public:
    explicit ExplainPanel(QWidget* parent = nullptr);

    void show(const Snapshot& snapshot);
    using QWidget::show;
    void setTheme(const Theme& theme);

    /// Shows the derivation of that id, or says why the scenario has none; empty: the overview.
    void open(const QString& id);
    QString openId() const { return m_trail.last(); }
    bool canGoBack() const { return m_trail.size() > 1; }

    QSize sizeHint() const override;

public slots:
    void goBack();
    void copyText() const;
    void copyLatex() const;

signals:
    void closed();  // by its own button or Escape

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void dismiss();
    void follow(const QUrl& link);
    void refresh();
    void retranslate();
    void style();
    std::optional<Derivation> derivation() const;
    QString page(const std::optional<Derivation>& derivation) const;
    QString overview() const;
    QString whyNothing() const;

    std::optional<Snapshot> m_now;
    QStringList m_trail = {QString()};  // ids from the first opened to the one that is shown
    QString m_page;                     // as the browser has it
    Theme m_theme;

    QPushButton* m_back = nullptr;
    QPushButton* m_text = nullptr;
    QPushButton* m_latex = nullptr;
    QToolButton* m_close = nullptr;
    ElidedLabel* m_setting = nullptr;
    QTextBrowser* m_browser = nullptr;
};

}  // namespace scalescope
