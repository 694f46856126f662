// SPDX-License-Identifier: GPL-3.0-or-later
#include "book.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <stdexcept>

double BookRow::in(const std::string& name) const
{
    const auto found = inputs.find(name);
    if (found == inputs.end())
        throw std::out_of_range(id + " has no input " + name);
    return found->second;
}

namespace {

std::optional<double> numberIn(const QJsonValue& value)
{
    if (value.isBool())
        return value.toBool() ? 1.0 : 0.0;
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

}  // namespace

std::vector<BookRow> readBook(const QString& path)
{
    std::vector<BookRow> rows;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return rows;
    const QJsonArray array = QJsonDocument::fromJson(file.readAll()).array();
    for (const QJsonValue& item : array) {
        const QJsonObject object = item.toObject();
        BookRow row;
        row.id = object[QStringLiteral("id")].toString().toStdString();
        row.chapter = object[QStringLiteral("chapter")].toString().toStdString();
        row.erratum = object.contains(QStringLiteral("erratum"));
        const QJsonObject inputs = object[QStringLiteral("inputs")].toObject();
        for (auto it = inputs.begin(); it != inputs.end(); ++it)
            if (const auto number = numberIn(it.value().toObject()[QStringLiteral("value")]))
                row.inputs[it.key().toStdString()] = *number;
        const QJsonArray expected = object[QStringLiteral("expected")].toArray();
        for (const QJsonValue& e : expected) {
            const QJsonObject value = e.toObject();
            row.expected.push_back({value[QStringLiteral("name")].toString().toStdString(),
                                    numberIn(value[QStringLiteral("value")]),
                                    numberIn(value[QStringLiteral("printed_value")]),
                                    value[QStringLiteral("tol_printed_rel")].toDouble()});
        }
        rows.push_back(std::move(row));
    }
    return rows;
}
