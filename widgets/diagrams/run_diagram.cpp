// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/run_diagram.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"

#include <algorithm>

namespace scalescope {

namespace {

std::string threeDigits(double value) { return formatCount(QString::number(value, 'g', 3).toDouble()); }

std::string percentOf(double share) { return threeDigits(100 * share) + std::string(kNarrowSpace) + "%"; }

QString wholeText(double count) { return fromCore(formatCount(std::round(count))); }

QString withUnit(const QString& number, const QString& unit) { return unit.isEmpty() ? number : number + fromCore(kNarrowSpace) + unit; }

}  // namespace

QString RunDiagram::title() const { return tr("The run"); }

QString RunDiagram::caption() const
{
    if (!m_possible)
        return tr("This plan cannot be built, so it has no run.");
    if (m_run.empty())
        return tr("Only a whole step makes a run: time the step to see it.");
    if (!m_feasible)
        return tr("Hypothetical: the plan does not fit in memory.");
    return tr("%1 at the expected step time, failures and checkpoints included; beside it one step under each set of assumptions.").arg(m_tokens);
}

QString RunDiagram::summary() const
{
    if (!m_possible)
        return caption() + u' ' + whyImpossible(m_diagnostics);
    const auto wordsOf = [](const Cell& c) {
        const QString words = tr("%1: %2").arg(c.title, withUnit(c.number, c.unit));
        return c.value || c.note.isEmpty() ? words : tr("%1 (%2)").arg(words, c.note);
    };
    QStringList words;
    for (const Cell& c : m_run)
        words << wordsOf(c);
    for (const Column& column : m_sets) {
        QStringList measures;
        for (const Cell& c : column.cells)
            measures << wordsOf(c);
        words << tr("%1: %2").arg(column.name, measures.join(tr(", ")));
    }
    return caption() + u' ' + words.join(tr("; ")) + u'.';
}

FigureTable RunDiagram::table() const
{
    FigureTable table;
    table.columns = {tr("Of"), tr("What"), tr("Value"), tr("Note")};
    const auto add = [&](const QString& of, const Cell& c) {
        table.rows << QStringList{of, c.title, withUnit(c.number, c.unit), c.note};
        table.values << QStringList{of, c.title, c.value ? fromCore(shortest(*c.value)) : QString(), c.note};
    };
    for (const Cell& c : m_run)
        add(tr("the run"), c);
    for (const Column& column : m_sets)
        for (const Cell& c : column.cells)
            add(column.name, c);
    return table;
}

RunDiagram::Cell RunDiagram::cell(const QString& title, const QString& derivation, double value, std::string_view formatted)
{
    const std::size_t space = formatted.find(kNarrowSpace);
    Cell c{title, fromCore(formatted.substr(0, space))};
    if (space != std::string_view::npos)
        c.unit = fromCore(formatted.substr(space + kNarrowSpace.size()));
    if (c.unit == u'h')
        c.unit = tr("hours");
    else if (c.unit == u'd')
        c.unit = tr("days");
    else if (c.unit == QStringLiteral("years"))
        c.unit = tr("years");
    c.derivation = derivation;
    c.value = value;
    return c;
}

RunDiagram::Cell RunDiagram::unknown(const QString& title, const QString& note) { return {title, fromCore(kNotANumber), {}, note}; }

std::vector<RunDiagram::Cell> RunDiagram::runOf(const Scenario& s, const Estimate& e)
{
    const RunEstimate& run = *e.run;
    std::vector<Cell> cells;
    const auto add = [&](const QString& title, const char* derivation, double value, const std::string& formatted) -> Cell& {
        cells.push_back(cell(title, QString::fromLatin1(derivation), value, formatted));
        return cells.back();
    };
    add(tr("Duration"), "run.duration", run.duration.value, formatSeconds(run.duration.value)).note =
        tr("failures and checkpoints included");
    const QString cost = tr("Cost");
    if (!e.feasible())
        cells.push_back(unknown(cost, tr("What does not fit has no price.")));
    else if (run.cost) {
        Cell& c = add(cost, "run.cost", run.cost->value, formatSi(run.cost->value));
        c.number = tr("$%1").arg(c.number + c.unit);
        c.unit.clear();
    } else
        cells.push_back(unknown(cost, tr("enter the price of a chip")));
    add(tr("Tokens"), "", s.workload.runTokens, formatSi(s.workload.runTokens));
    add(tr("Throughput"), "tokens_per_second", run.tokensPerSecond, formatSi(run.tokensPerSecond));
    cells.back().unit = QString(cells.back().unit + u' ' + tr("tokens/s")).trimmed();
    cells.back().note = tr("%1 per chip").arg(siText(run.tokensPerSecond / e.chips, {}));
    add(tr("Steps"), "run.steps", run.steps, formatSi(run.steps)).note = tr("of %1").arg(tokensText(s.workload.batch));
    add(tr("Chip-hours"), "run.chip_hours", run.chipHours, formatSi(run.chipHours)).note = tr("%1 chips").arg(wholeText(e.chips));
    if (run.energy) {
        // People count the energy of a run in watt hours.
        add(tr("Energy"), "run.energy", *run.energy, formatSi(*run.energy / kSecondsPerHour, "Wh"));
        cells.back().note = siText(*run.energy, "J");
    } else
        cells.push_back(unknown(tr("Energy"), tr("enter the power of a chip")));
    add(tr("Goodput"), "run.goodput", run.goodput, percentOf(run.goodput)).note = tr("of the time makes progress");
    if (run.failureTime)
        add(tr("Between failures"), "run.failure_time", run.failureTime->value, formatSeconds(run.failureTime->value)).note = tr("of any chip");
    else
        cells.push_back(unknown(tr("Between failures"), tr("enter a chip's failure time")));
    if (run.checkpointInterval)
        add(tr("Checkpoint every"), "run.checkpoint_interval", run.checkpointInterval->value, formatSeconds(run.checkpointInterval->value)).note =
            s.reliability.checkpointInterval ? tr("as entered") : tr("the best interval");
    else
        cells.push_back(unknown(tr("Checkpoint every"), tr("enter it, or a failure time")));
    add(tr("Checkpoint"), "run.checkpoint", run.checkpoint.value, formatBytes(run.checkpoint.value)).note = tr("weights and optimizer, whole model");
    add(tr("Time to write it"), "run.checkpoint_time", run.checkpointTime.value, formatSeconds(run.checkpointTime.value)).note =
        tr("%1 per chip").arg(siText(s.reliability.checkpointBandwidth.value, "B/s"));
    return cells;
}

QString RunDiagram::nameOf(Measure measure, Pass pass)
{
    switch (measure) {
    case stepTime: return pass == Pass::forward ? tr("Forward pass") : pass == Pass::backward ? tr("Backward pass") : tr("Step time");
    case mfu: return tr("MFU");
    case hfu: return tr("HFU");
    case memory: break;
    }
    return tr("Memory");
}

RunDiagram::Column RunDiagram::columnOf(const QString& name, bool present, const Estimate& e)
{
    Column column{name, present, {}};
    column.cells[memory] = cell({}, QStringLiteral("memory.total"), e.memory.total().value, formatBytes(e.memory.total().value));
    column.cells[memory].trouble = !e.memory.fits();
    if (e.memory.capacity)
        column.cells[memory].note = tr("of %1").arg(bytesText(e.memory.capacity->value));
    if (e.possible()) {
        const StepTimes& step = e.step();
        column.cells[stepTime] = cell({}, QStringLiteral("step.expected"), step.expected.value, formatSeconds(step.expected.value));
        column.cells[stepTime].note = tr("%1 to %2").arg(secondsText(step.lower.value), secondsText(step.upper.value));
        column.cells[mfu] = cell({}, QStringLiteral("mfu"), e.mfu, percentOf(e.mfu));
        column.cells[hfu] = cell({}, QStringLiteral("hfu"), e.hfu, percentOf(e.hfu));
    } else {
        const QString why = whyImpossible(e.diagnostics);
        for (const Measure measure : {stepTime, mfu, hfu})
            column.cells[measure] = unknown({}, why);
    }
    return column;
}

void RunDiagram::take(const Snapshot& now)
{
    const Scenario& s = now.scenario;
    const Estimate& e = now.estimate;
    m_possible = e.possible();
    m_feasible = e.feasible();
    m_pass = s.workload.pass;
    m_diagnostics = e.diagnostics;
    m_tokens = tokensText(s.workload.runTokens);
    m_run.clear();
    m_sets.clear();
    if (!m_possible)
        return;
    if (e.run)
        m_run = runOf(s, e);
    const AssumptionSet present = setOf(s.assumptions);
    const auto nameOfSet = [](AssumptionSet set) { return set == AssumptionSet::book ? tr("book") : tr("realistic"); };
    m_sets.push_back(columnOf(present == AssumptionSet::custom ? tr("now") : tr("now: %1").arg(nameOfSet(present)), true, e));
    for (const AssumptionSet set : {AssumptionSet::book, AssumptionSet::realistic}) {
        if (set == present)
            continue;
        Scenario changed = s;
        changed.assumptions = assumptionsOf(set, s.assumptions);
        m_sets.push_back(columnOf(nameOfSet(set), false, evaluate(changed)));
    }
    for (Column& column : m_sets)
        for (int m = 0; m < kMeasureCount; ++m)
            column.cells[static_cast<std::size_t>(m)].title = nameOf(static_cast<Measure>(m), m_pass);
}

}  // namespace scalescope
