// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/layer_parts.h"

#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/plots/calculator_words.h"
#include "widgets/plots/figure_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace scalescope {

using namespace Qt::StringLiterals;
using Look = LayerPart::Look;

namespace {

class LayerWords {
    Q_DECLARE_TR_FUNCTIONS(LayerWords)
};

/// A side of an array: its letter and its size.
struct Side {
    QString letter;
    double size;
};

QString lettersOf(const std::vector<Side>& sides)
{
    QStringList words;
    for (const Side& side : sides)
        words << side.letter;
    return u'[' + words.join(u", ") + u']';
}

QString numbersOf(const std::vector<Side>& sides)
{
    QStringList words;
    for (const Side& side : sides)
        words << wholeText(side.size);
    return u'[' + words.join(u", ") + u']';
}

/// Writes the parts of one layer in the order in which a token meets them.
class LayerWriter {
public:
    LayerWriter(const Decoder& decoder, std::size_t kind)
        : m_decoder(decoder),
          m_numbers(decoder.kinds[kind]),
          m_layer(decoder.layer(kind)),
          m_width(side(u"D"_s, decoder.architecture.width))
    {
    }

    LayerPicture write()
    {
        const bool mixes = m_layer.attention.kind != AttentionKind::none;
        const bool both = mixes && m_layer.mlp.kind != MlpKind::none;
        // One norm for two blocks: they stand side by side.
        const bool parallel = both && m_layer.norms <= 1;
        m_sandwich = m_layer.norms >= (both ? 4 : 2);
        if (mixes) {
            begin(parallel ? LayerWords::tr("attention and MLP") : mixerName());
            norm(Component::attentionNorm);
            m_lane = parallel ? 0 : -1;
            m_flat = parallel;
            mixer();
            if (!parallel)
                normBehind();
        }
        if (m_layer.mlp.kind != MlpKind::none) {
            if (!parallel) {
                begin(m_layer.mlp.experts > 0 ? LayerWords::tr("experts") : LayerWords::tr("MLP"));
                norm(Component::mlpNorm);
                m_lane = -1;
            } else {
                m_lane = 1;
            }
            m_flat = parallel;
            m_layer.mlp.experts > 0 ? experts() : dense();
            if (!parallel)
                normBehind();
        }
        if (m_numbers.of(Component::layerEmbedding).present) {
            begin(LayerWords::tr("layer embedding"));
            const std::vector<Side> sides = {m_width, side(u"D_e"_s, m_decoder.architecture.layerEmbeddingWidth)};
            m_lane = -1;
            add(Look::matrix, LayerWords::tr("Gate, projection"), u"2 × "_s + lettersOf(sides), u"2 × "_s + numbersOf(sides),
                {Component::layerEmbedding});
        }
        letters();
        caches();
        return std::move(m_picture);
    }

private:
    static Side side(const QString& letter, std::int64_t size) { return {letter, static_cast<double>(size)}; }

    const Attention& at() const { return m_layer.attention; }
    const Mlp& mlp() const { return m_layer.mlp; }
    Side heads() { return letter(side(u"N"_s, at().heads), LayerWords::tr("heads")); }
    Side keyHeads() { return letter(side(u"K"_s, at().kvHeads), LayerWords::tr("KV heads")); }
    Side headDim() { return letter(side(u"H"_s, at().headDim), LayerWords::tr("width of a head")); }
    Side rope() { return letter(side(u"H_r"_s, at().ropeDim), LayerWords::tr("rotary width")); }
    Side stateDim() { return letter(side(u"d_s"_s, at().stateDim), LayerWords::tr("state width")); }
    Side queryRank() { return letter(side(u"r_q"_s, at().queryRank), LayerWords::tr("query rank")); }
    Side kvRank() { return letter(side(u"r_kv"_s, at().kvRank), LayerWords::tr("KV rank")); }
    Side valueDim() { return letter(side(u"H_v"_s, at().valueDim), LayerWords::tr("value width")); }

    /// Remembers a letter for the list of letters.
    Side letter(const Side& side, const QString& meaning)
    {
        const auto known = std::find_if(m_letters.begin(), m_letters.end(),
                                        [&](const DimensionLetter& l) { return l.letter == side.letter; });
        if (known == m_letters.end())
            m_letters.push_back({side.letter, meaning, side.size});
        return side;
    }

    void begin(const QString& name)
    {
        m_picture.blocks.push_back({{}, name});
        m_lane = -1;
        m_flat = false;
    }

    /// Ways side by side; within a parallel layer, whose blocks are the ways, one after the other.
    void toLane(int lane)
    {
        if (!m_flat)
            m_lane = lane;
    }

    LayerPart& add(Look look, const QString& name, const QString& shape, const QString& numbers,
                   std::initializer_list<Component> components, bool minor = false)
    {
        LayerPart part;
        part.look = look;
        part.name = name;
        part.shape = shape;
        part.numbers = numbers;
        part.minor = minor;
        part.lane = m_lane;
        for (const Component c : components) {
            const ComponentNumbers& n = m_numbers.of(c);
            if (!n.present)
                continue;
            part.counted = true;
            part.parameters += n.weights;
            part.flops += n.flops;
            if (part.component < 0)
                part.component = static_cast<int>(c);
        }
        m_picture.blocks.back().parts.push_back(std::move(part));
        return m_picture.blocks.back().parts.back();
    }

    void matrix(const QString& name, const QString& symbol, const std::vector<Side>& sides, Component component,
                Look look = Look::matrix)
    {
        add(look, name, symbol + u' ' + lettersOf(sides), symbol + u' ' + numbersOf(sides), {component});
    }

    QString normName() const
    {
        switch (m_decoder.architecture.norm) {
        case NormKind::layer: return LayerWords::tr("Layer norm");
        case NormKind::unscaled: return LayerWords::tr("Norm without scales");
        case NormKind::rms: break;
        }
        return LayerWords::tr("RMS norm");
    }

    void norm(Component component)
    {
        if (!m_numbers.of(component).present)
            return;
        LayerPart& part = add(Look::norm, normName(), lettersOf({m_width}), numbersOf({m_width}), {component});
        if (component == Component::mlpNorm && m_sandwich)
            part.numbers += LayerWords::tr("; counted with the norms behind both blocks");
    }

    void normBehind()
    {
        m_lane = -1;
        if (m_sandwich)
            add(Look::norm, normName(), lettersOf({m_width}), LayerWords::tr("counted with the norm before the MLP"), {}, true);
    }

    QString mixerName() const
    {
        switch (at().kind) {
        case AttentionKind::latent: return LayerWords::tr("latent attention");
        case AttentionKind::linear: return LayerWords::tr("linear attention");
        case AttentionKind::stateSpace: return LayerWords::tr("state space");
        default: break;
        }
        return LayerWords::tr("attention");
    }

    void mixer()
    {
        switch (at().kind) {
        case AttentionKind::full: full(); break;
        case AttentionKind::latent: latent(); break;
        case AttentionKind::linear: linear(); break;
        case AttentionKind::stateSpace: stateSpace(); break;
        case AttentionKind::none: break;
        }
    }

    bool has(Component c) const { return m_numbers.of(c).present; }

    int sideWays() const { return (at().queryRank > 0 ? 1 : 0) + (has(Component::compressor) ? 1 : 0) + (has(Component::indexer) ? 1 : 0) + (at().gate != OutputGate::none ? 1 : 0); }

    void queries(const std::vector<Side>& up)
    {
        if (at().queryRank == 0)
            return;
        matrix(LayerWords::tr("Query down"), u"Wdq"_s, {m_width, queryRank()}, Component::queryDown);
        matrix(LayerWords::tr("Query up"), u"Wuq"_s, up, Component::queryUp);
    }

    void indexer(int lane)
    {
        if (has(Component::compressor)) {
            toLane(lane);
            add(Look::matrix, LayerWords::tr("Compressor"), LayerWords::tr("%1 tokens to one").arg(wholeText(static_cast<double>(at().compression))),
                LayerWords::tr("entries of %1").arg(wholeText(static_cast<double>(at().headDim))), {Component::compressor});
        }
        if (!has(Component::indexer))
            return;
        toLane(lane + 1);
        const Side n = letter(side(u"N_i"_s, at().indexHeads), LayerWords::tr("indexer heads"));
        const Side h = letter(side(u"H_i"_s, at().indexDim), LayerWords::tr("indexer width"));
        const Side input = at().queryRank > 0 ? queryRank() : m_width;
        matrix(LayerWords::tr("Indexer"), u"Wi"_s, {input, n, h}, Component::indexer);
        add(Look::mixer, LayerWords::tr("Index scores"), LayerWords::tr("top %1 of S").arg(wholeText(static_cast<double>(at().indexTopK))),
            LayerWords::tr("%1 keys looked through").arg(wholeText(m_decoder.context)), {Component::indexScores});
    }

    void gate(int lane, Side width)
    {
        if (!has(Component::gate))
            return;
        toLane(lane);
        std::vector<Side> sides = {m_width, heads()};
        if (at().gate == OutputGate::full)
            sides.push_back(width);
        matrix(LayerWords::tr("Output gate"), u"Wg"_s, sides, Component::gate);
    }

    QString reach() const
    {
        QStringList words;
        if (at().window > 0)
            words << (at().windowKind == WindowKind::chunked ? LayerWords::tr("chunk of %1") : LayerWords::tr("last %1 keys"))
                         .arg(wholeText(static_cast<double>(at().window)));
        if (at().indexTopK > 0)
            words << LayerWords::tr("top %1 keys").arg(wholeText(static_cast<double>(at().indexTopK)));
        if (at().sinks)
            words << LayerWords::tr("sinks");
        return words.join(u", ");
    }

    void attention(const QString& shape)
    {
        toLane(-1);
        const QString reached = reach();
        const bool norms = at().queryKeyNorm != QueryKeyNorm::none;
        const QString name = norms ? LayerWords::tr("QK norm, attention") : LayerWords::tr("Attention");
        add(Look::mixer, name, reached.isEmpty() ? shape : shape + u" · " + reached,
            LayerWords::tr("scores, softmax and values"), {Component::attention})
            .brief = reached;
    }

    void output(const std::vector<Side>& result)
    {
        if (at().outputRank > 0) {
            const Side groups = letter(side(u"G"_s, at().outputGroups), LayerWords::tr("output groups"));
            const Side rank = letter(side(u"r_o"_s, at().outputRank), LayerWords::tr("output rank"));
            std::vector<Side> down = result;
            down.push_back(rank);
            matrix(LayerWords::tr("Output down"), u"Wdo"_s, down, Component::outputDown);
            matrix(LayerWords::tr("Output"), u"Wo"_s, {groups, rank, m_width}, Component::attentionOutput);
            return;
        }
        std::vector<Side> sides = result;
        sides.push_back(m_width);
        matrix(LayerWords::tr("Output"), u"Wo"_s, sides, Component::attentionOutput);
    }

    void full()
    {
        const std::vector<Side> q = {m_width, heads(), headDim()};
        const bool ways = sideWays() > 0;
        if (at().queryRank > 0) {
            toLane(0);
            queries({queryRank(), heads(), headDim()});
        }
        if (has(Component::qkv)) {
            toLane(ways ? 1 : -1);
            QStringList names;
            QStringList letters;
            QStringList numbers;
            const auto list = [&](const QString& symbol, const std::vector<Side>& sides) {
                letters << symbol + u' ' + lettersOf(sides);
                numbers << symbol + u' ' + numbersOf(sides);
            };
            if (at().queryRank == 0) {
                names << LayerWords::tr("Query");
                list(u"Wq"_s, q);
            }
            if (!at().sharedKv) {
                const std::vector<Side> kv = {m_width, keyHeads(), headDim()};
                names << (at().values == Values::projected ? LayerWords::tr("key, value") : LayerWords::tr("key"));
                list(at().values == Values::projected ? u"Wk, Wv"_s : u"Wk"_s, kv);
            }
            QString name = names.join(u", ");
            name[0] = name[0].toUpper();
            LayerPart& part = add(Look::matrix, name, letters.join(u"  "), numbers.join(u"  "), {Component::qkv});
            if (letters.size() > 1)
                part.brief = at().values == Values::projected ? u"Wq, Wk, Wv [D, N + 2 K, H]"_s : u"Wq, Wk [D, N + K, H]"_s;
        }
        indexer(2);
        gate(4, headDim());
        const QString kv = lettersOf({{u"B"_s, 1}, {u"S"_s, 1}, keyHeads(), headDim()});
        attention((at().sharedKv ? LayerWords::tr("K, V of an earlier layer %1") : at().values == Values::keys ? LayerWords::tr("K = V %1") : LayerWords::tr("K, V %1")).arg(kv));
        output({heads(), headDim()});
    }

    void latent()
    {
        const Side wide = {u"H + H_r"_s, static_cast<double>(at().headDim + at().ropeDim)};
        headDim();
        rope();
        toLane(0);
        queries({queryRankOrNothing(), heads(), wide});
        if (has(Component::qkv))
            matrix(LayerWords::tr("Query"), u"Wq"_s, {m_width, heads(), wide}, Component::qkv);
        toLane(1);
        kvRank();
        matrix(LayerWords::tr("KV down"), u"Wdkv"_s, {m_width, {u"r_kv + H_r"_s, static_cast<double>(at().kvRank + at().ropeDim)}}, Component::kvDown);
        valueDim();
        matrix(LayerWords::tr("KV up"), u"Wukv"_s, {kvRank(), heads(), {u"H + H_v"_s, static_cast<double>(at().headDim + at().valueDim)}}, Component::kvUp);
        indexer(2);
        gate(4, valueDim());
        attention(LayerWords::tr("latents %1").arg(lettersOf({{u"B"_s, 1}, {u"S"_s, 1}, {u"r_kv + H_r"_s, 1}})));
        output({heads(), valueDim()});
    }

    Side queryRankOrNothing() { return at().queryRank > 0 ? queryRank() : m_width; }

    void recurrence(const QString& inputs)
    {
        const Side keys = {at().kind == AttentionKind::stateSpace ? u"G"_s : u"K"_s, static_cast<double>(at().kvHeads)};
        letter(keys, at().kind == AttentionKind::stateSpace ? LayerWords::tr("groups") : LayerWords::tr("key heads"));
        heads();
        headDim();
        stateDim();
        const bool gated = has(Component::gate);
        toLane(gated ? 0 : -1);
        add(Look::matrix, LayerWords::tr("Input"), inputs, inputs, {Component::qkv});
        if (has(Component::convolution))
            add(Look::elementwise, LayerWords::tr("Convolution"), LayerWords::tr("%1 taps").arg(wholeText(static_cast<double>(at().convolution))),
                LayerWords::tr("of every channel"), {Component::convolution});
        if (gated) {
            toLane(1);
            const Side rank = letter(side(u"r_g"_s, at().gateRank), LayerWords::tr("gate rank"));
            matrix(at().decay == Decay::perChannel ? LayerWords::tr("Gate, decay") : LayerWords::tr("Gate"), u"Wg"_s,
                   {m_width, rank, {u"N H"_s, static_cast<double>(at().heads * at().headDim)}}, Component::gate);
        }
        toLane(-1);
        const std::vector<Side> state = {{u"B"_s, 1}, heads(), headDim(), stateDim()};
        add(Look::mixer, LayerWords::tr("State update"), LayerWords::tr("state %1").arg(lettersOf(state)),
            LayerWords::tr("%1 per sequence").arg(numbersOf({heads(), headDim(), stateDim()})), {Component::stateUpdate});
        output({heads(), headDim()});
    }

    void linear()
    {
        QStringList words = {u"Wq, Wk [D, K, d_s]"_s, u"Wv [D, N, H]"_s};
        if (at().gate != OutputGate::none && at().gateRank == 0)
            words << u"Wz [D, N, H]"_s;
        recurrence(words.join(u"  "));
    }

    void stateSpace() { recurrence(u"x, z [D, N, H]  B, C [D, G, d_s]  dt [D, N]"_s); }

    QString inputSymbol() const { return mlp().kind == MlpKind::gated ? u"Win, Wgate"_s : u"Win"_s; }

    void block(const QString& in, const QString& out, const QString& between, const QString& outer, Look look, const std::vector<Side>& into,
               const std::vector<Side>& outOf, Component a, Component b, Component c)
    {
        const Look other = look == Look::experts ? Look::experts : Look::elementwise;
        matrix(in, inputSymbol(), into, a, look);
        add(other == Look::experts ? Look::elementwise : other, between, outer, outer, {b}, true);
        matrix(out, u"Wout"_s, outOf, c, look);
    }

    QString activationName() const { return mlp().kind == MlpKind::gated ? LayerWords::tr("Activation × gate") : LayerWords::tr("Activation"); }

    void dense()
    {
        const Side f = letter(side(u"F"_s, mlp().width), LayerWords::tr("width of the MLP"));
        block(LayerWords::tr("MLP in"), LayerWords::tr("MLP out"), activationName(), u"[B, T, F]"_s, Look::matrix, {m_width, f}, {f, m_width},
              Component::mlpIn, Component::activation, Component::mlpOut);
    }

    void experts()
    {
        const Side e = letter(side(u"E"_s, mlp().experts), LayerWords::tr("experts"));
        const Side f = letter(side(u"F"_s, mlp().width), LayerWords::tr("width of an expert"));
        letter(side(u"k"_s, mlp().topK), LayerWords::tr("experts of a token"));
        const bool shared = has(Component::sharedIn);
        toLane(shared ? 0 : -1);
        matrix(LayerWords::tr("Router"), u"Wr"_s, {m_width, e}, Component::router);
        Side width = m_width;
        if (mlp().latentWidth > 0) {
            width = letter(side(u"D_l"_s, mlp().latentWidth), LayerWords::tr("latent width of experts"));
            matrix(LayerWords::tr("Latent down"), u"Wdl"_s, {m_width, width}, Component::latentDown);
        }
        const QString chosen = LayerWords::tr("%1 of %2").arg(wholeText(static_cast<double>(mlp().topK)), wholeText(static_cast<double>(mlp().experts)));
        block(LayerWords::tr("Experts in"), LayerWords::tr("Experts out"), activationName(), u"[B, T, k, F]"_s, Look::experts, {e, width, f},
              {e, f, width}, Component::mlpIn, Component::activation, Component::mlpOut);
        if (mlp().latentWidth > 0)
            matrix(LayerWords::tr("Latent up"), u"Wul"_s, {width, m_width}, Component::latentUp);
        if (shared) {
            toLane(1);
            const Side s = letter(side(u"F_s"_s, mlp().sharedWidth), LayerWords::tr("width of shared experts"));
            block(LayerWords::tr("Shared in"), LayerWords::tr("Shared out"), activationName(), u"[B, T, F_s]"_s, Look::matrix, {m_width, s},
                  {s, m_width}, Component::sharedIn, Component::sharedActivation, Component::sharedOut);
        }
    }

    void letters()
    {
        m_picture.letters.push_back({u"D"_s, LayerWords::tr("width of the model"), m_width.size});
        for (DimensionLetter& l : m_letters)
            m_picture.letters.push_back(std::move(l));
        if (m_layer.attention.kind != AttentionKind::none && hasCacheOrKeys())
            m_picture.letters.push_back({u"S"_s, LayerWords::tr("tokens of context"), m_decoder.context});
    }

    bool hasCacheOrKeys() const { return at().kind == AttentionKind::full || at().kind == AttentionKind::latent; }

    void caches()
    {
        const KindNumbers& n = m_numbers;
        if (n.perToken.value > 0) {
            const QString what = at().kind == AttentionKind::latent ? LayerWords::tr("latents [r_kv + H_r]")
                : at().values == Values::keys                       ? LayerWords::tr("K = V [K, H]")
                                                                    : LayerWords::tr("K, V [K, H]");
            m_picture.caches << LayerWords::tr("%1: %2 per token").arg(what, bytesText(n.perToken.value));
            m_picture.caches << (at().window > 0 && m_decoder.context > static_cast<double>(at().window) && at().compression == 0
                                     ? LayerWords::tr("%1 at most, from a window of %2")
                                           .arg(bytesText(n.keysAndValues.value), wholeText(static_cast<double>(at().window)))
                                     : LayerWords::tr("%1 at %2 tokens").arg(bytesText(n.keysAndValues.value), wholeText(m_decoder.context)));
        }
        if (n.indexKeys.value > 0)
            m_picture.caches << LayerWords::tr("index keys [H_i]: %1").arg(bytesText(n.indexKeys.value));
        if (n.state.value > 0)
            m_picture.caches << LayerWords::tr("state: %1 per sequence").arg(bytesText(n.state.value)) << LayerWords::tr("at any context");
        if (m_picture.caches.isEmpty())
            m_picture.caches << (at().sharedKv ? LayerWords::tr("nothing: keys and values are an earlier layer's") : LayerWords::tr("nothing"));
    }

    const Decoder& m_decoder;
    const KindNumbers& m_numbers;
    const Layer& m_layer;
    Side m_width;
    LayerPicture m_picture;
    std::vector<DimensionLetter> m_letters;
    int m_lane = -1;
    bool m_flat = false;
    bool m_sandwich = false;
};

}  // namespace

LayerPicture pictureOf(const Decoder& decoder, std::size_t kind) { return LayerWriter(decoder, kind).write(); }

}  // namespace scalescope
