// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

namespace scalescope {

enum class Appearance { system, light, dark };

/// What a person prefers, kept between runs. What is not understood in the file takes its default.
struct Preferences {
    Appearance appearance = Appearance::system;
    QString language;       // "en", "zh_CN"; empty: the system's
    double lectureFactor = 1.75;
    bool explain = false;   // the panel is open
    QByteArray geometry;
    QStringList recent;     // files, newest first

    static Preferences load();
    void store() const;

    /// Puts a file first; no more than ten stay.
    void addRecent(const QString& path);
};

}  // namespace scalescope
