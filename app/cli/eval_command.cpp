// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_list.h"
#include "app/cli/estimate_json.h"
#include "app/cli/serving_output.h"
#include "app/cli/table.h"
#include "core/base/format.h"
#include "core/explore/solve.h"
#include "core/scenario/names.h"
#include "core/scenario/parameter.h"

#include <ostream>

namespace scalescope {

namespace {

std::string percent(double fraction)
{
    return formatSi(fraction * 100.0, {}, 3) + std::string(kNarrowSpace) + "%";
}

void printTimes(const Snapshot& s, std::ostream& out)
{
    const Estimate& e = s.estimate;
    if (!e.possible()) {
        out << "\nNo time is shown: the plan is impossible.\n";
        return;
    }
    const StepTimes& step = e.step();
    out << "\n" << (s.scenario.workload.pass == Pass::step ? "Step" : std::string(kPassNames[static_cast<std::size_t>(s.scenario.workload.pass)]) + " pass")
        << (e.feasible() ? "" : " (hypothetical: it does not fit in memory)") << "\n";
    Table table;
    table.add({"time", formatSeconds(step.expected.value), "between " + formatSeconds(step.lower.value) + " and " + formatSeconds(step.upper.value)});
    table.add({"bound by", std::string(nameOf(e.summary.bound)), ""});
    table.add({"compute", formatSeconds(step.compute.value), ""});
    for (const AxisEstimate& axis : e.axes)
        if (axis.placement.size > 1)
            table.add({std::string(nameOf(axis.axis)) + " " + formatCount(static_cast<double>(axis.placement.size)),
                       formatSeconds(axis.time.value),
                       networkNameOf(s.scenario, axis.placement) + ", " + formatSi(axis.bandwidth.value, "B/s") + ", " +
                           formatSeconds(axis.exposed.value) + " exposed"});
    if (step.host.value > 0)
        table.add({"host", formatSeconds(step.host.value), "offloaded bytes, out and back"});
    if (e.stages.size() > 1)
        table.add({"bubble", formatSeconds(step.bubble.value),
                   formatCount(static_cast<double>(e.stages.size())) + " stages, " + formatCount(static_cast<double>(s.scenario.plan.microbatches)) +
                       " micro-batches, " + std::string(kPipelineScheduleNames[static_cast<std::size_t>(s.scenario.plan.schedule)])});
    table.add({"MFU", percent(e.mfu),
               "counts " + std::string(kMfuConventionNames[static_cast<std::size_t>(s.scenario.assumptions.mfu)])});
    table.add({"HFU", percent(e.hfu), "counts what is executed"});
    const Threshold critical = criticalBatchOf(s.scenario);
    table.add({"critical batch",
               critical.kind == Threshold::Kind::never ? "none" : formatSi(critical.value, "tokens"),
               critical.kind == Threshold::Kind::never ? "communication-bound at every batch" : "compute-bound above it"});
    if (e.run) {
        table.add({"throughput", formatSi(e.run->tokensPerSecond, "tokens/s"), ""});
        table.add({formatSi(s.scenario.workload.runTokens, "tokens"), formatSi(e.run->duration.value / kSecondsPerDay) + " days",
                   e.run->cost && e.feasible() ? "$" + formatSi(e.run->cost->value) : "cost unknown"});
        if (e.run->goodput < 1)
            table.add({"goodput", percent(e.run->goodput), "a checkpoint of " + formatBytes(e.run->checkpoint.value) + (e.run->checkpointInterval
                           ? " every " + formatSeconds(e.run->checkpointInterval->value) : "")});
    }
    out << table.text();
}

void printMemory(const Estimate& e, std::ostream& out)
{
    const MemoryEstimate& memory = e.memory;
    out << "\nMemory per chip";
    if (e.stages.size() > 1)
        out << ", stage " << e.fullestStage + 1 << " of " << e.stages.size() << ", the fullest";
    out << "\n";
    Table table;
    std::string notCounted;
    for (std::size_t i = 0; i < kTrainingMemoryKindCount; ++i) {
        if (!memory.parts[i].counted)
            notCounted += (notCounted.empty() ? "" : ", ") + std::string(kMemoryKindNames[i]);
        else if (memory.parts[i].bytes.value > 0)
            table.add({std::string(kMemoryKindNames[i]), formatBytesBoth(memory.parts[i].bytes.value), ""});
    }
    table.add({"total", formatBytesBoth(memory.total().value),
               memory.capacity ? "of " + formatBytesBoth(memory.capacity->value) : "capacity unknown"});
    if (memory.host.value > 0)
        table.add({"on the host", formatBytesBoth(memory.host.value), ""});
    out << table.text();
    if (!notCounted.empty())
        out << "  not counted: " << notCounted << "\n";
}

}  // namespace

int runEval(const Arguments& arguments, CommandContext& context)
{
    const auto scenario = scenarioFrom(arguments, context);
    if (!scenario)
        return kWrongInput;
    const Snapshot snapshot = snapshotOf(*scenario);
    const Estimate& e = snapshot.estimate;
    if (arguments.has("--json")) {
        context.out << estimateJson(snapshot);
    } else {
        context.out << settingOf(*scenario) << "\n"
                    << formatCount(static_cast<double>(e.parameters.total())) << " parameters\n";
        printTimes(snapshot, context.out);
        printMemory(e, context.out);
        printServing(context.out, snapshot);
    }
    for (const Diagnostic& d : e.diagnostics) {
        // The JSON has the diagnostics; what makes the exit status 1 is on standard error all the same.
        if (d.severity == Severity::impossible)
            context.err << nameOf(d.severity) << ": " << describe(d) << "\n";
        else if (!arguments.has("--json"))
            context.out << "\n" << nameOf(d.severity) << ": " << describe(d) << "\n";
    }
    return e.possible() ? kDone : kWrongInput;
}

}  // namespace scalescope
