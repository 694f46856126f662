// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/scenario/parameter_table.h"

namespace scalescope {

namespace {

constexpr ParameterRange kSizeRange = {1, 1e9, 1, 131072};

}  // namespace

void addCalculatorParameters(std::vector<Parameter>& table)
{
    ParameterAdder add(table, Section::calculator);
    const auto size = [&](std::string id, std::string_view symbol, std::string_view label, std::string_view help, auto reach) {
        Parameter& p = add.number(std::move(id), symbol, label, help, kSizeRange, reach);
        p.integer = true;
        p.prominent = true;
    };
    size("calculator.rows", "B", SCALESCOPE_TEXT("core", "Rows"), SCALESCOPE_TEXT("core", "Rows of the input of the matmul: tokens."),
         [](Scenario& s, int) -> auto& { return s.calculator.matmul.batch; });
    size("calculator.inner", "D", SCALESCOPE_TEXT("core", "Contracted size"),
         SCALESCOPE_TEXT("core", "Columns of the input and rows of the weights."),
         [](Scenario& s, int) -> auto& { return s.calculator.matmul.inner; });
    size("calculator.outer", "F", SCALESCOPE_TEXT("core", "Columns"), SCALESCOPE_TEXT("core", "Columns of the weights and of the output."),
         [](Scenario& s, int) -> auto& { return s.calculator.matmul.outer; });
    add.choice("calculator.input", SCALESCOPE_TEXT("core", "Input in"), SCALESCOPE_TEXT("core", "Dtype in which the input is read."),
               kDTypeNames, [](Scenario& s, int) -> auto& { return s.calculator.matmul.input; }).prominent = true;
    add.choice("calculator.weight", SCALESCOPE_TEXT("core", "Weights in"), SCALESCOPE_TEXT("core", "Dtype in which the weights are read."),
               kDTypeNames, [](Scenario& s, int) -> auto& { return s.calculator.matmul.weight; }).prominent = true;
    add.choice("calculator.output", SCALESCOPE_TEXT("core", "Output in"), SCALESCOPE_TEXT("core", "Dtype in which the output is written."),
               kDTypeNames, [](Scenario& s, int) -> auto& { return s.calculator.matmul.output; }).prominent = true;
    add.choice("calculator.compute", SCALESCOPE_TEXT("core", "Computed in"), SCALESCOPE_TEXT("core", "Dtype at whose rate the matmul runs."),
               kDTypeNames, [](Scenario& s, int) -> auto& { return s.calculator.compute; }).prominent = true;
    add.choice("calculator.weight_per_row", SCALESCOPE_TEXT("core", "Weights per row"),
               SCALESCOPE_TEXT("core", "One weight matrix for each row of the input: never compute-bound."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.calculator.matmul.weightPerRow; });
    add.choice("calculator.memory", SCALESCOPE_TEXT("core", "Memory used"),
               SCALESCOPE_TEXT("core", "Where the operands lie: HBM, the memory on the chip, or the host behind its link."),
               kCalculatorMemoryNames, [](Scenario& s, int) -> auto& { return s.calculator.memory; }).prominent = true;
}

}  // namespace scalescope
