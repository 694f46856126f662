// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace scalescope {

/// Opens the window on the file that the arguments name, if any. Exit status 2 for words that it does not know.
int runWindow(int argc, char** argv);

}  // namespace scalescope
