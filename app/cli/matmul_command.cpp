// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_list.h"
#include "app/cli/sharding_output.h"
#include "app/cli/table.h"
#include "core/base/format.h"
#include "core/base/json_writer.h"
#include "core/base/suggest.h"
#include "core/scenario/names.h"

#include <ostream>

namespace scalescope {

namespace {

constexpr std::size_t kShownStrategies = 10;

bool takeSizes(const Arguments& arguments, ShardingStudy& study, std::ostream& err)
{
    if (!arguments.has("--sizes"))
        return true;
    Diagnostics problems;
    const auto sizes = parseNamedSizes(arguments.value("--sizes"), ShardingStudy::kMaxDimensionNames, ShardedArray::kMaxSize, problems);
    for (const Diagnostic& d : problems)
        err << printable("--sizes, column " + std::to_string(d.column) + ": " + describe(d)) << "\n";
    if (!sizes)
        return false;
    study.dimensions = *sizes;
    return true;
}

bool takeArray(const std::string& text, std::string_view operand, const ShardingStudy& study, std::string& target, std::ostream& err)
{
    Diagnostics problems;
    const auto array = parseArray(text, study.mesh, study.dimensions, problems);
    if (array) {
        target = textOf(*array, study.mesh);
        return true;
    }
    for (const Diagnostic& d : problems)
        if (d.severity == Severity::invalid)
            err << printable(std::string(operand) + ", column " + std::to_string(d.column) + ": " + describe(d)) << "\n";
    return false;
}

bool takeOperation(const Arguments& arguments, ShardingStudy& study, std::ostream& err)
{
    const std::string name = arguments.value("--operation", "matmul");
    for (std::size_t i = 0; i < kArrayOperationNames.size(); ++i) {
        if (kArrayOperationNames[i] == name) {
            study.operation = static_cast<ArrayOperation>(i);
            return true;
        }
    }
    err << printable("scalescope: --operation '" + name.substr(0, 80) + "' is not known");
    if (const auto near = nearest(name, kArrayOperationNames))
        err << "; did you mean '" << *near << "'?";
    else
        err << "; there are matmul, add, multiply and sum";
    err << "\n";
    return false;
}

bool takeStudy(const Arguments& arguments, Scenario& scenario, std::ostream& err)
{
    ShardingStudy& study = scenario.sharding;
    if (!takeMesh(arguments, scenario, err) || !takeSizes(arguments, study, err) || !takeOperation(arguments, study, err))
        return false;
    const std::vector<std::string>& words = arguments.positional;
    constexpr std::array<std::string_view, 3> operands = {"left array", "right array", "output"};
    const std::array<std::string*, 3> targets = {&study.left, &study.right, &study.output};
    bool good = true;
    study.output.clear();
    for (std::size_t i = 0; i < words.size() && i < targets.size(); ++i)
        good = takeArray(words[i], operands[i], study, *targets[i], err) && good;
    if (words.size() < 2 && study.operation == ArrayOperation::sum)
        study.right = study.left;
    return good;
}

void print(const Scenario& scenario, const ShardingAnswer& answer, std::ostream& out)
{
    const DeviceMesh& mesh = scenario.sharding.mesh;
    out << clusterNameOf(scenario.hardware) << "\n" << meshText(scenario, answer) << "\n";
    Table arrays;
    const auto add = [&](std::string_view name, const ShardedArray& array) {
        const ArrayBytes bytes = bytesOf(array, mesh);
        arrays.add({std::string(name), textOf(array, mesh), formatBytes(bytes.perDevice.value) + " per device",
                    formatBytes(bytes.total.value) + " in all", bytes.copies > 1 ? formatCount(bytes.copies) + " copies" : ""});
    };
    if (answer.matmul) {
        add("left", answer.matmul->left);
        add("right", answer.matmul->right);
        add("output", answer.matmul->output);
    } else if (answer.left) {
        add("left", *answer.left);
    }
    out << arrays.text();
    if (answer.plan.strategies.empty())
        return;
    if (answer.matmul)
        out << "\nCase " << static_cast<int>(answer.plan.worst) + 1 << ": "
            << kMatmulCaseNames[static_cast<std::size_t>(answer.plan.worst)] << "\n";
    Table strategies;
    strategies.add({"", "time", "overlapped", "math", "network", "memory", "strategy"});
    for (std::size_t i = 0; i < answer.plan.strategies.size() && i < kShownStrategies; ++i) {
        const Strategy& s = answer.plan.strategies[i];
        strategies.add({std::to_string(i + 1), formatSeconds(s.separate.value), formatSeconds(s.overlapped.value),
                        formatSeconds(s.math.value), formatSeconds(s.communication.value), formatBytes(s.peakMemory.value), nameOf(s, mesh)});
    }
    out << strategies.text();
    if (answer.plan.strategies.size() > kShownStrategies)
        out << "and " << answer.plan.strategies.size() - kShownStrategies << " more; --json has them all\n";

    const Strategy& best = answer.plan.strategies.front();
    out << "\nThe cheapest, step by step\n";
    Table steps;
    for (const MatmulStep& step : best.steps)
        steps.add({std::string(kStepKindNames[static_cast<std::size_t>(step.kind)]),
                   step.kind == StepKind::matmul ? "" : std::string(kOperandNames[static_cast<std::size_t>(step.operand)]) + " over " + textOf(step.axes, mesh),
                   step.kind == StepKind::matmul ? formatSi(step.flops.value, "FLOP") : formatBytes(step.array.value),
                   formatSeconds(step.time.value), textOf(step.after, mesh)});
    out << steps.text();
    if (best.redundancy > 1.0001)
        out << formatCount(best.redundancy) << " chips do the same work.\n";
}

}  // namespace

int runMatmul(const Arguments& arguments, CommandContext& context)
{
    Arguments scenarioArguments = arguments;
    scenarioArguments.positional.clear();
    if (arguments.has("--scenario"))
        scenarioArguments.positional.push_back(arguments.value("--scenario"));
    auto scenario = scenarioFrom(scenarioArguments, context);
    if (!scenario || !takeStudy(arguments, *scenario, context.err) || !orderMesh(arguments, OrderFor::operation, *scenario, context.err))
        return kWrongInput;

    ShardingAnswer answer = answerSharding(*scenario);
    const bool json = arguments.has("--json");
    if (json) {
        JsonWriter out;
        out.beginObject();
        out.member("hardware", clusterNameOf(scenario->hardware));
        writeMesh(out, *scenario, answer);
        writeArrays(out, *scenario, answer);
        writeStrategies(out, *scenario, answer.plan);
        if (arguments.has("--backward") && answer.matmul && answer.placement && answer.timed) {
            out.key("backward").beginArray();
            for (const ShardedMatmul& matmul : backwardOf(*answer.matmul)) {
                ShardingAnswer part = answer;
                part.matmul = matmul;
                out.beginObject();
                writeArrays(out, *scenario, part);
                writeStrategies(out, *scenario, planMatmul(matmul, scenario->sharding.mesh, *answer.placement, answer.topology, answer.rates,
                                                           scenario->assumptions.collectives));
                out.endObject();
            }
            out.endArray();
        }
        writeDiagnostics(out, answer.diagnostics);
        out.endObject();
        context.out << out.take();
    } else {
        print(*scenario, answer, context.out);
        if (arguments.has("--backward") && answer.matmul && answer.placement && answer.timed) {
            constexpr std::array<std::string_view, 2> names = {"gradient of the left array", "gradient of the right array"};
            const auto parts = backwardOf(*answer.matmul);
            for (std::size_t i = 0; i < parts.size(); ++i) {
                ShardingAnswer part = answer;
                part.matmul = parts[i];
                part.plan = planMatmul(parts[i], scenario->sharding.mesh, *answer.placement, answer.topology, answer.rates,
                                       scenario->assumptions.collectives);
                context.out << "\nBackward: " << names[i] << "\n";
                print(*scenario, part, context.out);
            }
        }
    }
    return report(answer.diagnostics, json, context) ? kDone : kWrongInput;
}

}  // namespace scalescope
