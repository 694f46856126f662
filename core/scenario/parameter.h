// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

/// Where a parameter belongs: its section of a scenario file, and its group among the controls.
enum class Section { model, hardware, plan, workload, run, serving, assumptions, sharding, calculator };
constexpr std::array<std::string_view, 9> kSectionNames = {"model",   "hardware",    "plan",     "workload",  "run",
                                                           "serving", "assumptions", "sharding", "calculator"};

enum class Scale {
    linear,
    logarithmic,
    powersOfTwo,
    divisors,  // of the number of chips: a degree of the plan
    stops,     // only the values in `stops`
    choice,    // an index into `choices`
};

/// One input, declared once: controls, files, the command line, sweeps, derivations and translations are made from it.
/// Every value is a double: a count, an SI quantity, or the index of a choice.
struct Parameter {
    std::string id;  // a path, such as "plan.fsdp" or "network.0.bandwidth"
    Section section = Section::model;
    std::string_view symbol;  // of the field, or empty
    std::string_view label;   // English, translated by the user interface in the context "core"
    std::string_view unit;    // "B/s", "tokens", ...; empty for a plain number
    std::string_view help;
    double minimum = 0;  // what is accepted
    double maximum = 0;
    double low = 0;      // what a slider spans; a value outside is shown at its end
    double high = 0;
    Scale scale = Scale::linear;
    bool integer = false;
    bool optional = false;   // may be absent (unknown)
    bool derived = false;    // made from others: not written to files
    bool prominent = false;  // stands among the controls at first sight
    bool relevant = true;    // something depends on it in this scenario: otherwise it is not among the controls
    std::span<const std::string_view> choices = {};
    std::vector<double> stops = {};

    int index = 0;  // of the network, dtype or dimension
    std::optional<double> (*get)(const Scenario&, int index) = nullptr;
    void (*set)(Scenario&, int index, std::optional<double> value) = nullptr;

    std::optional<double> value(const Scenario& scenario) const { return get(scenario, index); }
    bool isChoice() const { return scale == Scale::choice; }
};

/// The parameters that this scenario has, in the order in which they are shown.
std::vector<Parameter> parameters(const Scenario& scenario);

/// The one of that id. A last part serves too, "fsdp" for "plan.fsdp", where one id of the fewest parts ends so.
std::optional<Parameter> findParameter(const Scenario& scenario, std::string_view id);

/// One change: a parameter and its new value; nothing means "unknown", where the parameter may be.
struct Edit {
    std::string id;
    std::optional<double> value;

    bool operator==(const Edit&) const = default;
};

/// Applies all edits in turn, or none: then says what is wrong with which (unknown id, out of range, not a whole number).
Diagnostics apply(Scenario& scenario, std::span<const Edit> edits);

/// What is wrong with an id that `findParameter` does not find, and the nearest one.
Diagnostic unknownParameter(const Scenario& scenario, std::string_view id);

/// What is wrong with a scenario whose parameters are each within range: too many chips.
std::optional<Diagnostic> checkWhole(const Scenario& scenario);

/// The value that a text means for a parameter: a number as people type it, or the name of a choice.
/// `problem` says why there is none.
std::optional<Edit> parseEdit(const Parameter& parameter, std::string_view text, Diagnostic& problem);

/// "id=value", as the command line has it.
std::optional<Edit> parseAssignment(const Scenario& scenario, std::string_view text, Diagnostic& problem);

/// A value as people read it: "4.19 M tokens", "block", "unknown".
std::string formatValue(const Parameter& parameter, std::optional<double> value);

/// Whether a value is within the range, whole where it must be and one of the choices; otherwise what is wrong.
std::optional<Diagnostic> checkValue(const Parameter& parameter, std::optional<double> value);

/// The largest cluster that is taken as an input.
constexpr double kMaxChips = 1e9;

}  // namespace scalescope
