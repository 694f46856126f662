// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/layers_diagram.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/calculator_words.h"
#include "widgets/plots/figure_words.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

QString parametersText(double parameters) { return siText(parameters, {}); }

}  // namespace

void LayersDiagram::setLayer(std::optional<int> layer)
{
    if (layer == m_layer)
        return;
    m_layer = layer;
    invalidate();
}

QString LayersDiagram::title() const { return tr("Layers"); }

QString LayersDiagram::caption() const
{
    const auto kinds = std::count_if(m_decoder.kinds.begin(), m_decoder.kinds.end(),
                                     [](const KindNumbers& n) { return n.layers > 0; });
    const QString size = m_decoder.active == m_decoder.parameters
        ? tr("%1 parameters").arg(parametersText(static_cast<double>(m_decoder.parameters)))
        : tr("%1 parameters, %2 active")
              .arg(parametersText(static_cast<double>(m_decoder.parameters)),
                   parametersText(static_cast<double>(m_decoder.active)));
    const QString layers = kinds == 1
        ? tr("%1 layers, all alike").arg(wholeText(static_cast<double>(m_decoder.architecture.layers)))
        : tr("%1 layers of %2 kinds").arg(wholeText(static_cast<double>(m_decoder.architecture.layers))).arg(kinds);
    return tr("%1: %2, %3. Click a layer to open it. Beside each kind: parameters and cache of one layer at %4 tokens.")
        .arg(m_decoder.name, layers, size, wholeText(m_decoder.context));
}

QString LayersDiagram::summary() const
{
    QStringList sentences;
    for (std::size_t k = 0; k < m_decoder.kinds.size(); ++k)
        if (m_decoder.kinds[k].layers > 0)
            sentences << tr("%1: %2; %3.").arg(letterText(k), layerWords(m_decoder.layer(k), false), linesOf(k).join(u", "));
    return sentences.join(u' ');
}

FigureTable LayersDiagram::table() const
{
    FigureTable table;
    table.columns = {tr("Kind"),  tr("What it is"), tr("Layers"), tr("Parameters per layer"), tr("Active per layer"),
                     tr("FLOPs per token and layer"), tr("Cache per token and layer"), tr("Cache per sequence and layer"), tr("State per sequence and layer")};
    const auto row = [&](const QString& name, const QString& what, std::initializer_list<double> values,
                         std::initializer_list<QString> texts) {
        QStringList cells = {name, what};
        QStringList exact = cells;
        for (const QString& text : texts)
            cells << text;
        for (const double value : values)
            exact << fromCore(shortest(value));
        table.rows << cells;
        table.values << exact;
    };
    for (std::size_t k = 0; k < m_decoder.kinds.size(); ++k) {
        const KindNumbers& n = m_decoder.kinds[k];
        if (n.layers == 0)
            continue;
        const Bytes kept = n.keysAndValues + n.indexKeys;
        const auto layers = static_cast<double>(n.layers);
        const auto parameters = static_cast<double>(n.parameters);
        const auto active = static_cast<double>(n.active);
        row(letterText(k), layerWords(m_decoder.layer(k), false),
            {layers, parameters, active, n.flops, n.perToken.value, kept.value, n.state.value},
            {wholeText(layers), wholeText(parameters), wholeText(active), siText(n.flops, "FLOP"), bytesText(n.perToken.value),
             bytesText(kept.value), bytesText(n.state.value)});
    }
    for (const auto* parts : {&m_decoder.before, &m_decoder.behind})
        for (const OutsidePart& part : *parts)
            row(part.name, part.note, {1, part.parameters, part.parameters, part.flops, 0, 0, 0},
                {QString(), wholeText(part.parameters), wholeText(part.parameters), siText(part.flops, "FLOP"), QString(), QString(), QString()});
    return table;
}

void LayersDiagram::take(const Snapshot& now) { m_decoder = decoderOf(now.scenario); }

void LayersDiagram::takeBefore(const Snapshot*) {}

QStringList LayersDiagram::linesOf(std::size_t kind) const
{
    const KindNumbers& n = m_decoder.kinds[kind];
    QStringList lines = {tr("%1 layers").arg(wholeText(static_cast<double>(n.layers)))};
    if (n.active == n.parameters)
        lines << tr("%1 parameters each").arg(wholeText(static_cast<double>(n.parameters)));
    else
        lines << tr("%1 parameters each, %2 of them active")
                     .arg(wholeText(static_cast<double>(n.parameters)), wholeText(static_cast<double>(n.active)));
    lines << tr("%1 per token each").arg(siText(n.flops, "FLOP"));
    if (n.perToken.value > 0)
        lines << tr("%1 cached per token, %2 of a sequence of %3 tokens")
                     .arg(bytesText(n.perToken.value), bytesText((n.keysAndValues + n.indexKeys).value), wholeText(m_decoder.context));
    if (n.state.value > 0)
        lines << tr("%1 of state per sequence").arg(bytesText(n.state.value));
    if (n.cache().value <= 0)
        lines << tr("nothing cached");
    return lines;
}

FigureHit LayersDiagram::describeLayer(int layer) const
{
    const std::size_t kind = m_decoder.kindOf(layer);
    FigureHit hit;
    hit.title = tr("Layer %1, kind %2").arg(wholeText(layer), letterText(kind));
    hit.lines = QStringList{mixerWords(m_decoder.layer(kind).attention, false), mlpWords(m_decoder.layer(kind).mlp, false)};
    hit.lines.removeAll(QString());
    hit.lines += linesOf(kind).mid(1);
    hit.derivation = u"model.layer_parameters."_s + letterText(kind);
    return hit;
}

FigureHit LayersDiagram::describeKind(std::size_t kind) const
{
    FigureHit hit;
    hit.title = tr("Kind %1").arg(letterText(kind));
    hit.lines = QStringList{mixerWords(m_decoder.layer(kind).attention, false), mlpWords(m_decoder.layer(kind).mlp, false)};
    hit.lines.removeAll(QString());
    hit.lines += linesOf(kind);
    hit.derivation = u"model.layer_parameters."_s + letterText(kind);
    return hit;
}

FigureHit LayersDiagram::describe(int id, QPointF, const Frame&) const
{
    if (id < kKinds)
        return describeLayer(id);
    if (id < kOutside)
        return describeKind(static_cast<std::size_t>(id - kKinds));
    auto index = static_cast<std::size_t>(id - kOutside);
    const bool before = index < m_decoder.before.size();
    const OutsidePart& part = before ? m_decoder.before[index] : m_decoder.behind[index - m_decoder.before.size()];
    FigureHit hit;
    hit.title = part.name;
    if (!part.shape.isEmpty())
        hit.lines << tr("%1, with V = %2 and D = %3")
                         .arg(part.shape, wholeText(static_cast<double>(m_decoder.architecture.vocabulary)),
                              wholeText(static_cast<double>(m_decoder.architecture.width)));
    hit.lines << (part.apart ? tr("%1 parameters, not counted with the model's") : tr("%1 parameters")).arg(wholeText(part.parameters));
    if (part.parameters == 0 && m_decoder.architecture.tied)
        hit.lines << tr("the embedding's matrix serves here too");
    if (part.flops > 0)
        hit.lines << tr("%1 per token").arg(siText(part.flops, "FLOP"));
    hit.derivation = part.derivation;
    return hit;
}

std::optional<int> LayersDiagram::layerAt(QPointF point) const
{
    const HitShape* hit = scene().hitAt(point, 1.0);
    return hit && hit->id < kKinds ? std::optional(hit->id) : std::nullopt;
}

void LayersDiagram::mouseMoveEvent(QMouseEvent* event)
{
    PlotFigure::mouseMoveEvent(event);
    if (!layerAt(event->position()))
        return;
    setCursor(Qt::PointingHandCursor);
    if (event->buttons() & Qt::LeftButton)
        emit layerChosen(*layerAt(event->position()));
}

void LayersDiagram::mousePressEvent(QMouseEvent* event)
{
    const auto layer = layerAt(event->position());
    if (!layer || event->button() != Qt::LeftButton)
        return PlotFigure::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    emit layerChosen(*layer);
}

void LayersDiagram::keyPressEvent(QKeyEvent* event)
{
    const int last = m_decoder.layers() - 1;
    int target = layer();
    switch (event->key()) {
    case Qt::Key_Left: --target; break;
    case Qt::Key_Right: ++target; break;
    case Qt::Key_Home: target = 0; break;
    case Qt::Key_End: target = last; break;
    case Qt::Key_Return:
    case Qt::Key_Enter: emit activated(describeLayer(target).derivation); return;
    default: PlotFigure::keyPressEvent(event); return;
    }
    target = std::clamp(target, 0, last);
    if (target != layer())
        emit layerChosen(target);
    setAccessibleDescription(describeLayer(target).title + u": " + describeLayer(target).lines.join(u", "));
}

}  // namespace scalescope
