// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/parameter.h"

#include <type_traits>

namespace scalescope {

// How the table reaches a field: a captureless lambda from (scenario, index) to a reference. From the type of the
// reference follow the conversion to and from double, whether the value is whole, and whether it may be absent.

template <class T>
struct FieldTraits {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    static constexpr bool kInteger = !std::is_floating_point_v<T>;
    static constexpr bool kOptional = false;
    static std::optional<double> read(const T& field) { return static_cast<double>(field); }
    static void write(T& field, std::optional<double> v)
    {
        if constexpr (std::is_enum_v<T>)
            field = static_cast<T>(static_cast<int>(*v));
        else
            field = static_cast<T>(*v);
    }
};

template <class Dimension>
struct FieldTraits<Quantity<Dimension>> {
    static constexpr bool kInteger = false;
    static constexpr bool kOptional = false;
    static std::optional<double> read(const Quantity<Dimension>& field) { return field.value; }
    static void write(Quantity<Dimension>& field, std::optional<double> v) { field.value = *v; }
};

template <class T>
struct FieldTraits<std::optional<T>> {
    static constexpr bool kInteger = FieldTraits<T>::kInteger;
    static constexpr bool kOptional = true;
    static std::optional<double> read(const std::optional<T>& field)
    {
        return field ? FieldTraits<T>::read(*field) : std::nullopt;
    }
    static void write(std::optional<T>& field, std::optional<double> v)
    {
        field.reset();
        if (v)
            FieldTraits<T>::write(field.emplace(), v);
    }
};

template <class Reach>
void bindField(Parameter& parameter, Reach)
{
    using Field = std::remove_reference_t<std::invoke_result_t<Reach, Scenario&, int>>;
    using Traits = FieldTraits<Field>;
    parameter.integer = Traits::kInteger;
    parameter.optional = Traits::kOptional;
    // Reaching a field changes nothing, so one path serves reading and writing.
    parameter.get = [](const Scenario& s, int i) { return Traits::read(Reach{}(const_cast<Scenario&>(s), i)); };
    parameter.set = [](Scenario& s, int i, std::optional<double> v) { Traits::write(Reach{}(s, i), v); };
}

inline constexpr std::array<std::string_view, 2> kBooleanNames = {"false", "true"};

/// What is accepted, and what a slider spans.
struct ParameterRange {
    double minimum, maximum, low, high;
};

/// Declares parameters of one section.
class ParameterAdder {
public:
    ParameterAdder(std::vector<Parameter>& table, Section section) : m_table(table), m_section(section) {}

    template <class Reach>
    Parameter& number(std::string id, std::string_view symbol, std::string_view label, std::string_view help,
                      ParameterRange range, Reach reach)
    {
        Parameter p;
        p.section = m_section;
        p.id = std::move(id);
        p.symbol = symbol;
        p.label = label;
        p.help = help;
        p.scale = Scale::logarithmic;
        p.minimum = range.minimum;
        p.maximum = range.maximum;
        p.low = range.low;
        p.high = range.high;
        bindField(p, reach);
        m_table.push_back(std::move(p));
        return m_table.back();
    }

    template <class Reach>
    Parameter& choice(std::string id, std::string_view label, std::string_view help,
                      std::span<const std::string_view> choices, Reach reach)
    {
        const double last = static_cast<double>(choices.size() - 1);
        Parameter& p = number(std::move(id), {}, label, help, {0, last, 0, last}, reach);
        p.scale = Scale::choice;
        p.choices = choices;
        return p;
    }

private:
    std::vector<Parameter>& m_table;
    Section m_section;
};

/// The parameters of each section, for `parameters`.
void addModelParameters(const Scenario& scenario, std::vector<Parameter>& table);
void addHardwareParameters(const Scenario& scenario, std::vector<Parameter>& table);
void addPlanParameters(const Scenario& scenario, std::vector<Parameter>& table);
void addWorkloadParameters(std::vector<Parameter>& table);
void addRunParameters(std::vector<Parameter>& table);
void addServingParameters(const Scenario& scenario, std::vector<Parameter>& table);
void addAssumptionParameters(std::vector<Parameter>& table);
void addShardingParameters(const Scenario& scenario, std::vector<Parameter>& table);
void addCalculatorParameters(std::vector<Parameter>& table);

}  // namespace scalescope
