// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/parameter.h"

#include <QString>

namespace scalescope {

/// A value as a control shows it, rounded: "4.19 M tokens", "8,192", "block"; empty when it is unknown.
QString displayText(const Parameter& parameter, std::optional<double> value);

/// The same without the unit, for where there is little room: "70.6 G".
QString shortText(const Parameter& parameter, std::optional<double> value);

/// A value as a person edits it: reads back as exactly the same. "4194304", "90 GB/s", "3.352 TB/s".
QString editText(const Parameter& parameter, std::optional<double> value);

/// The name of a choice, translated, without underscores.
QString choiceText(std::string_view choice);

/// Whether the two choices are no and yes.
bool isBoolean(const Parameter& parameter);

/// What tells parameters of one label apart: the network ("ICI"), its dimension ("ICI x"), the dtype; often empty.
QString qualifierOf(const Parameter& parameter, const Scenario& scenario);

/// Help and unit in one text, for tooltips and screen readers.
QString helpText(const Parameter& parameter);

}  // namespace scalescope
