// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/dtype.h"

namespace scalescope {

std::optional<DType> dtypeNamed(std::string_view name)
{
    for (std::size_t i = 0; i < kDTypeCount; ++i)
        if (kDTypeNames[i] == name)
            return static_cast<DType>(i);
    return std::nullopt;
}

}  // namespace scalescope
