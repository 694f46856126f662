// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/window/run_window.h"

#include <iostream>

int main(int argc, char** argv)
{
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (const auto status = scalescope::runCommand(words, std::cout, std::cerr))
        return *status;
    return scalescope::runWindow(argc, argv);
}
