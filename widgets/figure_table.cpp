// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure_table.h"

#include "widgets/chrome.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

/// In full precision where the figure has it so.
QString valueAt(const FigureTable& table, qsizetype row, qsizetype column)
{
    const QString exact = table.values.value(row).value(column);
    return exact.isEmpty() ? table.rows.value(row).value(column) : exact;
}

QString quoted(const QString& cell)
{
    const bool plain = std::none_of(cell.begin(), cell.end(),
                                    [](QChar c) { return c == u',' || c == u'"' || c == u'\n' || c == u'\r'; });
    return plain ? cell : u'"' + QString(cell).replace(u'"', u"\"\""_s) + u'"';
}

QString withoutBreaks(QString cell) { return cell.replace(u'\t', u' ').replace(u'\n', u' ').replace(u'\r', u' '); }

QString joined(const FigureTable& table, QChar separator, QString (*escape)(QString))
{
    QString text;
    const auto addLine = [&](auto cellAt) {
        for (qsizetype column = 0; column < table.columns.size(); ++column) {
            if (column > 0)
                text += separator;
            text += escape(cellAt(column));
        }
        text += u'\n';
    };
    addLine([&](qsizetype column) { return table.columns[column]; });
    for (qsizetype row = 0; row < table.rows.size(); ++row)
        addLine([&](qsizetype column) { return valueAt(table, row, column); });
    return text;
}

void copy(const QString& text, const QString& csv = {})
{
    auto* data = new QMimeData;
    data->setText(text);
    if (!csv.isEmpty())
        data->setData(u"text/csv"_s, csv.toUtf8());
    QGuiApplication::clipboard()->setMimeData(data);
}

bool looksNumeric(const QString& text)
{
    return !text.isEmpty() && (text[0].isDigit() || (text.size() > 1 && text[0] == u'-' && text[1].isDigit()));
}

}  // namespace

QString csvOf(const FigureTable& table)
{
    return joined(table, u',', [](QString cell) { return quoted(cell); });
}

QString tsvOf(const FigureTable& table)
{
    return joined(table, u'\t', [](QString cell) { return withoutBreaks(std::move(cell)); });
}

FigureTableView::FigureTableView(QWidget* parent) : QWidget(parent)
{
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    auto* head = new QHBoxLayout;
    m_title = new QLabel(this);
    m_title->setTextFormat(Qt::PlainText);
    head->addWidget(m_title, 1);
    m_copy = new QPushButton(this);
    m_copy->setObjectName(u"table.copy"_s);
    m_copy->setAutoDefault(false);
    head->addWidget(m_copy);
    column->addLayout(head);

    m_model = new QStandardItemModel(this);
    m_view = new QTableView(this);
    m_view->setModel(m_model);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setAlternatingRowColors(true);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->verticalHeader()->hide();
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->setTabKeyNavigation(false);
    column->addWidget(m_view, 1);
    connect(m_copy, &QAbstractButton::clicked, this, &FigureTableView::copyAsCsv);
    auto* copying = new QShortcut(QKeySequence::Copy, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(copying, &QShortcut::activated, this, &FigureTableView::copySelection);
    retranslate();
}

void FigureTableView::show(const QString& title, const FigureTable& table)
{
    m_table = table;
    m_title->setText(title);
    m_view->setAccessibleName(title);
    const int rows = static_cast<int>(table.rows.size());
    const int columns = static_cast<int>(table.columns.size());
    // Setting the items keeps the selection and the scroll position when only numbers changed.
    m_model->setRowCount(rows);
    m_model->setColumnCount(columns);
    m_model->setHorizontalHeaderLabels(table.columns);
    for (int column = 0; column < columns; ++column) {
        const Qt::Alignment side =
            column > 0 && looksNumeric(table.rows.value(0).value(column)) ? Qt::AlignRight : Qt::AlignLeft;
        m_model->setHeaderData(column, Qt::Horizontal, QVariant::fromValue(side | Qt::AlignVCenter),
                               Qt::TextAlignmentRole);
    }
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const QString text = table.rows[row].value(column);
            const QModelIndex index = m_model->index(row, column);
            const Qt::Alignment side = looksNumeric(text) ? Qt::AlignRight : Qt::AlignLeft;
            m_model->setData(index, text);
            m_model->setData(index, QVariant::fromValue(side | Qt::AlignVCenter), Qt::TextAlignmentRole);
            m_model->setData(index, valueAt(table, row, column), Qt::ToolTipRole);
        }
    }
    for (int column = 0; column < columns; ++column)
        m_view->horizontalHeader()->setSectionResizeMode(
            column, column > 0 ? QHeaderView::ResizeToContents : QHeaderView::Stretch);
}

void FigureTableView::copySelection() const
{
    QModelIndexList cells = m_view->selectionModel()->selectedIndexes();
    if (cells.isEmpty()) {
        copy(tsvOf(m_table), csvOf(m_table));
        return;
    }
    std::sort(cells.begin(), cells.end());
    int row = -1;
    QString text;
    for (const QModelIndex& cell : std::as_const(cells)) {
        if (row >= 0)
            text += cell.row() == row ? u'\t' : u'\n';
        row = cell.row();
        text += withoutBreaks(valueAt(m_table, cell.row(), cell.column()));
    }
    copy(text);
}

void FigureTableView::copyAsCsv() const { copy(csvOf(m_table), csvOf(m_table)); }

void FigureTableView::retranslate()
{
    m_copy->setText(tr("Copy as CSV"));
    m_copy->setToolTip(tr("Copies the whole table in full precision; %1 copies the selected cells")
                           .arg(QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText)));
}

void FigureTableView::setTheme(const Theme& theme)
{
    const int margin = qRound(14 * theme.factor);
    layout()->setContentsMargins(margin, margin, margin, margin);
    QPalette colours = theme.palette();
    colours.setColor(QPalette::Window, theme.card);
    setPalette(colours);
    setFont(theme.font(10));
    m_view->setFont(theme.font(9.5));
    m_view->verticalHeader()->setDefaultSectionSize(QFontMetrics(m_view->font()).height() + qRound(8 * theme.factor));
    m_title->setFont(theme.font(12, QFont::DemiBold));
    m_copy->setFont(theme.font(9.5, QFont::Medium));
    m_copy->setStyleSheet(chromeStyleSheet(theme));
    m_view->horizontalScrollBar()->setStyleSheet(chromeStyleSheet(theme));
    m_view->verticalScrollBar()->setStyleSheet(chromeStyleSheet(theme));
    m_view->horizontalHeader()->setStyleSheet(
        u"QHeaderView::section { background: %1; color: %2; border: none; border-bottom: 1px solid %3; padding: 4px 3px; }"_s
            .arg(theme.card.name(), theme.muted.name(), theme.border.name()));
}

void FigureTableView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

}  // namespace scalescope
