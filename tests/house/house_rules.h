// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

/// The rules of CONTRIBUTING.md that a machine can check, as functions over paths (from the top folder) and texts.
/// Each returns what is wrong, one sentence per finding.
namespace house {

struct Include {
    QString path;
    bool quoted = false;  // "path", not <path>
};

QList<Include> includesOf(const QString& text);

/// Who may know whom: app -> widgets -> core, the rooms of core, and the libraries.
QStringList forbiddenIncludes(const QString& path, const QString& text);

/// Headers of this project that include each other in a circle. The keys are paths, the values texts.
QStringList includeCircles(const QMap<QString, QString>& files);

QStringList missingLicence(const QString& path, const QString& text);

QStringList badFileName(const QString& path);

/// A source that its folder's CMakeLists.txt does not name is never compiled.
QStringList unlistedSource(const QString& path, const QString& cmakeLists);

}  // namespace house
