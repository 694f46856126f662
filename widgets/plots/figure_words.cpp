// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/figure_words.h"

#include "core/base/format.h"
#include "widgets/core_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace scalescope {

namespace {

class FigureWords {
    Q_DECLARE_TR_FUNCTIONS(FigureWords)
};

}  // namespace

QString secondsText(double seconds) { return fromCore(formatSeconds(seconds)); }

QString bytesText(double bytes) { return fromCore(formatBytes(bytes)); }

QString siText(double value, std::string_view unit) { return fromCore(formatSi(value, unit)); }

QString tokensText(double tokens) { return siText(tokens, "tokens"); }

QString percentText(double share)
{
    const double percent = share * 100;
    const QString number = percent > 0 && percent < 1 ? QStringLiteral("< 1") : QString::number(percent, 'f', 0);
    return number + fromCore(kNarrowSpace) + u'%';
}

QString degreeName(Axis axis)
{
    switch (axis) {
    case Axis::fsdp: return FigureWords::tr("FSDP");
    case Axis::tensor: return FigureWords::tr("tensor");
    case Axis::expert: return FigureWords::tr("expert");
    case Axis::context: return FigureWords::tr("context");
    case Axis::pipeline: return FigureWords::tr("pipeline");
    case Axis::data: break;
    }
    return FigureWords::tr("data");
}

QString collectiveName(Collective collective)
{
    switch (collective) {
    case Collective::allGather: return FigureWords::tr("gather");
    case Collective::reduceScatter: return FigureWords::tr("scatter");
    case Collective::allToAll: return FigureWords::tr("all-to-all");
    case Collective::broadcast: return FigureWords::tr("broadcast");
    case Collective::gather: return FigureWords::tr("gather to one chip");
    case Collective::send: return FigureWords::tr("send");
    case Collective::allReduce: break;
    }
    return FigureWords::tr("all-reduce");
}

QString perPass(const QString& what, Pass pass)
{
    switch (pass) {
    case Pass::forward: return FigureWords::tr("%1 per forward pass").arg(what);
    case Pass::backward: return FigureWords::tr("%1 per backward pass").arg(what);
    case Pass::step: break;
    }
    return FigureWords::tr("%1 per step").arg(what);
}

QString derivationOf(Axis axis) { return QStringLiteral("axis.") + fromCore(nameOf(axis)) + QStringLiteral(".time"); }

QString whyImpossible(const Diagnostics& diagnostics)
{
    const auto first = std::find_if(diagnostics.begin(), diagnostics.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::impossible; });
    return first == diagnostics.end() ? QString() : textOf(*first);
}

}  // namespace scalescope
