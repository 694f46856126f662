// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/intensity_plot.h"

#include "core/base/format.h"
#include "core/explain/derivation.h"
#include "core/explore/context_series.h"
#include "core/scenario/model_shapes.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/calculator_words.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/model_words.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr std::size_t kMostRows = 14;
constexpr double kLeast = 0.1;  // FLOP/B: the axis does not move within these
constexpr double kMost = 1e6;
constexpr double kNames = 0.34;  // of the width, at most
constexpr std::size_t kMostLetters = 4;

QString intensityText(double value) { return siText(value, {}); }

}  // namespace

QString IntensityPlot::title() const { return tr("Arithmetic intensity by part"); }

QString IntensityPlot::caption() const
{
    if (!m_now || m_now->rows.empty())
        return m_now ? tr("This model has no matmuls.") : QString();
    if (!m_now->ridge)
        return tr("The chip's peak or its HBM bandwidth is unknown, so there is no ridge to compare with.");
    const auto count = static_cast<int>(m_now->rows.size());
    return tr("Of %1 parts, %2 are compute-bound in prefill and %3 in decode: the ridge is at %4 FLOP/B.")
        .arg(count)
        .arg(m_now->computeBound(prefill))
        .arg(m_now->computeBound(decode))
        .arg(intensityText(m_now->ridge->value));
}

QString IntensityPlot::summary() const
{
    if (!m_now || m_now->rows.empty())
        return caption();
    QStringList words;
    for (const PartWork& row : m_now->rows)
        words << tr("%1: %2 in prefill, %3 in decode").arg(rowName(row), intensityText(intensity(row, prefill)), intensityText(intensity(row, decode)));
    return caption() + u' ' + words.join(tr("; ")) + u'.';
}

FigureTable IntensityPlot::table() const
{
    FigureTable table;
    table.columns = {tr("Part"), tr("Prefill, FLOP/B"), tr("Decode, FLOP/B"), tr("Prefill, FLOP"), tr("Prefill, bytes"), tr("Decode, FLOP"), tr("Decode, bytes")};
    if (!m_now)
        return table;
    for (const PartWork& row : m_now->rows) {
        table.rows << QStringList{rowName(row),
                                  intensityText(intensity(row, prefill)),
                                  intensityText(intensity(row, decode)),
                                  siText(row.prefill.flops.value, "FLOP"),
                                  bytesText(row.prefill.traffic.value),
                                  siText(row.decode.flops.value, "FLOP"),
                                  bytesText(row.decode.traffic.value)};
        table.values << QStringList{rowName(row)};
        for (const double value : {intensity(row, prefill), intensity(row, decode), row.prefill.flops.value, row.prefill.traffic.value,
                                   row.decode.flops.value, row.decode.traffic.value})
            table.values.back() << fromCore(shortest(value));
    }
    return table;
}

IntensityPlot::Content IntensityPlot::Content::of(const Snapshot& snapshot)
{
    Content content;
    content.scenario = snapshot.scenario;
    content.rows = partWork(snapshot.scenario, kMostRows);
    const Chip& chip = snapshot.scenario.hardware.cluster.chip;
    if (const auto peak = peakFor(chip, snapshot.scenario.plan.computeType)) {
        content.dtype = peak->dtype;
        content.peak = peak->rate;
        if (chip.hbm.bandwidth)
            content.ridge = scalescope::ridge(peak->rate, *chip.hbm.bandwidth);
    }
    return content;
}

int IntensityPlot::Content::computeBound(Phase phase) const
{
    return static_cast<int>(std::count_if(rows.begin(), rows.end(), [&](const PartWork& row) { return intensity(row, phase) >= ridge->value; }));
}

const PartWork* IntensityPlot::Content::find(const PartWork& row) const
{
    const auto same = std::find_if(rows.begin(), rows.end(), [&](const PartWork& r) {
        const bool together = row.kinds.empty() ? r.kinds.empty() : std::find(r.kinds.begin(), r.kinds.end(), row.kinds.front()) != r.kinds.end();
        return r.several == row.several && r.component == row.component && together;
    });
    return same == rows.end() ? nullptr : &*same;
}

double IntensityPlot::intensity(const PartWork& row, Phase phase)
{
    return (phase == prefill ? row.prefillIntensity() : row.decodeIntensity()).value;
}

double IntensityPlot::highest() const
{
    double most = 1;
    for (const PartWork& row : m_now->rows)
        most = std::max({most, intensity(row, prefill), intensity(row, decode)});
    return std::max(kMost, std::pow(10.0, std::ceil(std::log10(most))));
}

void IntensityPlot::take(const Snapshot& now)
{
    m_now = Content::of(now);
    m_upper = dragging() ? std::max(m_upper, highest()) : highest();
}

void IntensityPlot::takeBefore(const Snapshot* before)
{
    m_before = before ? std::optional(Content::of(*before)) : std::nullopt;
}

QString IntensityPlot::rowName(const PartWork& row) const
{
    QString name = translated(row.several ? nameOf(row.part) : nameOf(row.component));
    if (!row.several && row.experts && row.component == Component::mlpIn)
        name = tr("experts in");
    else if (!row.several && row.experts && row.component == Component::mlpOut)
        name = tr("experts out");
    const auto alike = std::count_if(m_now->rows.begin(), m_now->rows.end(), [&](const PartWork& r) {
        return r.several == row.several && r.experts == row.experts && (row.several ? r.part == row.part : r.component == row.component);
    });
    if (alike < 2 || row.kinds.empty())
        return name;
    QString letters;
    for (std::size_t i = 0; i < std::min(row.kinds.size(), kMostLetters); ++i)
        letters += QChar::fromLatin1(letterOf(row.kinds[i]));
    return name + u' ' + letters + (row.kinds.size() > kMostLetters ? QStringLiteral("…") : QString());
}

QString IntensityPlot::phaseName(Phase phase) const
{
    if (phase == prefill)
        return tr("prefill of %1").arg(contextText(m_now->scenario.workload.sequence));
    return tr("decode of %1 sequences").arg(wholeText(m_now->scenario.serving.sequences));
}

QString IntensityPlot::briefName(Phase phase) { return phase == prefill ? tr("prefill") : tr("decode"); }

QString IntensityPlot::derivation(const PartWork& row, Phase phase) const
{
    if (row.several)
        return {};
    QString id = phase == prefill ? QStringLiteral("prefill.") : QStringLiteral("decode.");
    if (!row.kinds.empty())
        id += QString(QChar::fromLatin1(letterOf(row.kinds.front()))) + u'.';
    return id + fromCore(idOf(row.component)) + QStringLiteral(".intensity");
}

QString IntensityPlot::ridgeText() const { return tr("ridge %1").arg(intensityText(m_now->ridge->value)); }

Axes IntensityPlot::axesFor(const PlotStyle& style, const QSize& size, bool held) const
{
    Axes axes;
    axes.y.shown = false;
    axes.x.shown = m_now && !m_now->rows.empty();
    axes.margins = marginsFor(style, style.px(8), false);
    if (!axes.x.shown)
        return axes;
    // Wide enough for every name that a model of this kind has, and the same while it changes.
    axes.margins.setLeft(qRound(std::min(style.text.width(tr("attention projections")) + style.px(10), size.width() * kNames)));
    axes.margins.setTop(qRound(2 * style.text.height() + style.px(8)));
    axes.x.lower = kLeast;
    axes.x.upper = held ? m_upper : highest();
    axes.x.logarithmic = true;
    const double width = size.width() - axes.margins.left() - axes.margins.right();
    axes.x.ticks = logTicks(axes.x.lower, axes.x.upper, static_cast<int>(width / (style.tick.width(QStringLiteral("100 k")) * 1.5)));
    return axes;
}

void IntensityPlot::compose(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    if (!m_now || m_now->rows.empty()) {
        addNotice(scene, style, QRectF(QPointF(0, 0), stage.frame.size()), tr("No matmuls"), tr("This model has neither layers with matmuls nor a vocabulary."));
        return;
    }
    const QRectF& area = stage.frame.area();
    addAxisTitles(scene, style, stage.frame, tr("FLOP per byte of HBM"), {});
    LabelPlacer placer(QRectF(QPointF(0, 0), stage.frame.size()));
    composeLegend(scene, placer, stage);
    composeRegions(scene, placer, stage);
    const double slot = area.height() / static_cast<double>(m_now->rows.size());
    double named = -1e9;
    for (std::size_t i = 0; i < m_now->rows.size(); ++i) {
        const QRectF place(area.left(), area.top() + slot * static_cast<double>(i), area.width(), slot);
        // Where rows stand closer than lines of text, some go without their name.
        const QString name = style.text.elided(rowName(m_now->rows[i]), area.left() - style.px(10));
        const QSizeF size = sizeOf(name, style.text);
        if (const double top = place.center().y() - size.height() / 2; top >= named) {
            const QRectF box(QPointF(area.left() - style.px(8) - size.width(), top), size);
            scene.add(labelIn(box, name, style.text, style.theme.ink));
            placer.block(box);
            named = box.bottom();
        }
    }
    for (std::size_t i = 0; i < m_now->rows.size(); ++i)
        composeRow(scene, stage, i, QRectF(area.left(), area.top() + slot * static_cast<double>(i), area.width(), slot));
    composeValues(scene, placer, stage);
}

void IntensityPlot::composeLegend(Scene& scene, LabelPlacer& placer, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const double middle = style.px(2) + style.text.height() / 2;
    const double beside = style.px(8) + style.px(24);  // the dot before a name, and what parts it from the next
    const double both = style.text.width(phaseName(prefill)) + style.text.width(phaseName(decode)) + 2 * beside;
    const bool whole = both <= stage.frame.size().width();
    double x = style.px(8);
    for (const Phase phase : {prefill, decode}) {
        const QString words = whole ? phaseName(phase) : briefName(phase);
        const QSizeF size = sizeOf(words, style.text);
        const QRectF box(QPointF(x + style.px(8), middle - size.height() / 2), size);
        if (box.right() > stage.frame.size().width())
            return;
        scene.add(dotOf(style, QPointF(x, middle), phase, style.theme.ink));
        scene.add(labelIn(box, words, style.text, style.theme.ink));
        placer.block(box);
        x = box.right() + style.px(24);
    }
}

void IntensityPlot::composeRegions(Scene& scene, LabelPlacer& placer, const Stage& stage) const
{
    if (!m_now->ridge)
        return;
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const double x = std::clamp(stage.frame.toX(m_now->ridge->value), area.left(), area.right());
    scene.add(Box{QRectF(area.topLeft(), QPointF(x, area.bottom())), style.tint(style.theme.memory)});
    const QPolygonF line({QPointF(x, area.top()), QPointF(x, area.bottom())});
    scene.add(Stroke{line, style.pen(style.theme.ink, 1.5)});
    scene.hits.push_back({line, false, kRidgeHit});
    placer.avoid(line);

    // On one line above the plot: what lies left of the ridge, the ridge, and what lies right of it.
    const double top = area.top() - style.text.height() - style.px(3);
    const double gap = style.px(12);
    const QSizeF ridge = sizeOf(ridgeText(), style.strong);
    const double left = std::clamp(x - ridge.width() / 2, area.left(), std::max(area.left(), stage.frame.size().width() - ridge.width() - style.px(2)));
    const auto put = [&](const QRectF& box, const QString& words, const Face& face, const QColor& color) {
        placer.block(box);
        scene.add(labelIn(box, words, face, color));
    };
    put(QRectF(QPointF(left, top), ridge), ridgeText(), style.strong, style.theme.ink);
    const QSizeF memory = sizeOf(tr("memory-bound"), style.text);
    if (const double at = (area.left() + x - memory.width()) / 2; at > area.left() && at + memory.width() + gap < left)
        put(QRectF(QPointF(at, top), memory), tr("memory-bound"), style.text, style.theme.memory);
    const QSizeF compute = sizeOf(tr("compute-bound"), style.text);
    if (const double at = (area.right() + x - compute.width()) / 2; at + compute.width() < area.right() && at > left + ridge.width() + gap)
        put(QRectF(QPointF(at, top), compute), tr("compute-bound"), style.text, style.theme.ink);
}

Dot IntensityPlot::dotOf(const PlotStyle& style, QPointF centre, Phase phase, const QColor& color)
{
    if (phase == prefill)
        return {centre, style.px(4), DotShape::circle, color};
    return {centre, style.px(4), DotShape::circle, style.theme.card, color, style.px(1.6)};
}

QColor IntensityPlot::colorOf(const PlotStyle& style, double intensity) const
{
    return m_now->ridge && intensity < m_now->ridge->value ? style.theme.memory : style.theme.ink;
}

void IntensityPlot::composeRow(Scene& scene, const Stage& stage, std::size_t index, const QRectF& slot) const
{
    const PlotStyle& style = stage.style;
    const PartWork& row = m_now->rows[index];
    const double y = std::round(slot.center().y()) + 0.5;
    const QRectF& area = stage.frame.area();
    const auto place = [&](double value) { return QPointF(std::clamp(stage.frame.toX(value), area.left(), area.right()), y); };
    const auto bar = [&](const PartWork& work, const QPen& pen) {
        scene.add(Stroke{QPolygonF({place(intensity(work, decode)), place(intensity(work, prefill))}), pen});
    };
    scene.add(Stroke{QPolygonF({QPointF(area.left(), y), QPointF(area.right(), y)}), style.pen(style.theme.grid, 1)});
    if (const PartWork* then = m_before && stage.ghost > 0 ? m_before->find(row) : nullptr) {
        QColor faded = style.theme.muted;
        faded.setAlphaF(static_cast<float>(0.7 * stage.ghost));
        for (const Phase phase : {prefill, decode})
            if (intensity(*then, phase) != intensity(row, phase))
                scene.add(Dot{place(intensity(*then, phase)), style.px(4), DotShape::circle, {}, faded, 1});
    }
    bar(row, style.pen(style.mixed(style.theme.muted, 0.6), 1.5));
    for (const Phase phase : {prefill, decode}) {
        const QPointF centre = place(intensity(row, phase));
        scene.add(dotOf(style, centre, phase, colorOf(style, intensity(row, phase))));
        scene.hits.push_back({QPolygonF({centre}), false, static_cast<int>(index) * 2 + phase});
    }
}

/// The number beside each dot, outside the pair first.
void IntensityPlot::composeValues(Scene& scene, LabelPlacer& placer, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const double slot = area.height() / static_cast<double>(m_now->rows.size());
    if (slot < style.tick.height())
        return;
    for (std::size_t i = 0; i < m_now->rows.size(); ++i) {
        const PartWork& row = m_now->rows[i];
        const double y = area.top() + slot * (static_cast<double>(i) + 0.5);
        const bool decodeIsLeft = intensity(row, decode) <= intensity(row, prefill);
        for (const Phase phase : {prefill, decode}) {
            const double value = intensity(row, phase);
            const double x = std::clamp(stage.frame.toX(value), area.left(), area.right());
            const QSizeF size = sizeOf(intensityText(value), style.tick);
            const bool left = (phase == decode) == decodeIsLeft;
            const QRectF before(QPointF(x - style.px(7) - size.width(), y - size.height() / 2), size);
            const QRectF behind(QPointF(x + style.px(7), y - size.height() / 2), size);
            std::vector<QRectF> boxes = {left ? before : behind};
            std::erase_if(boxes, [&](const QRectF& box) { return box.left() < area.left() || box.right() > stage.frame.size().width(); });
            addPlaced(scene, placer, boxes, intensityText(value), style.tick, style.theme.muted);
        }
    }
}

QStringList IntensityPlot::rules(const PartWork& row, Phase phase) const
{
    QStringList lines;
    if (!m_now->ridge || row.several || row.kinds.empty())
        return lines;
    const Layer& layer = m_now->scenario.model.architecture.kinds[row.kinds.front()];
    const Attention& at = layer.attention;
    if (row.component == Component::attention && at.kind == AttentionKind::full && at.kvHeads > 0) {
        const double group = static_cast<double>(at.heads) / static_cast<double>(at.kvHeads);
        if (phase == prefill)
            lines << tr("whole prompts are compute-bound above %1: I (G + 1) / G").arg(contextText(std::ceil(prefillComputeBoundAbove(*m_now->ridge, group))));
        else
            lines << tr("towards G = %1 query heads to a key head in bf16, however many sequences").arg(intensityText(group));
    }
    if (row.experts && (row.component == Component::mlpIn || row.component == Component::mlpOut))
        lines << tr("compute-bound above about %1 together: I b / 2 × E / k")
                     .arg(contextText(std::ceil(expertCriticalBatch(*m_now->ridge, m_now->scenario.plan.weightType, static_cast<double>(layer.mlp.experts), static_cast<double>(layer.mlp.topK)))));
    return lines;
}

FigureHit IntensityPlot::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    if (id == kRidgeHit) {
        const Chip& chip = m_now->scenario.hardware.cluster.chip;
        hit.title = tr("ridge %1 FLOP/B").arg(intensityText(m_now->ridge->value));
        hit.lines << tr("%1 %2 over HBM %3").arg(fromCore(nameOf(m_now->dtype)), siText(m_now->peak.value, "FLOP/s"), siText(chip.hbm.bandwidth->value, "B/s"));
        hit.anchor = QPointF(frame.toX(m_now->ridge->value), point.y());
        hit.derivation = QStringLiteral("ridge.hbm");
        return hit;
    }
    const PartWork& row = m_now->rows[static_cast<std::size_t>(id / 2)];
    const auto phase = static_cast<Phase>(id % 2);
    const Operation& work = phase == prefill ? row.prefill : row.decode;
    const double value = intensity(row, phase);
    hit.title = tr("%1: %2 FLOP/B").arg(rowName(row), intensityText(value));
    hit.lines << phaseName(phase) << tr("%1 over %2").arg(siText(work.flops.value, "FLOP"), bytesText(work.traffic.value));
    if (m_now->ridge)
        hit.lines << (value < m_now->ridge->value ? tr("memory-bound: %1 of the ridge").arg(percentText(value / m_now->ridge->value))
                                                  : tr("compute-bound: %1 × the ridge").arg(siText(value / m_now->ridge->value, {})));
    hit.lines << rules(row, phase);
    hit.derivation = derivation(row, phase);
    return hit;
}

}  // namespace scalescope
