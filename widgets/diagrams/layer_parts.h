// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/diagrams/decoder.h"

#include <QStringList>

namespace scalescope {

/// One box of an opened layer.
struct LayerPart {
    enum class Look { norm, matrix, experts, mixer, elementwise };

    Look look = Look::matrix;
    QString name;
    QString shape;    // in the field's letters
    QString numbers;  // the shape's numbers; or what else is to say
    QString brief;    // what stands in the shape's place where that is too long
    double parameters = 0;
    double flops = 0;  // per token
    bool counted = false;     // the engine counts it by itself
    bool minor = false;       // may be left out where there is little room
    int lane = -1;            // of several ways side by side; -1: all data go through this part
    int component = -1;       // the first it stands for
};

/// A way from the residual stream through some parts and back.
struct LayerBlock {
    std::vector<LayerPart> parts;
    QString name;  // of what is added
};

struct DimensionLetter {
    QString letter;
    QString meaning;
    double size = 0;
};

struct LayerPicture {
    std::vector<LayerBlock> blocks;
    std::vector<DimensionLetter> letters;
    QStringList caches;  // one sentence each
};

LayerPicture pictureOf(const Decoder& decoder, std::size_t kind);

}  // namespace scalescope
