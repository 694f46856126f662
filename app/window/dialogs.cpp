// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dialogs.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

namespace scalescope {

namespace {

QString chooseFileToSave(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter)
{
    QString chosen;
    QString path = QFileDialog::getSaveFileName(parent, title, suggestion, filter, &chosen);
    if (path.isEmpty() || !QFileInfo(path).suffix().isEmpty())
        return path;
    // The first suffix of the chosen filter, "PNG (*.png)".
    const qsizetype star = chosen.indexOf(QStringLiteral("*."));
    const qsizetype end = chosen.indexOf(u')', star);
    return star < 0 ? path : path + chosen.mid(star + 1, end - star - 1);
}

SaveAnswer ask(QWidget* parent, const QString& name)
{
    QMessageBox box(QMessageBox::Question, QStringLiteral("Scalescope"),
                    QCoreApplication::translate("Dialogs", "Save the changes to %1?").arg(name),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parent);
    box.setTextFormat(Qt::PlainText);
    switch (box.exec()) {
    case QMessageBox::Save: return SaveAnswer::save;
    case QMessageBox::Discard: return SaveAnswer::discard;
    default: return SaveAnswer::cancel;
    }
}

}  // namespace

Dialogs Dialogs::real()
{
    return {[](QWidget* parent, const QString& title, const QString& filter) {
                return QFileDialog::getOpenFileName(parent, title, QString(), filter);
            },
            chooseFileToSave, ask};
}

}  // namespace scalescope
