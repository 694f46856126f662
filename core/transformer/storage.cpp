// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/storage.h"

namespace scalescope {

namespace {

double quantisedElements(const ParameterCount& count, QuantisedPart part)
{
    switch (part) {
    case QuantisedPart::none: break;
    case QuantisedPart::experts: return static_cast<double>(count.experts);
    case QuantisedPart::linear:
        return static_cast<double>(count.experts) + static_cast<double>(count.mlp) + static_cast<double>(count.attention);
    }
    return 0;
}

}  // namespace

WeightBytes weightBytes(const Architecture& architecture, const WeightStorage& storage)
{
    const ParameterCount count = countParameters(architecture);
    const double quantised = quantisedElements(count, storage.quantised);
    WeightBytes bytes;
    bytes.plain = bytesOf(storage.type, static_cast<double>(count.total()) - quantised);
    bytes.quantised = bytesOf(storage.quantisedType, quantised);
    if (storage.quantised != QuantisedPart::none && storage.group > 0)
        bytes.scales = Bytes(quantised / storage.group * storage.scaleBytes);
    return bytes;
}

}  // namespace scalescope
