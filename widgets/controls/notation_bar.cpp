// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/notation_bar.h"

#include "core/base/format.h"
#include "core/scenario/parameter.h"
#include "core/scenario/sharding_answer.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/field_edit.h"
#include "widgets/controls/glyph_button.h"
#include "widgets/core_text.h"
#include "widgets/elided_label.h"

#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

constexpr double kOneRow = 820;  // pixels from which all fields stand in one row, before the factor
constexpr auto kMostDevices = static_cast<std::int64_t>(kMaxChips);

QString textOfSizes(const std::vector<NamedSize>& sizes)
{
    QStringList parts;
    for (const NamedSize& named : sizes)
        parts << fromCore(named.name) + u'=' + QString::number(named.size);
    return parts.join(u", "_s);
}

/// The same flags for the axes that are still there.
std::array<bool, kMaxMeshAxes> carried(const std::array<bool, kMaxMeshAxes>& flags, const DeviceMesh& from,
                                       const DeviceMesh& to)
{
    std::array<bool, kMaxMeshAxes> result{};
    for (std::size_t i = 0; i < to.axes.size(); ++i)
        if (const auto earlier = from.find(to.axes[i].name))
            result[i] = flags[static_cast<std::size_t>(*earlier)];
    return result;
}

void setMesh(ShardingStudy& study, DeviceMesh mesh)
{
    study.over = carried(study.over, study.mesh, mesh);
    study.idle = carried(study.idle, study.mesh, mesh);
    if (study.over == std::array<bool, kMaxMeshAxes>{}) {
        study.over[0] = true;
        study.idle[0] = false;
    }
    study.mesh = std::move(mesh);
}

/// Why a mesh of these axes is too large; empty when it is not.
QString tooMany(const std::vector<NamedSize>& axes)
{
    double devices = 1;
    for (const NamedSize& axis : axes)
        devices *= static_cast<double>(axis.size);
    if (devices <= kMaxChips)
        return {};
    return textOf(Diagnostic{Severity::invalid,
                             {},
                             SCALESCOPE_TEXT("core", "The mesh would have %1 devices; at most %2 are taken."),
                             {formatCount(devices), formatCount(kMaxChips)}});
}

std::string& arrayOf(ShardingStudy& study, int which)
{
    return which == 0 ? study.left : which == 1 ? study.right : study.output;
}

}  // namespace

NotationBar::NotationBar(QWidget* parent) : QWidget(parent)
{
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins(0, 0, 0, 0);
    for (const Field field : {mesh, sizes, left})
        makeField(field);

    m_operationCell = new QWidget(this);
    auto* column = new QVBoxLayout(m_operationCell);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    m_operationCaption = new QLabel(m_operationCell);
    m_operation = new ChoiceBox(m_operationCell);
    m_operationCaption->setBuddy(m_operation);
    column->addWidget(m_operationCaption);
    column->addWidget(m_operation);
    for (std::size_t i = 0; i < kArrayOperationNames.size(); ++i)
        m_operation->addItem(QString());
    connect(m_operation, &QComboBox::activated, this, [this] { check(m_gestures.single()); });

    for (const Field field : {right, output})
        makeField(field);
    for (const Field field : {mesh, sizes})
        connect(entry(field).edit, &QLineEdit::editingFinished, this, &NotationBar::takeDefaults);

    m_bestOrder = new QPushButton(this);
    connect(m_bestOrder, &QPushButton::clicked, this, &NotationBar::bestOrderRequested);
    m_line = new ElidedLabel(this);

    QWidget* before = nullptr;
    for (QWidget* next : std::initializer_list<QWidget*>{
             entry(mesh).edit, entry(sizes).edit, entry(left).menu, entry(left).edit, m_operation, entry(right).menu,
             entry(right).edit, entry(output).menu, entry(output).edit, m_bestOrder}) {
        if (before)
            setTabOrder(before, next);
        before = next;
    }
    setTheme(lightTheme());
    retranslate();
    arrange();
}

void NotationBar::makeField(Field field)
{
    Entry& e = entry(field);
    e.cell = new QWidget(this);
    auto* column = new QVBoxLayout(e.cell);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    e.edit = new FieldEdit(e.cell);
    e.edit->setMaxLength(field <= sizes ? static_cast<int>(kMaxNotation)
                                        : static_cast<int>(ShardingStudy::kMaxNotationBytes));
    if (field <= sizes) {
        e.caption = new QLabel(e.cell);
        e.caption->setBuddy(e.edit);
        column->addWidget(e.caption);
    } else {
        e.menu = new GlyphButton(GlyphButton::Glyph::disclosure, e.cell);
        e.menu->setCheckable(true);  // it points down while its menu is open
        column->addWidget(e.menu);
        connect(e.menu, &QAbstractButton::clicked, this, [this, field] { offer(field); });
    }
    column->addWidget(e.edit);
    e.edit->installEventFilter(this);
    connect(e.edit, &QLineEdit::textEdited, this, [this] { check(typing()); });
}

void NotationBar::arrange()
{
    const int rows = width() >= kOneRow * m_theme.factor ? 1 : 2;
    if (rows == m_rows)
        return;
    m_rows = rows;
    const std::array<QWidget*, 6> cells = {entry(mesh).cell, entry(sizes).cell, entry(left).cell,
                                           m_operationCell,  entry(right).cell, entry(output).cell};
    for (QWidget* cell : cells)
        m_grid->removeWidget(cell);
    m_grid->removeWidget(m_bestOrder);
    m_grid->removeWidget(m_line);
    for (int i = 0; i < 24; ++i)
        m_grid->setColumnStretch(i, 0);
    if (rows == 1) {
        constexpr std::array<int, 6> stretch = {5, 9, 7, 0, 7, 7};
        for (int i = 0; i < 6; ++i) {
            m_grid->addWidget(cells[static_cast<std::size_t>(i)], 0, i);
            m_grid->setColumnStretch(i, stretch[static_cast<std::size_t>(i)]);
        }
        m_grid->addWidget(m_bestOrder, 0, 6, Qt::AlignBottom);
        m_grid->addWidget(m_line, 1, 0, 1, 7);
    } else {
        m_grid->addWidget(cells[0], 0, 0, 1, 1);
        m_grid->addWidget(cells[1], 0, 1, 1, 2);
        m_grid->addWidget(m_bestOrder, 0, 3, Qt::AlignBottom);
        for (int i = 2; i < 6; ++i)
            m_grid->addWidget(cells[static_cast<std::size_t>(i)], 1, i - 2);
        for (const int column : {0, 2, 3})
            m_grid->setColumnStretch(column, 1);
        m_grid->addWidget(m_line, 2, 0, 1, 4);
    }
    updateGeometry();
}

// A field that has the focus ends its editing when it is destroyed, after this part of the object.
NotationBar::~NotationBar()
{
    for (const Entry& e : m_entries)
        if (e.edit)
            e.edit->disconnect(this);
}

void NotationBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    setFont(theme.font(10));
    const QFont small = theme.font(9);
    QPalette quiet;
    quiet.setColor(QPalette::WindowText, theme.muted);
    for (Entry& e : m_entries) {
        e.edit->setTheme(theme);
        if (e.caption) {
            e.caption->setFont(small);
            e.caption->setPalette(quiet);
        }
        if (e.menu) {
            e.menu->setFont(small);
            e.menu->setTheme(theme);
        }
    }
    // Captions of all kinds are equally high, so that the fields stand in line.
    const int captions = entry(left).menu->sizeHint().height();
    for (Entry& e : m_entries)
        if (e.caption)
            e.caption->setFixedHeight(captions);
    m_operationCaption->setFixedHeight(captions);
    m_operationCaption->setFont(small);
    m_operationCaption->setPalette(quiet);
    m_operation->setTheme(theme);
    const double f = theme.factor;
    m_bestOrder->setStyleSheet(
        u"QPushButton { border: %1px solid %2; border-radius: %3px; padding: %4px %5px; color: %6; background: %7; }"
        "QPushButton:hover { border-color: %8; } QPushButton:focus { border-color: %9; }"_s.arg(qRound(f))
            .arg(theme.border.name())
            .arg(qRound(4 * f))
            .arg(qRound(3 * f))
            .arg(qRound(8 * f))
            .arg(theme.ink.name(), theme.card.name(), theme.muted.name(), theme.accent.name()));
    m_line->setFont(small);
    m_grid->setHorizontalSpacing(qRound(8 * f));
    m_grid->setVerticalSpacing(qRound(4 * f));
    m_rows = 0;
    arrange();
    showMessage();
}

QString NotationBar::nameOf(Field field) const
{
    switch (field) {
    case mesh: return tr("Mesh");
    case sizes: return tr("Dimensions");
    case left: return tr("Left array");
    case right: return tr("Right array");
    case output: break;
    }
    return tr("Output");
}

void NotationBar::retranslate()
{
    for (int i = 0; i < kFields; ++i) {
        const auto field = static_cast<Field>(i);
        Entry& e = entry(field);
        const QString name = nameOf(field);
        e.edit->setAccessibleName(name);
        if (e.caption)
            e.caption->setText(name);
        if (e.menu) {
            e.menu->setText(name);
            e.menu->setToolTip(tr("Choose a sharding"));
            e.menu->setAccessibleName(tr("%1: choose a sharding").arg(name));
        }
    }
    entry(mesh).edit->setToolTip(tr("Axes and their sizes, the innermost first: X=4, Y=4"));
    entry(sizes).edit->setToolTip(tr("Names and sizes of the arrays' dimensions: I=8192, J=8192"));
    entry(mesh).edit->setPlaceholderText(u"X=4, Y=4"_s);
    entry(sizes).edit->setPlaceholderText(u"I=8192, J=8192, K=32768"_s);
    m_operationCaption->setText(tr("Operation"));
    m_operation->setAccessibleName(tr("Operation"));
    for (std::size_t i = 0; i < kArrayOperationNames.size(); ++i)
        m_operation->setItemText(static_cast<int>(i), translated(kArrayOperationNames[i]));
    m_bestOrder->setText(tr("Best order"));
    m_bestOrder->setToolTip(
        tr("Lays the axes of the mesh on the hardware in the order that makes the operation fastest"));
    showMessage();
}

void NotationBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    check(m_gestures.single());  // the problems are texts
    retranslate();
}

void NotationBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

bool NotationBar::isUsed(Field field) const
{
    const auto operation = static_cast<ArrayOperation>(m_operation->currentIndex());
    return field == right ? operation != ArrayOperation::sum : field != output || operation == ArrayOperation::matmul;
}

QString NotationBar::textOfStudy(const ShardingStudy& study, Field field) const
{
    switch (field) {
    case mesh: return textOfSizes(study.mesh.axes);
    case sizes: return textOfSizes(study.dimensions);
    case left: return fromCore(study.left);
    case right: return fromCore(study.right);
    case output: break;
    }
    return fromCore(study.output);
}

bool NotationBar::meansTheSame(Field field) const
{
    const std::string text = entry(field).edit->text().toStdString();
    Diagnostics ignored;
    if (field == mesh)
        return parseNamedSizes(text, kMaxMeshAxes, kMostDevices, ignored) == m_study.mesh.axes;
    if (field == sizes)
        return parseNamedSizes(text, ShardingStudy::kMaxDimensionNames, ShardedArray::kMaxSize, ignored) ==
            m_study.dimensions;
    ShardingStudy study = m_study;
    const std::string& wanted = arrayOf(study, field - left);
    if (field == output && entry(field).edit->text().trimmed().isEmpty())
        return wanted.empty();
    return readArray(text, m_study, nullptr) == wanted;
}

void NotationBar::show(const ShardingStudy& study, const ShardingAnswer& answer)
{
    const ShardingStudy earlier = std::exchange(m_study, study);
    m_operation->setCurrentIndex(static_cast<int>(study.operation));
    m_diagnostics = answer.diagnostics;
    m_result.reset();
    if (answer.matmul)
        m_result = answer.matmul->output;
    else if (!answer.plan.strategies.empty())
        m_result = answer.plan.strategies.front().steps.back().after;

    for (int i = 0; i < kFields; ++i) {
        const auto field = static_cast<Field>(i);
        Entry& e = entry(field);
        const QString text = textOfStudy(study, field);
        const bool unchanged = textOfStudy(earlier, field) == text;
        const bool inTrouble = !e.problem.isEmpty() || (m_wanted && field <= sizes);
        if (!(inTrouble && unchanged) && !(e.edit->hasFocus() && meansTheSame(field))) {
            if (e.edit->text() != text)
                e.edit->setText(text);
            setProblem(field, {});
        }
        const bool used = isUsed(field);
        e.edit->setEnabled(used);
        if (e.menu)
            e.menu->setEnabled(used);
    }
    if (earlier.mesh != study.mesh || earlier.dimensions != study.dimensions)
        m_wanted.reset();
    const QString follows = m_result ? fromCore(scalescope::textOf(*m_result, study.mesh)) : QString();
    entry(output).edit->setPlaceholderText(study.output.empty() ? follows : QString());
    showMessage();
}

QString NotationBar::problemText(const Diagnostics& problems) const
{
    for (const Diagnostic& problem : problems)
        if (problem.severity == Severity::invalid)
            return tr("column %1: %2").arg(problem.column).arg(scalescope::textOf(problem));
    return {};
}

std::optional<std::string> NotationBar::readArray(const std::string& text, const ShardingStudy& study,
                                                  QString* problem) const
{
    Diagnostics problems;
    const auto array = parseArray(text, study.mesh, study.dimensions, problems);
    if (!array) {
        if (problem)
            *problem = problemText(problems);
        return std::nullopt;
    }
    std::string canonical = scalescope::textOf(*array, study.mesh);
    if (canonical.size() <= ShardingStudy::kMaxNotationBytes)
        return canonical;
    if (problem)
        *problem =
            tr("The notation is longer than %1 letters. Shorten the names.").arg(ShardingStudy::kMaxNotationBytes);
    return std::nullopt;
}

void NotationBar::setProblem(Field field, const QString& problem)
{
    Entry& e = entry(field);
    e.problem = problem;
    e.edit->setTrouble(!problem.isEmpty());
    e.edit->setAccessibleDescription(problem);
}

/// Reads all fields. What reads is in force at once, unless the arrays in force do not suit it.
void NotationBar::check(int gesture)
{
    ShardingStudy next = m_study;
    next.operation = static_cast<ArrayOperation>(m_operation->currentIndex());

    Diagnostics problems;
    auto axes = parseNamedSizes(entry(mesh).edit->text().toStdString(), kMaxMeshAxes, kMostDevices, problems);
    setProblem(mesh, axes ? tooMany(*axes) : problemText(problems));
    if (axes && entry(mesh).problem.isEmpty())
        setMesh(next, {std::move(*axes)});
    problems.clear();
    auto dimensions = parseNamedSizes(entry(sizes).edit->text().toStdString(), ShardingStudy::kMaxDimensionNames,
                                      ShardedArray::kMaxSize, problems);
    setProblem(sizes, dimensions ? QString() : problemText(problems));
    if (dimensions)
        next.dimensions = std::move(*dimensions);

    bool suits = true;
    for (const Field field : {left, right, output}) {
        std::string& inForce = arrayOf(next, field - left);
        const QString text = entry(field).edit->text().trimmed();
        QString problem;
        std::optional<std::string> read;
        if (field == output && text.isEmpty())
            read = std::string();
        else
            read = readArray(text.toStdString(), next, &problem);
        setProblem(field, isUsed(field) ? problem : QString());
        if (read)
            inForce = *read;
        else if (!isUsed(field))  // what nobody sees must not be in the way
            inForce = field == right ? next.left : std::string();
        else if (!(field == output && inForce.empty()) && !readArray(inForce, next, nullptr))
            suits = false;
    }
    m_wanted = suits ? std::nullopt : std::optional(next);
    showMessage();
    if (!suits || next == m_study)
        return;
    m_study = next;
    emit edited(m_study, gesture);
}

/// The number of what is typed until the field loses the keyboard.
int NotationBar::typing()
{
    if (!m_gestures.isHeld())
        m_gestures.press();
    return m_gestures.held();
}

bool NotationBar::eventFilter(QObject* watched, QEvent* event)
{
    // The field itself hears of it afterwards, and may still take the defaults: the gesture ends with the next field.
    if (event->type() == QEvent::FocusIn)
        m_gestures.release();
    return QWidget::eventFilter(watched, event);
}

void NotationBar::takeDefaults()
{
    if (!m_wanted)
        return;
    ShardingStudy next = *std::exchange(m_wanted, std::nullopt);
    writeDefaultArrays(next);
    m_study = next;
    for (const Field field : {left, right, output}) {
        entry(field).edit->setText(textOfStudy(m_study, field));
        setProblem(field, {});
    }
    showMessage();
    emit edited(m_study, typing());
}

void NotationBar::restore(Field field)
{
    entry(field).edit->setText(textOfStudy(m_study, field));
    check(typing());
}

void NotationBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        for (int i = 0; i < kFields; ++i)
            if (const Entry& e = m_entries[static_cast<std::size_t>(i)];
                e.edit->hasFocus() && (!e.problem.isEmpty() || m_wanted))
                return restore(static_cast<Field>(i));
    QWidget::keyPressEvent(event);
}

/// The array as it is, unsharded and sharded over one axis.
void NotationBar::offer(Field field)
{
    ShardingStudy study = m_study;
    Diagnostics ignored;
    auto array = parseArray(arrayOf(study, field - left), study.mesh, study.dimensions, ignored);
    if (!array && field == output)
        array = m_result;
    QMenu menu(this);
    menu.setFont(m_theme.font(10));
    const auto add = [&](const QString& words, const QString& text) {
        connect(menu.addAction(words), &QAction::triggered, this, [this, field, text] {
            entry(field).edit->setText(text);
            entry(field).edit->setFocus();
            check(m_gestures.single());
        });
    };
    if (field == output)
        add(tr("What follows from the inputs"), {});
    if (array) {
        for (ArrayDimension& dimension : array->dimensions)
            dimension.axes = {};
        array->unreduced = {};
        const QString unsharded = fromCore(scalescope::textOf(*array, study.mesh));
        add(tr("%1  unsharded").arg(unsharded), unsharded);
        for (ArrayDimension& dimension : array->dimensions) {
            menu.addSeparator();
            for (int axis = 0; axis < static_cast<int>(study.mesh.axes.size()); ++axis) {
                dimension.axes = {axis};
                const QString text = fromCore(scalescope::textOf(*array, study.mesh));
                add(text, text);
            }
            dimension.axes = {};
        }
    }
    GlyphButton* button = entry(field).menu;
    button->setChecked(true);
    menu.exec(button->mapToGlobal(QPoint(0, button->height())));
    button->setChecked(false);
}

void NotationBar::showMessage()
{
    m_message.clear();
    bool trouble = false;
    for (int i = 0; i < kFields && m_message.isEmpty(); ++i)
        if (const Entry& e = m_entries[static_cast<std::size_t>(i)]; !e.problem.isEmpty())
            m_message = tr("%1, %2").arg(nameOf(static_cast<Field>(i)), e.problem);
    trouble = !m_message.isEmpty();
    if (m_wanted)
        m_message += u' ' + tr("Enter in the changed field takes arrays that suit it.");
    const Diagnostic* worst = nullptr;
    for (const Diagnostic& d : m_diagnostics)
        if (!worst || d.severity > worst->severity)
            worst = &d;
    if (m_message.isEmpty() && worst) {
        m_message = scalescope::textOf(*worst);
        trouble = worst->severity >= Severity::impossible;
    }
    m_line->setText(m_message.isEmpty()
                        ? tr("I_X splits dimension I over axis X; {U_X} is a sum that X has yet to add up. "
                             "The first axis of the mesh is the innermost.")
                        : m_message);
    m_line->setToolTip(m_message);
    m_line->setAccessibleName(m_line->text());
    QPalette colours;
    colours.setColor(QPalette::WindowText, trouble ? m_theme.trouble : m_theme.muted);
    m_line->setPalette(colours);
}

}  // namespace scalescope
