// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/sheeted_page.h"

namespace scalescope {

/// Serving: latency against throughput, memory, prefill beside decode, and the load.
class ServingPage : public SheetedPage {
public:
    explicit ServingPage(QWidget* parent = nullptr);
};

}  // namespace scalescope
