// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/sheeted_page.h"

namespace scalescope {

/// Training: the step, its timeline, the pipeline, the communication, the splits of chips, scaling and the run.
class TrainingPage : public SheetedPage {
public:
    explicit TrainingPage(QWidget* parent = nullptr);
};

}  // namespace scalescope
