// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/model_words.h"

#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/plots/calculator_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

class ModelWords {
    Q_DECLARE_TR_FUNCTIONS(ModelWords)
};

constexpr double kShortest = 128;
constexpr double kLongest = 16777216;  // 2^24

QString kindName(const Attention& at)
{
    switch (at.kind) {
    case AttentionKind::full: return ModelWords::tr("full");
    case AttentionKind::latent: return ModelWords::tr("latent");
    case AttentionKind::linear: return ModelWords::tr("linear");
    case AttentionKind::stateSpace: return ModelWords::tr("state space");
    case AttentionKind::none: break;
    }
    return ModelWords::tr("no attention");
}

}  // namespace

QString mixerName(const Attention& at)
{
    if (at.kind != AttentionKind::full && at.kind != AttentionKind::latent)
        return kindName(at);
    QStringList words;
    if (at.compression > 0)
        words << ModelWords::tr("compressed %1 ×").arg(at.compression);
    else if (at.window > 0 && at.windowKind == WindowKind::chunked)
        words << ModelWords::tr("chunked %1").arg(wholeText(static_cast<double>(at.window)));
    else if (at.window > 0)
        words << ModelWords::tr("sliding %1").arg(wholeText(static_cast<double>(at.window)));
    if (words.isEmpty() || at.kind == AttentionKind::latent)
        words.prepend(kindName(at));
    if (at.indexTopK > 0)
        words << ModelWords::tr("top %1").arg(wholeText(static_cast<double>(at.indexTopK)));
    if (at.sharedKv)
        words << ModelWords::tr("shared KV");
    return words.join(QStringLiteral(", "));
}

QString groupName(const MixerGroup& group)
{
    return QStringLiteral("%1 × %2").arg(wholeText(group.layers), mixerName(group.attention));
}

QString contextText(double tokens) { return ModelWords::tr("%1 tokens").arg(wholeText(tokens)); }

double shortestContext(double now) { return std::min(kShortest, std::exp2(std::floor(std::log2(std::max(1.0, now))))); }

double longestContext(double now) { return std::max(kLongest, std::exp2(std::ceil(std::log2(std::max(1.0, now))))); }

QString attentionDerivation(const Assumptions& assumptions)
{
    const bool causal = assumptions.mask == AttentionMask::causal;
    return causal == (assumptions.mfu == MfuConvention::attentionCausal) ? QStringLiteral("model.flops_per_token.attention") : QString();
}

}  // namespace scalescope
