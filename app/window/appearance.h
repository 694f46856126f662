// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/preferences.h"
#include "widgets/theme.h"

#include <QObject>
#include <QTranslator>

namespace scalescope {

/// The theme that a preference means on this system.
Theme themeFor(Appearance appearance, double factor = 1.0);

/// The translations of the program and of Qt's own dialogs, switched at run time.
class Language : public QObject {
    Q_OBJECT

public:
    explicit Language(QObject* parent = nullptr);

    /// "en", "zh_CN", or empty for the system's language, which is English where it is not Chinese.
    void set(const QString& language);
    const QString& current() const { return m_current; }

private:
    QString m_current;
    QTranslator m_program;
    QTranslator m_qt;
};

}  // namespace scalescope
