// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/number_box.h"

#include "widgets/controls/parameter_text.h"
#include "widgets/controls/wheel_notches.h"
#include "widgets/core_text.h"

#include <QContextMenuEvent>
#include <QFocusEvent>
#include <QKeyEvent>

namespace scalescope {

namespace {

std::optional<Edit> editOf(const Parameter& parameter, const QString& text, Diagnostic& problem)
{
    const QString trimmed = text.trimmed();
    if (parameter.optional && (trimmed.isEmpty() || trimmed == QChar(0x2013)))
        return Edit{parameter.id, std::nullopt};
    return parseEdit(parameter, trimmed.toStdString(), problem);
}

/// Menus and other windows take the keyboard for a moment only.
bool isPassing(Qt::FocusReason reason)
{
    return reason == Qt::PopupFocusReason || reason == Qt::ActiveWindowFocusReason || reason == Qt::MenuBarFocusReason;
}

}  // namespace

NumberBox::NumberBox(QWidget* parent) : FieldEdit(parent)
{
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QLineEdit::textEdited, this, [this] { setProblem({}); });
}

void NumberBox::setParameter(const Parameter& parameter)
{
    m_parameter = parameter;
    retranslate();
}

void NumberBox::retranslate()
{
    setPlaceholderText(m_parameter.optional ? tr("– unknown") : QString());
    if (!m_editing && m_problem.isEmpty())
        showText();
}

void NumberBox::show(std::optional<double> value)
{
    if (value == m_value)
        return;
    m_value = value;
    setProblem({});
    showText();
}

void NumberBox::showText()
{
    if (m_editing) {
        setText(editText(m_parameter, m_value));
        return;
    }
    const QString whole = scalescope::displayText(m_parameter, m_value);
    const QMargins margins = textMargins();
    const int room = width() - margins.left() - margins.right() - 4;  // two pixels of its own on each side
    setText(fontMetrics().horizontalAdvance(whole) <= room ? whole : shortText(m_parameter, m_value));
    setCursorPosition(0);
}

void NumberBox::resizeEvent(QResizeEvent* event)
{
    FieldEdit::resizeEvent(event);
    if (!m_editing && m_problem.isEmpty())
        showText();
}

void NumberBox::setProblem(const QString& problem)
{
    if (problem == m_problem)
        return;
    m_problem = problem;
    setTrouble(!problem.isEmpty());
    setToolTip(problem);
    emit problemChanged(problem);
}

void NumberBox::commit()
{
    if (!isModified())
        return;
    Diagnostic problem;
    const std::optional<Edit> edit = editOf(m_parameter, text(), problem);
    if (!edit) {
        setProblem(textOf(problem));
        return;
    }
    setProblem({});
    setModified(false);
    if (edit->value == m_value)
        return;
    m_value = edit->value;
    emit typed(m_value);
}

void NumberBox::restore()
{
    setProblem({});
    showText();
    selectAll();
}

void NumberBox::step(int steps)
{
    commit();
    if (!m_value || !m_problem.isEmpty())
        return;
    const double next = m_scale.stepped(*m_value, steps);
    if (next == *m_value)
        return;
    m_value = next;
    showText();
    emit stepped(next);
}

bool NumberBox::event(QEvent* event)
{
    // Without a typed text there is nothing of its own to undo: the window's undo is meant.
    if (event->type() == QEvent::ShortcutOverride && !isModified()) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    return FieldEdit::event(event);
}

void NumberBox::focusInEvent(QFocusEvent* event)
{
    FieldEdit::focusInEvent(event);
    if (m_editing)  // back from a menu
        return;
    m_editing = true;
    if (m_problem.isEmpty())
        showText();
    selectAll();
    m_selectOnRelease = event->reason() == Qt::MouseFocusReason;
}

void NumberBox::focusOutEvent(QFocusEvent* event)
{
    FieldEdit::focusOutEvent(event);
    if (isPassing(event->reason()))
        return;
    commit();
    m_editing = false;
    if (m_problem.isEmpty())
        showText();
}

void NumberBox::mouseReleaseEvent(QMouseEvent* event)
{
    FieldEdit::mouseReleaseEvent(event);
    if (m_selectOnRelease && !hasSelectedText())
        selectAll();
    m_selectOnRelease = false;
}

void NumberBox::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up: step(1); return;
    case Qt::Key_Down: step(-1); return;
    case Qt::Key_PageUp: step(m_scale.pageSteps()); return;
    case Qt::Key_PageDown: step(-m_scale.pageSteps()); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        commit();
        if (m_problem.isEmpty())
            restore();
        return;
    case Qt::Key_Escape:
        if (!isModified() && m_problem.isEmpty())
            break;
        restore();
        return;
    default: break;
    }
    FieldEdit::keyPressEvent(event);
}

void NumberBox::wheelEvent(QWheelEvent* event)
{
    if (!wheelIsFor(*this, *event)) {
        event->ignore();
        return;
    }
    if (const int notches = takeNotches(m_wheel, *event))
        step(notches);
    event->accept();
}

void NumberBox::contextMenuEvent(QContextMenuEvent* event)
{
    // The menu of text belongs to a text in hand; otherwise the parameter's own menu is wanted.
    if (isModified() || hasSelectedText())
        FieldEdit::contextMenuEvent(event);
    else
        event->ignore();
}

}  // namespace scalescope
