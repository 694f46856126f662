// SPDX-License-Identifier: GPL-3.0-or-later
// What the strategies say; their picture is in strategies_scene.cpp.
#include "widgets/diagrams/strategies_diagram.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/diagrams/sharding_words.h"
#include "widgets/plots/figure_words.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace scalescope {

namespace {

constexpr std::size_t kRanged = 8;  // strategies that the scale is made for
constexpr double kMostOfBest = 6;   // longer bars are cut
constexpr double kRoom = 1.12;      // for the total behind the longest bar
constexpr double kSame = 1.0001;    // rounding is no redundancy

}  // namespace

StrategiesDiagram::StrategiesDiagram(QWidget* parent) : ShardingFigure(parent)
{
    connect(this, &PlotFigure::hovered, this,
            [this](const std::optional<FigureHit>& hit) { m_pointed = hit ? strategyAt(hit->anchor) : std::nullopt; });
}

QString StrategiesDiagram::title() const { return tr("Strategies"); }

QString StrategiesDiagram::caption() const
{
    if (isEmpty())
        return tr("Nothing can be planned for these arrays.");
    QString words;
    if (m_operation == ArrayOperation::matmul)
        words = tr("Case %1: %2. ")
                    .arg(QString::number(static_cast<int>(m_plan.worst) + 1),
                         translated(kMatmulCaseNames[static_cast<std::size_t>(m_plan.worst)]));
    const QString time = secondsText(strategy(0).separate.value);
    const auto count = static_cast<std::int64_t>(m_plan.strategies.size());
    words +=
        count == 1 ? tr("One strategy, %1.").arg(time) : tr("The cheapest of %1 takes %2.").arg(countText(count), time);
    const QString redundancy = redundancyOf(strategy(chosen()));
    return redundancy.isEmpty() ? words : words + u' ' + redundancy + u'.';
}

QString StrategiesDiagram::summary() const
{
    if (isEmpty()) {
        const QString why = whyImpossible(m_diagnostics);
        return why.isEmpty() ? caption() : caption() + u' ' + why;
    }
    const Strategy& s = strategy(chosen());
    QStringList steps;
    for (const MatmulStep& step : s.steps)
        steps << stepName(step) + u' ' + secondsText(step.time.value);
    return caption() + u' ' +
        tr("Chosen: %1, %2, with the collectives under the work %3, at most %4 per chip.")
            .arg(nameOf(chosen()), secondsText(s.separate.value), secondsText(s.overlapped.value),
                 bytesText(s.peakMemory.value)) +
        u' ' + steps.join(tr(", ")) + u'.';
}

FigureTable StrategiesDiagram::table() const
{
    FigureTable table;
    table.columns = {tr("Rank"),   tr("Strategy"),   tr("Step"),        tr("Bytes"),
                     tr("FLOPs"),  tr("Time"),       tr("Memory"),      tr("Leaves"),
                     tr("In all"), tr("Overlapped"), tr("Peak memory"), tr("The same work")};
    for (int i = 0; i < static_cast<int>(m_plan.strategies.size()); ++i) {
        const Strategy& s = strategy(i);
        for (const MatmulStep& step : s.steps) {
            const QStringList names = {QString::number(i + 1), nameOf(i), stepName(step)};
            const QString after = fromCore(textOf(step.after, m_mesh));
            table.rows << (QStringList(names) << bytesText(step.array.value) << siText(step.flops.value, "FLOP")
                                              << secondsText(step.time.value) << bytesText(step.memory.value) << after
                                              << secondsText(s.separate.value) << secondsText(s.overlapped.value)
                                              << bytesText(s.peakMemory.value) << fromCore(formatCount(s.redundancy)));
            QStringList values = names;
            for (const double value : {step.array.value, step.flops.value, step.time.value, step.memory.value})
                values << fromCore(shortest(value));
            values << after;
            for (const double value : {s.separate.value, s.overlapped.value, s.peakMemory.value, s.redundancy})
                values << fromCore(shortest(value));
            table.values << values;
        }
    }
    return table;
}

void StrategiesDiagram::take(const Snapshot& now)
{
    const ShardingAnswer& answer = now.sharding();
    m_operation = now.scenario.sharding.operation;
    m_mesh = now.scenario.sharding.mesh;
    m_plan = answer.plan;
    m_diagnostics = answer.diagnostics;
    if (isEmpty())
        return;
    const double best = strategy(0).separate.value;
    if (!dragging() || m_range <= 0 || best > m_range * 0.9 || best < m_range * 0.02)
        m_range = roundedUp(rangeNeeded());
}

void StrategiesDiagram::takeBefore(const Snapshot*) {}

int StrategiesDiagram::chosen() const
{
    return std::clamp(view().strategy, 0, std::max(0, static_cast<int>(m_plan.strategies.size()) - 1));
}

double StrategiesDiagram::rangeNeeded() const
{
    const double longest = m_plan.strategies[std::min(m_plan.strategies.size(), kRanged) - 1].separate.value;
    return std::min(longest, strategy(0).separate.value * kMostOfBest) * kRoom;
}

QString StrategiesDiagram::nameOf(int number) const { return strategyText(strategy(number), m_mesh); }

QString StrategiesDiagram::stepName(const MatmulStep& step) const
{
    if (step.kind != StepKind::matmul)
        return stepText(step, m_mesh);
    return m_operation == ArrayOperation::matmul ? tr("local matmul") : tr("local work");
}

QString StrategiesDiagram::workOf(const MatmulStep& step) const
{
    if (step.kind == StepKind::matmul)
        return siText(step.flops.value, "FLOP");
    return step.kind == StepKind::slice ? tr("nothing moves") : bytesText(step.array.value);
}

QString StrategiesDiagram::redundancyOf(const Strategy& s) const
{
    return s.redundancy > kSame ? tr("%1 chips do the same work").arg(fromCore(formatCount(s.redundancy))) : QString();
}

std::optional<int> StrategiesDiagram::strategyAt(QPointF point) const
{
    const HitShape* hit = scene().hitAt(point, 1.0);
    return hit ? std::optional(hit->id / kHitsPerRow) : std::nullopt;
}

void StrategiesDiagram::choose(int number) { emit strategyChosen(number); }

void StrategiesDiagram::mouseMoveEvent(QMouseEvent* event)
{
    ShardingFigure::mouseMoveEvent(event);
    setCursor(strategyAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void StrategiesDiagram::mousePressEvent(QMouseEvent* event)
{
    ShardingFigure::mousePressEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto number = strategyAt(event->position()))
        choose(*number);
}

void StrategiesDiagram::keyPressEvent(QKeyEvent* event)
{
    if (m_pointed && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        choose(*m_pointed);
    else
        ShardingFigure::keyPressEvent(event);
}

FigureHit StrategiesDiagram::describe(int id, QPointF, const Frame&) const
{
    const int number = id / kHitsPerRow;
    const Strategy& s = strategy(number);
    FigureHit hit;
    if (id % kHitsPerRow == 0) {
        hit.title = QString::number(number + 1) + u": " + nameOf(number);
        hit.derivation = QStringLiteral("sharding.strategy.%1.time").arg(number);
        hit.lines << tr("%1, one step after the other").arg(secondsText(s.separate.value))
                  << tr("%1 as a collective matmul, chunk by chunk").arg(secondsText(s.overlapped.value))
                  << tr("work %1, collectives %2").arg(secondsText(s.math.value), secondsText(s.communication.value))
                  << tr("at most %1 per chip").arg(bytesText(s.peakMemory.value));
        if (const QString redundancy = redundancyOf(s); !redundancy.isEmpty())
            hit.lines << redundancy;
        return hit;
    }
    const MatmulStep& step = s.steps[static_cast<std::size_t>(id % kHitsPerRow - 1)];
    hit.title = stepName(step);
    hit.derivation = QStringLiteral("sharding.strategy.%1.step.%2.time").arg(number).arg(id % kHitsPerRow - 1);
    hit.lines << tr("%1 of %2").arg(secondsText(step.time.value), secondsText(s.separate.value)) << workOf(step)
              << tr("%1 held per chip meanwhile").arg(bytesText(step.memory.value))
              << tr("then %1").arg(fromCore(textOf(step.after, m_mesh)));
    return hit;
}

}  // namespace scalescope
