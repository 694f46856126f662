// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/layer_diagram.h"

#include "core/base/format.h"
#include "core/explain/derivation.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/calculator_words.h"
#include "widgets/plots/figure_words.h"

namespace scalescope {

using namespace Qt::StringLiterals;

void LayerDiagram::setLayer(std::optional<int> layer)
{
    if (layer == m_layer)
        return;
    m_layer = layer;
    openKind();
    invalidate();
}

void LayerDiagram::openKind()
{
    if (m_decoder.kinds.empty())
        return;
    m_kind = m_decoder.kindOf(layer());
    m_picture = pictureOf(m_decoder, m_kind);
}

QString LayerDiagram::title() const
{
    return tr("Layer %1 of %2, kind %3")
        .arg(wholeText(layer()), wholeText(static_cast<double>(m_decoder.architecture.layers)), letterText(m_kind));
}

QString LayerDiagram::caption() const
{
    if (m_decoder.kinds.empty())
        return {};
    return tr("FLOPs are of one token of %1, forward. %2.").arg(wholeText(m_decoder.context), layerWords(m_decoder.layer(m_kind), true));
}

QString LayerDiagram::summary() const
{
    QStringList sentences = {caption()};
    for (const LayerBlock& block : m_picture.blocks) {
        QStringList parts;
        for (const LayerPart& part : block.parts)
            parts << part.name + u' ' + part.shape;
        sentences << tr("%1: %2.").arg(block.name, parts.join(u", "));
    }
    sentences << tr("Caches %1.").arg(m_picture.caches.join(u", "));
    return sentences.join(u' ');
}

FigureTable LayerDiagram::table() const
{
    FigureTable table;
    table.columns = {tr("Block"), tr("Part"), tr("Shape"), tr("In numbers"), tr("Parameters"), tr("FLOPs per token")};
    for (const LayerBlock& block : m_picture.blocks)
        for (const LayerPart& part : block.parts) {
            const QStringList names = {block.name, part.name, part.shape, part.numbers};
            table.rows << (names + (part.counted ? QStringList{wholeText(part.parameters), siText(part.flops, "FLOP")}
                                                 : QStringList{QString(), QString()}));
            table.values << (names + (part.counted ? QStringList{fromCore(shortest(part.parameters)), fromCore(shortest(part.flops))}
                                                   : QStringList{QString(), QString()}));
        }
    if (!m_decoder.kinds.empty()) {
        const KindNumbers& n = m_decoder.kinds[m_kind];
        const QStringList names = {tr("One layer"), QString(), QString(), QString()};
        table.rows << (names + QStringList{wholeText(static_cast<double>(n.parameters)), siText(n.flops, "FLOP")});
        table.values << (names + QStringList{QString::number(n.parameters), fromCore(shortest(n.flops))});
    }
    return table;
}

void LayerDiagram::take(const Snapshot& now)
{
    m_decoder = decoderOf(now.scenario);
    openKind();
}

void LayerDiagram::takeBefore(const Snapshot*) {}

FigureHit LayerDiagram::describe(int id, QPointF, const Frame&) const
{
    FigureHit hit;
    const KindNumbers& n = m_decoder.kinds[m_kind];
    const QString letter = letterText(m_kind);
    if (id == kCacheHit) {
        hit.title = tr("What one layer of kind %1 caches").arg(letter);
        hit.lines = m_picture.caches;
        if (n.cache().value > 0)
            hit.derivation = u"model.cache."_s + letter;
        return hit;
    }
    if (id == kTotalHit) {
        hit.title = tr("One layer of kind %1").arg(letter);
        hit.lines << tr("%1 parameters").arg(wholeText(static_cast<double>(n.parameters)));
        if (n.active != n.parameters)
            hit.lines << tr("%1 of them active").arg(wholeText(static_cast<double>(n.active)));
        hit.lines << tr("%1 per token").arg(siText(n.flops, "FLOP"));
        hit.derivation = u"model.layer_parameters."_s + letter;
        return hit;
    }
    const LayerPart& part = m_picture.blocks[static_cast<std::size_t>(id / kHitsPerBlock)].parts[static_cast<std::size_t>(id % kHitsPerBlock)];
    hit.title = part.name;
    hit.lines << part.shape;
    if (part.numbers != part.shape)
        hit.lines << part.numbers;
    if (!part.counted)
        return hit;
    if (part.parameters > 0)
        hit.lines << tr("%1 parameters, %2 of the layer's")
                         .arg(wholeText(part.parameters), percentText(part.parameters / static_cast<double>(n.parameters)));
    hit.lines << tr("%1 per token, %2 of the layer's")
                     .arg(siText(part.flops, "FLOP"), percentText(n.flops > 0 ? part.flops / n.flops : 0));
    hit.derivation = derivationOf(part);
    return hit;
}

QString LayerDiagram::derivationOf(const LayerPart& part) const
{
    const QString letter = letterText(m_kind);
    if (part.look == LayerPart::Look::norm || part.look == LayerPart::Look::elementwise)
        return u"model.layer_parameters."_s + letter;
    return u"prefill."_s + letter + u'.' + fromCore(idOf(static_cast<Component>(part.component))) + u".flops"_s;
}

}  // namespace scalescope
