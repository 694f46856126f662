// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace scalescope {

enum class SaveAnswer { save, discard, cancel };

/// The questions that the window asks; tests answer them instead.
struct Dialogs {
    std::function<QString(QWidget*, const QString& title, const QString& filter)> openFile;
    std::function<QString(QWidget*, const QString& title, const QString& suggestion, const QString& filter)> saveFile;
    std::function<SaveAnswer(QWidget*, const QString& name)> askToSave;

    static Dialogs real();
};

}  // namespace scalescope
