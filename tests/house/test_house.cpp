// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/house_rules.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

QString contentsOf(const QString& path)
{
    QFile file(QDir(QStringLiteral(SCALESCOPE_SOURCE_DIR)).filePath(path));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(file.fileName()));
    return QString::fromUtf8(file.readAll());
}

/// Paths from the top folder, sorted.
QStringList filesUnder(const QStringList& folders, const QStringList& names)
{
    const QDir top(QStringLiteral(SCALESCOPE_SOURCE_DIR));
    QStringList files;
    for (const QString& folder : folders) {
        QDirIterator it(top.filePath(folder), names, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            files << top.relativeFilePath(it.next());
    }
    files.sort();
    return files;
}

QStringList sources() { return filesUnder({u"core"_s, u"widgets"_s, u"app"_s, u"tests"_s}, {u"*.h"_s, u"*.cpp"_s}); }

QStringList buildFiles()
{
    const QStringList folders{u"core"_s,    u"widgets"_s,   u"app"_s,       u"tests"_s,  u"cmake"_s,
                              u"presets"_s, u"resources"_s, u"packaging"_s, u"scripts"_s};
    return QStringList{u"CMakeLists.txt"_s, u"run.sh"_s, u"test.sh"_s, u".ci/run"_s} +
        filesUnder(folders, {u"CMakeLists.txt"_s, u"*.cmake"_s, u"*.sh"_s});
}

void report(const QStringList& found)
{
    if (!found.isEmpty())
        QFAIL(qPrintable(u'\n' + found.join(u'\n')));
}

}  // namespace

class TestHouse : public QObject {
    Q_OBJECT

private slots:
    void includesAreAllowed();
    void includesHaveNoCircle();
    void filesBeginWithTheLicence();
    void fileNamesAreSnakeCase();
    void sourcesAreCompiled();
    void presetsAreEmbedded();

    void includeRule_data();
    void includeRule();
    void circleRule();
    void licenceRule();
    void fileNameRule();
    void listRule();
};

void TestHouse::includesAreAllowed()
{
    QStringList found;
    for (const QString& path : filesUnder({u"core"_s, u"widgets"_s, u"app"_s}, {u"*.h"_s, u"*.cpp"_s}))
        found << house::forbiddenIncludes(path, contentsOf(path));
    report(found);
}

void TestHouse::includesHaveNoCircle()
{
    QMap<QString, QString> files;
    for (const QString& path : sources())
        files.insert(path, contentsOf(path));
    report(house::includeCircles(files));
}

void TestHouse::filesBeginWithTheLicence()
{
    QStringList found;
    for (const QString& path : sources() + buildFiles())
        found << house::missingLicence(path, contentsOf(path));
    report(found);
}

void TestHouse::fileNamesAreSnakeCase()
{
    QStringList found;
    for (const QString& path : sources())
        found << house::badFileName(path);
    report(found);
}

void TestHouse::sourcesAreCompiled()
{
    QStringList found;
    for (const QString& path : sources()) {
        if (path.endsWith(u".cpp"_s))
            found << house::unlistedSource(path, contentsOf(path.section(u'/', 0, -2) + u"/CMakeLists.txt"_s));
    }
    report(found);
}

void TestHouse::presetsAreEmbedded()
{
    QStringList found;
    for (const QString& path : filesUnder({u"presets"_s}, {u"*.json"_s}))
        found << house::unlistedSource(path, contentsOf(u"presets/CMakeLists.txt"_s));
    report(found);
}

void TestHouse::includeRule_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("allowed");

    QTest::newRow("core, standard library") << u"core/base/units.h"_s << u"#include <cmath>"_s << true;
    QTest::newRow("core, Qt class") << u"core/base/units.h"_s << u"#include <QString>"_s << false;
    QTest::newRow("core, Qt module") << u"core/base/units.cpp"_s << u"#  include <QtCore/qglobal.h>"_s << false;
    QTest::newRow("core, Qt in quotes") << u"core/base/units.cpp"_s << u"#include \"qglobal.h\""_s << false;
    QTest::newRow("core, QCustomPlot") << u"core/base/units.cpp"_s << u"#include <qcustomplot.h>"_s << false;
    QTest::newRow("core, path within the room") << u"core/base/units.cpp"_s << u"#include \"units.h\""_s << false;
    QTest::newRow("core, nlohmann") << u"core/scenario/a.cpp"_s << u"#include <nlohmann/json.hpp>"_s << false;
    QTest::newRow("tests, nlohmann") << u"tests/core/a.cpp"_s << u"#include <nlohmann/json.hpp>"_s << true;
    QTest::newRow("core knows widgets") << u"core/base/a.cpp"_s << u"#include \"widgets/theme.h\""_s << false;
    QTest::newRow("room below") << u"core/training/a.h"_s << u"#include \"core/hardware/chip.h\""_s << true;
    QTest::newRow("room beside") << u"core/transformer/a.h"_s << u"#include \"core/sharding/mesh.h\""_s << true;
    QTest::newRow("room above") << u"core/hardware/a.h"_s << u"#include \"core/roofline/b.h\""_s << false;
    QTest::newRow("unknown room") << u"core/cellar/a.h"_s << u"#include \"core/base/units.h\""_s << false;
    QTest::newRow("widgets know core") << u"widgets/a.h"_s << u"#include \"core/scenario/scenario.h\""_s << true;
    QTest::newRow("widgets know app") << u"widgets/a.h"_s << u"#include \"app/session.h\""_s << false;
    QTest::newRow("plots, QCustomPlot") << u"widgets/plots/a.cpp"_s << u"#include <qcustomplot.h>"_s << true;
    QTest::newRow("controls, QCustomPlot") << u"widgets/controls/a.cpp"_s << u"#include <qcustomplot.h>"_s << false;
    QTest::newRow("app, QCustomPlot") << u"app/a.cpp"_s << u"#include \"qcustomplot.h\""_s << false;
    QTest::newRow("app knows widgets") << u"app/a.cpp"_s << u"#include \"widgets/theme.h\""_s << true;
}

void TestHouse::includeRule()
{
    QFETCH(QString, path);
    QFETCH(QString, line);
    QFETCH(bool, allowed);
    QCOMPARE(house::forbiddenIncludes(path, u"#pragma once\n\n"_s + line + u'\n').isEmpty(), allowed);
}

void TestHouse::circleRule()
{
    const QMap<QString, QString> chain{
        {u"core/base/a.h"_s, u"#include \"core/base/b.h\"\n#include \"core/base/c.h\"\n"_s},
        {u"core/base/b.h"_s, u"#include \"core/base/c.h\"\n"_s},
        {u"core/base/c.h"_s, u"#include <cmath>\n"_s},
    };
    QCOMPARE(house::includeCircles(chain), QStringList());

    QMap<QString, QString> circle = chain;
    circle[u"core/base/c.h"_s] = u"#include \"core/base/b.h\"\n"_s;
    QCOMPARE(house::includeCircles(circle), QStringList{u"core/base/b.h -> core/base/c.h -> core/base/b.h"_s});
}

void TestHouse::licenceRule()
{
    const QString spdx = u"SPDX-License-Identifier: GPL-3.0-or-later\n"_s;
    QVERIFY(house::missingLicence(u"a.cpp"_s, u"// "_s + spdx).isEmpty());
    QVERIFY(house::missingLicence(u"a.cmake"_s, u"# "_s + spdx).isEmpty());
    QVERIFY(house::missingLicence(u"a.sh"_s, u"#!/bin/sh\n# "_s + spdx).isEmpty());
    QVERIFY(!house::missingLicence(u"a.cpp"_s, u"#pragma once\n// "_s + spdx).isEmpty());
    QVERIFY(!house::missingLicence(u"a.cpp"_s, QString()).isEmpty());
}

void TestHouse::fileNameRule()
{
    QVERIFY(house::badFileName(u"core/base/si_number.h"_s).isEmpty());
    QVERIFY(!house::badFileName(u"core/base/SiNumber.h"_s).isEmpty());
    QVERIFY(!house::badFileName(u"core/base/si-number.cpp"_s).isEmpty());
    QVERIFY(!house::badFileName(u"core/base/si__number.cpp"_s).isEmpty());
}

void TestHouse::listRule()
{
    const QString list = u"target_sources(scalescope_core PRIVATE\n    chip.cpp\n    my_mesh.cpp\n#   old.cpp\n)\n"_s;
    QVERIFY(house::unlistedSource(u"core/hardware/chip.cpp"_s, list).isEmpty());
    QVERIFY(!house::unlistedSource(u"core/hardware/mesh.cpp"_s, list).isEmpty());
    QVERIFY(!house::unlistedSource(u"core/hardware/old.cpp"_s, list).isEmpty());
}

QTEST_GUILESS_MAIN(TestHouse)
#include "test_house.moc"
