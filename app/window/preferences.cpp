// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/preferences.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace scalescope {

namespace {

constexpr int kMaxRecent = 10;
constexpr double kLeastFactor = 1.0;
constexpr double kLargestFactor = 2.5;
const QStringList kAppearances = {QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")};
const QStringList kLanguages = {QString(), QStringLiteral("en"), QStringLiteral("zh_CN")};

}  // namespace

Preferences Preferences::load()
{
    const QSettings settings;
    Preferences p;
    const auto appearance = kAppearances.indexOf(settings.value(QStringLiteral("appearance")).toString());
    p.appearance = appearance < 0 ? Appearance::system : static_cast<Appearance>(appearance);
    const QString language = settings.value(QStringLiteral("language")).toString();
    p.language = kLanguages.contains(language) ? language : QString();
    bool isNumber = false;
    const double factor = settings.value(QStringLiteral("lectureFactor")).toDouble(&isNumber);
    if (isNumber && factor >= kLeastFactor && factor <= kLargestFactor)
        p.lectureFactor = factor;
    p.explain = settings.value(QStringLiteral("explain")).toBool();
    p.geometry = settings.value(QStringLiteral("geometry")).toByteArray();
    for (const QString& path : settings.value(QStringLiteral("recent")).toStringList())
        if (p.recent.size() < kMaxRecent && QFileInfo::exists(path))
            p.recent.push_back(path);
    return p;
}

void Preferences::store() const
{
    QSettings settings;
    settings.setValue(QStringLiteral("appearance"), kAppearances[static_cast<int>(appearance)]);
    settings.setValue(QStringLiteral("language"), language);
    settings.setValue(QStringLiteral("lectureFactor"), lectureFactor);
    settings.setValue(QStringLiteral("explain"), explain);
    settings.setValue(QStringLiteral("geometry"), geometry);
    settings.setValue(QStringLiteral("recent"), recent);
}

void Preferences::addRecent(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    recent.removeAll(absolute);
    recent.push_front(absolute);
    while (recent.size() > kMaxRecent)
        recent.removeLast();
}

}  // namespace scalescope
