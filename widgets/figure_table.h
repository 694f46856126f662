// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/figure.h"
#include "widgets/theme.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStandardItemModel;
class QTableView;

namespace scalescope {

/// The table as text in full precision, one line to a row: commas with quotes where needed (RFC 4180), or tabs.
QString csvOf(const FigureTable& table);
QString tsvOf(const FigureTable& table);

/// The numbers behind a picture, to read and to copy: Ctrl+C takes the selected cells, the button all as CSV.
class FigureTableView : public QWidget {
    Q_OBJECT

public:
    explicit FigureTableView(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void show(const QString& title, const FigureTable& table);
    using QWidget::show;

    /// The selected cells, or all of them with their header, separated by tabs.
    void copySelection() const;
    void copyAsCsv() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    FigureTable m_table;
    QLabel* m_title = nullptr;
    QTableView* m_view = nullptr;
    QStandardItemModel* m_model = nullptr;
    QPushButton* m_copy = nullptr;
};

}  // namespace scalescope
