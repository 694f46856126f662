// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/house_rules.h"

#include <QRegularExpression>
#include <QSet>

namespace house {

using namespace Qt::StringLiterals;

namespace {

// A room may include rooms of its own level or below. A new room needs its place here.
const QMap<QString, int>& levelOfRoom()
{
    static const QMap<QString, int> levels{
        {u"base"_s, 0},     {u"hardware"_s, 1}, {u"roofline"_s, 2}, {u"sharding"_s, 3}, {u"transformer"_s, 3},
        {u"estimate"_s, 4}, {u"training"_s, 5}, {u"inference"_s, 5}, {u"scenario"_s, 6}, {u"explore"_s, 7},  {u"explain"_s, 7},
    };
    return levels;
}

QString floorOf(const QString& path) { return path.section(u'/', 0, 0); }

QString roomOf(const QString& path) { return path.section(u'/', 1, 1); }

bool isStandardHeader(const Include& include)
{
    static const QRegularExpression name(u"^[a-z0-9_]+$"_s);
    return !include.quoted && name.match(include.path).hasMatch();
}

bool isNlohmann(const Include& include) { return include.path.startsWith(u"nlohmann/"_s); }

bool isQCustomPlot(const Include& include) { return include.path.contains(u"qcustomplot"_s, Qt::CaseInsensitive); }

std::optional<QString> brokenRule(const QString& path, const Include& include)
{
    const QString floor = floorOf(path);
    const QString target = include.quoted ? floorOf(include.path) : QString();

    if (isNlohmann(include) && floor != u"tests"_s)
        return u"nlohmann/json is the referee of the tests"_s;
    if (isQCustomPlot(include) && !path.startsWith(u"widgets/plots/"_s))
        return u"QCustomPlot is seen by widgets/plots alone"_s;
    if (floor == u"widgets"_s && target == u"app"_s)
        return u"widgets does not know app"_s;
    if (floor != u"core"_s)
        return std::nullopt;

    if (target == u"core"_s) {
        if (!levelOfRoom().contains(roomOf(path)) || !levelOfRoom().contains(roomOf(include.path)))
            return u"the room has no level in tests/house/house_rules.cpp"_s;
        if (levelOfRoom().value(roomOf(include.path)) > levelOfRoom().value(roomOf(path)))
            return u"no room knows one above it"_s;
        return std::nullopt;
    }
    if (isStandardHeader(include))
        return std::nullopt;
    return u"core knows the standard library and itself alone"_s;
}

class CircleFinder {
public:
    explicit CircleFinder(const QMap<QString, QString>& files) : m_files(files) {}

    QStringList run()
    {
        for (const QString& path : m_files.keys())
            visit(path);
        return m_found;
    }

private:
    void visit(const QString& path)
    {
        if (m_done.contains(path))
            return;
        if (const qsizetype start = m_trail.indexOf(path); start >= 0) {
            m_found << QStringList(m_trail.mid(start) << path).join(u" -> "_s);
            return;
        }
        m_trail << path;
        for (const Include& include : includesOf(m_files.value(path))) {
            if (m_files.contains(include.path))
                visit(include.path);
        }
        m_trail.removeLast();
        m_done << path;
    }

    const QMap<QString, QString>& m_files;
    QStringList m_trail;
    QStringList m_found;
    QSet<QString> m_done;
};

}  // namespace

QList<Include> includesOf(const QString& text)
{
    static const QRegularExpression line(uR"(^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"])"_s,
                                         QRegularExpression::MultilineOption);
    QList<Include> includes;
    for (const QRegularExpressionMatch& match : line.globalMatch(text))
        includes << Include{match.captured(2), match.captured(1) == u"\""_s};
    return includes;
}

QStringList forbiddenIncludes(const QString& path, const QString& text)
{
    QStringList found;
    for (const Include& include : includesOf(text)) {
        if (const auto rule = brokenRule(path, include))
            found << path + u" includes "_s + include.path + u": "_s + *rule;
    }
    return found;
}

QStringList includeCircles(const QMap<QString, QString>& files) { return CircleFinder(files).run(); }

QStringList missingLicence(const QString& path, const QString& text)
{
    // A script begins with its interpreter.
    const QStringList lines = text.split(u'\n');
    const QString first = text.startsWith(u"#!"_s) ? lines.value(1) : lines.value(0);
    const QString comment = path.endsWith(u".h"_s) || path.endsWith(u".cpp"_s) ? u"// "_s : u"# "_s;
    if (first == comment + u"SPDX-License-Identifier: GPL-3.0-or-later"_s)
        return {};
    return {path + u" does not begin with the SPDX line"_s};
}

QStringList badFileName(const QString& path)
{
    static const QRegularExpression snakeCase(u"^[a-z][a-z0-9]*(_[a-z0-9]+)*\\.(h|cpp)$"_s);
    if (snakeCase.match(path.section(u'/', -1)).hasMatch())
        return {};
    return {path + u" is not snake_case"_s};
}

QStringList unlistedSource(const QString& path, const QString& cmakeLists)
{
    const QString name = path.section(u'/', -1);
    const QRegularExpression listed(u"^[^#\n]*(?<![\\w./-])"_s + QRegularExpression::escape(name) + u"(?![\\w.])"_s,
                                    QRegularExpression::MultilineOption);
    if (listed.match(cmakeLists).hasMatch())
        return {};
    return {path + u" is not in the CMakeLists.txt beside it"_s};
}

}  // namespace house
