// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/plot_style.h"

#include "core/base/units.h"
#include "core/scenario/scenario.h"
#include "core/transformer/operations.h"

#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace scalescope {

/// What the engine counts for one component of a layer.
struct ComponentNumbers {
    double weights = 0;  // with biases
    double flops = 0;    // of one token in a forward pass of the whole context
    bool present = false;
};

/// One kind of layer; every number is of one layer.
struct KindNumbers {
    std::int64_t layers = 0;
    std::int64_t parameters = 0;
    std::int64_t active = 0;  // of these, those that a token meets
    double flops = 0;         // per token
    double cachedElements = 0;  // keys and values of one token
    Bytes perToken;           // the same in bytes
    Bytes keysAndValues;      // of one sequence of the whole context
    Bytes indexKeys;
    Bytes state;
    std::array<ComponentNumbers, kComponentCount> components;

    Bytes cache() const { return keysAndValues + indexKeys + state; }
    const ComponentNumbers& of(Component c) const { return components[static_cast<std::size_t>(c)]; }
};

/// What stands before or behind the layers.
struct OutsidePart {
    QString name;
    QString shape;
    QString note;          // "tied"; or empty
    double parameters = 0;
    double flops = 0;      // per token
    QString derivation;
    bool apart = false;    // not counted with the model
};

/// What the pictures of a model's layers show, from one scenario.
struct Decoder {
    QString name;
    Architecture architecture;
    double context = 1;
    std::int64_t parameters = 0;
    std::int64_t active = 0;
    std::vector<KindNumbers> kinds;
    std::vector<OutsidePart> before;
    std::vector<OutsidePart> behind;

    int layers() const { return static_cast<int>(architecture.layers); }
    std::size_t kindOf(int layer) const { return architecture.order.kindOf(static_cast<std::size_t>(layer)); }
    const Layer& layer(std::size_t kind) const { return architecture.kinds[kind]; }

    /// The layer that is shown for a choice: within the model; without one the first of the most frequent kind.
    int opened(std::optional<int> chosen) const;
};

Decoder decoderOf(const Scenario& scenario);

/// "sliding 1,024, 32 heads, 16 KV heads" and the like; empty when a layer has no mixer. Brief: without norms and gates.
QString mixerWords(const Attention& attention, bool brief);
QString mlpWords(const Mlp& mlp, bool brief);
QString layerWords(const Layer& layer, bool brief);

/// "A"
inline QString letterText(std::size_t kind) { return QString(QLatin1Char(letterOf(kind))); }

/// The look of a kind of layer: colour and pattern differ from those of the kinds before it.
struct KindMark {
    QColor fill;
    QColor outline;
    QColor hatch;  // or invalid
    double spacing = 6;
    QColor letter;
};
KindMark markOf(const PlotStyle& style, std::size_t kind);

}  // namespace scalescope
