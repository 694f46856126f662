// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/parameter_text.h"

#include "core/base/format.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/core_text.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

constexpr double kLargestWrittenOut = 1e9;
constexpr double kLargestCount = 1e6;
constexpr int kAllDigits = 17;

/// "tokens", "parameters": things that are counted, not measured.
bool isNoun(std::string_view unit)
{
    return unit.size() > 2 && unit.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos;
}

bool isWhole(double value) { return std::trunc(value) == value; }

QString withUnitTranslated(QString text, std::string_view unit)
{
    const QString english = fromCore(unit);
    if (!english.isEmpty() && text.endsWith(english))
        text.replace(text.size() - english.size(), english.size(), translated(unit));
    return text;
}

}  // namespace

QString displayText(const Parameter& parameter, std::optional<double> value)
{
    if (!value)
        return {};
    if (parameter.isChoice())
        return choiceText(parameter.choices[static_cast<std::size_t>(*value)]);
    if (isNoun(parameter.unit) && isWhole(*value) && std::fabs(*value) < kLargestCount)
        return fromCore(formatCount(*value)) + fromCore(kNarrowSpace) + translated(parameter.unit);
    return withUnitTranslated(fromCore(formatValue(parameter, value)), parameter.unit);
}

QString shortText(const Parameter& parameter, std::optional<double> value)
{
    return value && !parameter.isChoice() ? fromCore(formatSi(*value)) : displayText(parameter, value);
}

QString editText(const Parameter& parameter, std::optional<double> value)
{
    if (!value)
        return {};
    if (isWhole(*value) && std::fabs(*value) < kLargestWrittenOut)
        return QString::number(*value, 'f', 0);
    for (int digits = 3; digits <= kAllDigits; ++digits) {
        const std::string text = formatSi(*value, parameter.unit, digits);
        if (parseNumber(text, parameter.unit) == value)
            return fromCore(text).replace(fromCore(kNarrowSpace), u" "_s);
    }
    return fromCore(shortest(*value));
}

QString choiceText(std::string_view choice) { return translated(choice).replace(u'_', u' '); }

bool isBoolean(const Parameter& parameter)
{
    return parameter.choices.size() == 2 && parameter.choices[0] == "false" && parameter.choices[1] == "true";
}

QString qualifierOf(const Parameter& parameter, const Scenario& scenario)
{
    const QStringList parts = fromCore(parameter.id).split(u'.');
    if (parts.size() < 3)
        return {};
    if (parts[0] == u"chip"_s && parts[1] == u"peak"_s)
        return parts[2];
    if (parts[0] == u"sharding"_s)
        return parts[2];
    if (parts[0] == u"model"_s)
        return parts[2];  // the letter of a kind of layer
    const qsizetype index = parts[1].toLongLong();
    if (parts[0] != u"network"_s || index >= static_cast<qsizetype>(scenario.hardware.cluster.networks.size()))
        return {};
    const QString network = fromCore(nameOf(scenario.hardware.cluster.networks[static_cast<std::size_t>(index)]));
    if (parts.size() == 3)
        return network;
    return network + u' ' + QChar(u"xyzuvw"[std::clamp(parts[3].toInt(), 0, Shape::kMaxDimensions - 1)]);
}

QString helpText(const Parameter& parameter)
{
    const QString help = translated(parameter.help);
    if (parameter.unit.empty())
        return help;
    const QString unit = ParameterControl::tr("Unit: %1.").arg(translated(parameter.unit));
    return help.isEmpty() ? unit : help + u' ' + unit;
}

}  // namespace scalescope
