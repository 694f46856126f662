// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"

namespace scalescope {

// One function for each command; the list that joins them is command_list.cpp.

int runEval(const Arguments& arguments, CommandContext& context);
int runExport(const Arguments& arguments, CommandContext& context);
int runImport(const Arguments& arguments, CommandContext& context);
int runPresets(const Arguments& arguments, CommandContext& context);
int runParams(const Arguments& arguments, CommandContext& context);
int runRoofline(const Arguments& arguments, CommandContext& context);
int runManual(const Arguments& arguments, CommandContext& context);
int runMatmul(const Arguments& arguments, CommandContext& context);
int runCollective(const Arguments& arguments, CommandContext& context);

}  // namespace scalescope
