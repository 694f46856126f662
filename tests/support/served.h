// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/inference/serving.h"
#include "core/scenario/presets.h"
#include "core/scenario/scenario.h"

#include <string_view>
#include <utility>

namespace scalescope {

/// A scenario with what serves it prepared.
struct Served {
    explicit Served(Scenario s) : scenario(std::move(s)), in(servingInputsOf(scenario)), decoding(in), prefilling(in) {}
    Served(const Served&) = delete;
    Served& operator=(const Served&) = delete;

    bool possible() const { return decoding.possible() && prefilling.possible(); }

    Scenario scenario;
    ServingInputs in;
    Decoding decoding;
    Prefilling prefilling;
};

/// A model on so many chips, one replica of them all by tensor degree, prefill on the same chips.
inline Scenario servedBy(std::string_view model, std::string_view hardware, std::int64_t chips)
{
    Scenario s;
    s.model = modelPreset(shippedPresets(), model).value.value();
    s.hardware = hardwarePreset(shippedPresets(), hardware).value.value();
    s.hardware.cluster = resized(s.hardware.cluster, static_cast<double>(chips));
    s.serving.batching = Batching::interleaved;
    s.serving.decode.tensor = chips;
    return s;
}

}  // namespace scalescope
