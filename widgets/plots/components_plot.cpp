// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/components_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/model_words.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kNames = 0.3;  // of the width, at most

/// Of the parameters of a part, as counted; nothing where a part is not counted alone.
QString derivationOf(const PartCount& part, const ParameterCount& count)
{
    struct Counted {
        ModelPart part;
        const char* id;
        std::int64_t ParameterCount::*count;
    };
    static constexpr std::array kCounted = {
        Counted{ModelPart::embedding, "embedding", &ParameterCount::embedding},
        Counted{ModelPart::projections, "attention", &ParameterCount::attention},
        Counted{ModelPart::mlp, "mlp", &ParameterCount::mlp},
        Counted{ModelPart::shared, "mlp", &ParameterCount::mlp},
        Counted{ModelPart::router, "router", &ParameterCount::router},
        Counted{ModelPart::experts, "experts", &ParameterCount::experts},
        Counted{ModelPart::norms, "norms", &ParameterCount::norms},
        Counted{ModelPart::other, "other", &ParameterCount::other},
        Counted{ModelPart::unembedding, "unembedding", &ParameterCount::unembedding},
        Counted{ModelPart::tower, "tower", &ParameterCount::tower},
    };
    const auto found = std::find_if(kCounted.begin(), kCounted.end(), [&](const Counted& c) { return c.part == part.part; });
    if (found == kCounted.end() || part.parameters <= 0 || static_cast<double>(count.*found->count) != part.parameters)
        return {};
    return QStringLiteral("model.parameters.") + QLatin1String(found->id);
}

double shareOf(double part, double whole) { return whole > 0 ? part / whole : 0; }

/// The rows that have room: the largest, and the rest as one.
std::vector<PartCount> fitted(std::vector<PartCount> parts, std::size_t most, double parameters, double flops)
{
    if (parts.size() <= most || most == 0)
        return parts;
    const auto weight = [&](const PartCount& p) { return std::max(shareOf(p.parameters, parameters), shareOf(p.flops.value, flops)); };
    std::vector<PartCount> order = parts;
    std::stable_sort(order.begin(), order.end(), [&](const PartCount& a, const PartCount& b) { return weight(a) > weight(b); });
    PartCount rest;
    rest.part = ModelPart::other;
    std::vector<PartCount> shown;
    for (const PartCount& part : parts) {
        const auto rank = static_cast<std::size_t>(std::find_if(order.begin(), order.end(), [&](const PartCount& p) { return p.part == part.part; }) - order.begin());
        if (rank + 1 < most && part.part != ModelPart::other) {
            shown.push_back(part);
            continue;
        }
        rest.parameters += part.parameters;
        rest.idle += part.idle;
        rest.flops += part.flops;
    }
    shown.push_back(rest);
    return shown;
}

}  // namespace

QString ComponentsPlot::title() const { return tr("Parameters and FLOPs by component"); }

QString ComponentsPlot::caption() const
{
    if (m_now.parts.empty())
        return {};
    const auto largest = [&](Column column) {
        return *std::max_element(m_now.parts.begin(), m_now.parts.end(), [&](const PartCount& a, const PartCount& b) {
            return m_now.amount(a, column) < m_now.amount(b, column);
        });
    };
    const PartCount parameters = largest(parametersColumn);
    const PartCount flops = largest(flopsColumn);
    return tr("Most parameters: %1, %2. Most FLOPs of a token at %3: %4, %5.")
        .arg(partName(parameters), percentText(shareOf(parameters.parameters, m_now.total(parametersColumn))),
             contextText(m_now.context), partName(flops), percentText(shareOf(flops.flops.value, m_now.total(flopsColumn))));
}

QString ComponentsPlot::summary() const
{
    QStringList words;
    for (const PartCount& part : m_now.parts)
        words << tr("%1: %2 parameters, %3").arg(partName(part), amountText(part.parameters, parametersColumn), amountText(part.flops.value, flopsColumn));
    return heading(parametersColumn) + u", " + heading(flopsColumn) + u". " + words.join(tr("; ")) + u'.';
}

FigureTable ComponentsPlot::table() const
{
    FigureTable table;
    table.columns = {tr("Part"), tr("Parameters"), tr("Share"), tr("Active"), tr("FLOPs per token"), tr("Share of FLOPs")};
    const auto add = [&](const QString& name, double parameters, double idle, double flops) {
        const double ofParameters = shareOf(parameters, m_now.total(parametersColumn));
        const double ofFlops = shareOf(flops, m_now.total(flopsColumn));
        table.rows << QStringList{name, fromCore(formatCount(parameters)), percentText(ofParameters), fromCore(formatCount(parameters - idle)), siText(flops, "FLOP"), percentText(ofFlops)};
        table.values << QStringList{name, fromCore(shortest(parameters)), fromCore(shortest(ofParameters)), fromCore(shortest(parameters - idle)), fromCore(shortest(flops)), fromCore(shortest(ofFlops))};
    };
    for (const PartCount& part : m_now.parts)
        add(partName(part), part.parameters, part.idle, part.flops.value);
    if (!m_now.parts.empty())
        add(tr("total"), m_now.total(parametersColumn), static_cast<double>(m_now.count.idle), m_now.total(flopsColumn));
    return table;
}

ComponentsPlot::Content ComponentsPlot::Content::of(const Snapshot& snapshot)
{
    const Scenario& s = snapshot.scenario;
    Content content;
    content.context = s.workload.sequence;
    content.parts = partCounts(s.model.architecture, s.workload.sequence, s.assumptions.mask);
    content.derivation = attentionDerivation(s.assumptions);
    content.count = countParameters(s.model.architecture);
    for (const PartCount& part : content.parts)
        content.flops += part.flops;
    return content;
}

const PartCount* ComponentsPlot::Content::find(ModelPart part) const
{
    const auto found = std::find_if(parts.begin(), parts.end(), [part](const PartCount& p) { return p.part == part; });
    return found == parts.end() ? nullptr : &*found;
}

double ComponentsPlot::Content::amount(const PartCount& part, Column column) const
{
    return column == parametersColumn ? part.parameters : part.flops.value;
}

double ComponentsPlot::Content::total(Column column) const
{
    return column == parametersColumn ? static_cast<double>(count.total()) : flops.value;
}

void ComponentsPlot::take(const Snapshot& now) { m_now = Content::of(now); }

void ComponentsPlot::takeBefore(const Snapshot* before) { m_before = before ? std::optional(Content::of(*before)) : std::nullopt; }

QString ComponentsPlot::partName(const PartCount& part) const { return translated(nameOf(part.part)); }

QString ComponentsPlot::amountText(double amount, Column column) const
{
    return column == parametersColumn ? siText(amount, {}) : siText(amount, "FLOP");
}

QString ComponentsPlot::heading(Column column) const
{
    if (column == flopsColumn)
        return tr("%1 per token, forward").arg(siText(m_now.flops.value, "FLOP"));
    const QString all = tr("%1 parameters").arg(siText(static_cast<double>(m_now.count.total()), {}));
    return m_now.count.idle > 0 ? all + tr(", %1 active").arg(siText(static_cast<double>(m_now.count.active()), {})) : all;
}

Axes ComponentsPlot::axesFor(const PlotStyle& style, const QSize& size, bool) const
{
    double names = 0;
    for (const PartCount& part : m_now.parts)
        names = std::max(names, style.text.width(partName(part)));
    Axes axes;
    axes.x.shown = axes.y.shown = false;
    axes.margins = {qRound(std::min(names + style.px(10), size.width() * kNames)), qRound(style.strong.height() * 1.7), qRound(style.px(4)), qRound(style.px(4))};
    return axes;
}

void ComponentsPlot::compose(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const double column = area.width() / 2;
    for (const Column c : {parametersColumn, flopsColumn}) {
        const double left = area.left() + column * static_cast<double>(c);
        // Over the names too, where the first has no room over its bars.
        const double from = c == parametersColumn ? std::min(left, std::max(0.0, left + column - style.px(10) - style.strong.width(heading(c)))) : left;
        const double room = left + column - style.px(10) - from;
        const bool fits = style.strong.width(heading(c)) <= room;
        const QString brief = amountText(c == parametersColumn ? static_cast<double>(m_now.count.total()) : m_now.flops.value, c);
        const QString words = style.strong.elided(fits ? heading(c) : brief, room);
        scene.add(labelIn(QRectF(QPointF(from, style.px(2)), sizeOf(words, style.strong)), words, style.strong, style.theme.ink));
        scene.add(Stroke{QPolygonF({QPointF(left, area.top()), QPointF(left, area.bottom())}), style.pen(style.theme.grid, 1)});
    }
    const auto most = static_cast<std::size_t>(std::max(2.0, area.height() / (std::ceil(style.text.height()) + 1)));
    const std::vector<PartCount> rows = fitted(m_now.parts, most, m_now.total(parametersColumn), m_now.flops.value);
    const double slot = area.height() / static_cast<double>(std::max<std::size_t>(1, rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        composeRow(scene, stage, rows[i], QRectF(area.left(), area.top() + slot * static_cast<double>(i), area.width(), slot));
}

void ComponentsPlot::composeRow(Scene& scene, const Stage& stage, const PartCount& part, const QRectF& slot) const
{
    const PlotStyle& style = stage.style;
    const double height = std::round(std::min(slot.height() * 0.62, style.px(24)));
    const double top = std::round(slot.center().y() - height / 2);
    const double right = slot.left() - style.px(8);
    const QString name = style.text.elided(partName(part), right);
    const QSizeF size = sizeOf(name, style.text);
    scene.add(labelIn(QRectF(QPointF(right - size.width(), slot.center().y() - size.height() / 2), size), name, style.text, style.theme.ink));
    const double column = slot.width() / 2;
    for (const Column c : {parametersColumn, flopsColumn})
        composeBar(scene, stage, part, c, QRectF(slot.left() + column * static_cast<double>(c) + 1, top, column - style.px(10), height));
}

void ComponentsPlot::composeBar(Scene& scene, const Stage& stage, const PartCount& part, Column column, const QRectF& bar) const
{
    const PlotStyle& style = stage.style;
    const double amount = m_now.amount(part, column);
    const double share = shareOf(amount, m_now.total(column));
    const QString words = amount > 0 ? amountText(amount, column) + QStringLiteral("  ") + percentText(share) : fromCore(kNotANumber);
    const double gap = style.px(5);
    // The whole model is the full length, with room for the longest words behind it.
    const double room = style.tick.width(amountText(888e9, column) + QStringLiteral("  88 %")) + gap;
    const double full = std::max(style.px(12), bar.width() - room);
    const double end = bar.left() + std::max(amount > 0 ? style.px(1.5) : 0.0, full * share);
    if (amount > 0) {
        const double idle = column == parametersColumn ? full * shareOf(part.idle, m_now.total(column)) : 0;
        scene.add(Box{QRectF(QPointF(bar.left(), bar.top()), QPointF(end - idle, bar.bottom())), style.theme.ink});
        if (idle > 0)
            scene.add(Box{QRectF(QPointF(end - idle, bar.top()), QPointF(end, bar.bottom())), style.mixed(style.theme.ink, 0.12),
                          style.mixed(style.theme.ink, 0.6), style.mixed(style.theme.ink, 0.5)});
    }
    scene.hits.push_back({QPolygonF(QRectF(bar.left(), bar.top(), std::max(style.px(6), end - bar.left()), bar.height())), true, static_cast<int>(part.part) * 2 + column});
    if (m_before && stage.ghost > 0) {
        const PartCount* then = m_before->find(part.part);
        const double before = then ? full * shareOf(m_before->amount(*then, column), m_before->total(column)) : 0;
        if (std::fabs(before - full * share) > 0.5)
            addGhostBar(scene, style, QRectF(bar.left(), bar.top() - style.px(2), std::max(1.0, before), bar.height() + style.px(4)), false, stage.ghost);
    }
    // Where both have no room, the amount stands alone; the share is in the bar, the hover and the table.
    const double left = std::max(0.0, bar.right() - end - gap);
    const bool fits = style.tick.width(words) <= left;
    const QString text = style.tick.elided(fits || amount <= 0 ? words : amountText(amount, column), left);
    const QSizeF size = sizeOf(text, style.tick);
    scene.add(labelIn(QRectF(QPointF(end + gap, bar.center().y() - size.height() / 2), size), text, style.tick, style.theme.muted));
}

FigureHit ComponentsPlot::describe(int id, QPointF, const Frame&) const
{
    const auto column = static_cast<Column>(id % 2);
    PartCount part;
    part.part = static_cast<ModelPart>(id / 2);
    if (const PartCount* found = m_now.find(part.part))
        part = *found;
    FigureHit hit;
    hit.title = partName(part) + u": " + amountText(m_now.amount(part, column), column);
    hit.lines << tr("%1 of the model").arg(percentText(shareOf(m_now.amount(part, column), m_now.total(column))));
    if (column == flopsColumn) {
        hit.lines << tr("of one token at a context of %1, forward").arg(contextText(m_now.context));
        if (part.part == ModelPart::scores)
            hit.derivation = m_now.derivation;
        return hit;
    }
    if (part.idle > 0)
        hit.lines << tr("%1 of them idle: experts that a token does not meet").arg(amountText(part.idle, column));
    if (part.part == ModelPart::unembedding && part.parameters == 0)
        hit.lines << tr("tied: the embedding's");
    hit.derivation = derivationOf(part, m_now.count);
    return hit;
}

}  // namespace scalescope
