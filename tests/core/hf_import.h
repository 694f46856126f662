// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/cache.h"
#include "core/transformer/hf_config.h"

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QStringList>

#include <algorithm>

/// What the tests of the import share.
namespace hf {

using namespace scalescope;
using namespace Qt::StringLiterals;

inline QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

inline QByteArray fixture(const QString& name)
{
    return contentsOf(QStringLiteral(SCALESCOPE_TEST_DATA) + u"/configs/"_s + name);
}

inline ConfigImport import(const QByteArray& json)
{
    return importConfig(std::string_view(json.constData(), static_cast<std::size_t>(json.size())));
}

/// "1:9 /hidden_size: Message. Suggestion." and so on, one line each.
inline QString problemsOf(const ConfigImport& result)
{
    QStringList lines;
    for (const Diagnostic& d : result.problems)
        lines << u"%1:%2 %3: %4"_s.arg(d.line).arg(d.column).arg(QString::fromStdString(d.pointer),
                                                                 QString::fromStdString(describe(d)));
    return lines.join(u'\n');
}

inline std::int64_t parametersOf(const ConfigImport& result)
{
    return result.architecture ? countParameters(*result.architecture).total() : 0;
}

inline const ConfigField* fieldOf(const ConfigImport& result, std::string_view key)
{
    const auto found =
        std::find_if(result.fields.begin(), result.fields.end(), [key](const ConfigField& f) { return f.key == key; });
    return found == result.fields.end() ? nullptr : &*found;
}

inline bool hasUse(const ConfigImport& result, std::string_view key, FieldUse use)
{
    const ConfigField* field = fieldOf(result, key);
    return field && field->use == use;
}

// Counted by hand from the fixtures.
constexpr std::int64_t kTinyLlama = 320784;
constexpr std::int64_t kTinyGpt2 = 83712;

}  // namespace hf
