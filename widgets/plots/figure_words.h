// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <QString>

#include <string_view>

namespace scalescope {

// Texts that several figures share, in the language of the moment.

QString secondsText(double seconds);
QString bytesText(double bytes);
QString siText(double value, std::string_view unit);
QString tokensText(double tokens);
QString percentText(double share);  // "46 %", "< 1 %"

QString degreeName(Axis axis);  // "FSDP"
QString collectiveName(Collective collective);
QString perPass(const QString& what, Pass pass);  // "seconds per step"

QString derivationOf(Axis axis);  // of its time

/// The first reason why a scenario cannot be built, with what would work.
QString whyImpossible(const Diagnostics& diagnostics);

}  // namespace scalescope
