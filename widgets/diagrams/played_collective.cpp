// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/played_collective.h"

#include "widgets/core_text.h"
#include "widgets/diagrams/sharding_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace scalescope {

namespace {

class PlayedCollective {
    Q_DECLARE_TR_FUNCTIONS(PlayedCollective)
};

/// All that a playback depends on.
std::vector<double> keyOf(Collective collective, Bytes array, const AxisPlacement& group, const Topology& topology)
{
    std::vector<double> key = {static_cast<double>(collective), array.value, static_cast<double>(group.size),
                               static_cast<double>(group.torusSize), topology.link.value,
                               static_cast<double>(topology.levelCount)};
    const auto add = [&](auto... values) { (key.push_back(static_cast<double>(values)), ...); };
    for (const Run& run : group.allRuns())
        add(run.size, run.stride);
    for (const TorusPart& part : group.torusParts())
        add(part.dimension, part.size, part.stride, part.wraps);
    for (int d = 0; d < topology.shape.dimensions; ++d)
        add(topology.shape[d], topology.wraps[static_cast<std::size_t>(d)]);
    for (int i = 0; i < topology.levelCount; ++i) {
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        add(level.chipsBelow, level.degree, level.link.value);
    }
    return key;
}

}  // namespace

std::shared_ptr<const Playback> playedCollective(const ShardingStudy& study, const ShardingAnswer& answer)
{
    static std::vector<double> lastKey;
    static std::shared_ptr<const Playback> last;

    if (!answer.collective)
        return nullptr;
    std::vector<double> key = keyOf(study.collective, study.array, answer.collective->group, answer.topology);
    if (key != lastKey) {
        lastKey = std::move(key);
        auto played = play(study.collective, study.array, answer.collective->group, answer.topology);
        last = played ? std::make_shared<const Playback>(std::move(*played)) : nullptr;
    }
    return last;
}

int GroupMembers::memberOf(std::int64_t chip) const
{
    std::int64_t member = 0;
    std::int64_t weight = 1;
    for (const Run& run : m_group.allRuns()) {
        member += chip / run.stride % run.size * weight;
        weight *= run.size;
    }
    return static_cast<int>(member);
}

std::int64_t GroupMembers::chipOf(int member) const
{
    std::int64_t chip = 0;
    std::int64_t rest = member;
    for (const Run& run : m_group.allRuns()) {
        chip += rest % run.size * run.stride;
        rest /= run.size;
    }
    return chip;
}

std::vector<Seconds> stepsOf(const Playback& playback)
{
    const Seconds apart = playback.duration * 1e-6;
    std::vector<Seconds> steps;
    for (const PlaybackHop& hop : playback.hops)
        if (steps.empty() || hop.start > steps.back() + apart)
            steps.push_back(hop.start);
    return steps;
}

std::size_t stepAt(const std::vector<Seconds>& steps, Seconds time)
{
    const auto after = std::upper_bound(steps.begin(), steps.end(), time);
    return after == steps.begin() ? 0 : static_cast<std::size_t>(after - steps.begin()) - 1;
}

double shareHeld(const Playback& playback, const std::vector<double>& held, int member)
{
    const auto n = static_cast<std::size_t>(playback.members);
    const auto m = static_cast<std::size_t>(member);
    if (playback.collective == Collective::reduceScatter)
        return std::clamp(held[m * n + m], 0.0, 1.0);
    double sum = 0;
    for (std::size_t block = 0; block < n; ++block)
        sum += held[m * n + block];
    return std::clamp(sum / static_cast<double>(n), 0.0, 1.0);
}

QString collectiveOver(const ShardingStudy& study)
{
    AxisList over;
    for (std::size_t i = 0; i < study.mesh.axes.size(); ++i)
        if (study.over[i])
            over.add(static_cast<int>(i));
    const QString name = fromCore(nameOf(study.collective));
    return over.empty() ? name : PlayedCollective::tr("%1 over %2").arg(name, axesText(over, study.mesh));
}

QString dimensionName(int dimension) { return QString(QChar(u"xyzuvw"[dimension])); }

double hopsOf(const AxisPlacement& axis, const Topology& topology)
{
    double hops = 0;
    for (const TorusPart& part : axis.torusParts())
        hops += static_cast<double>((part.wraps ? part.size / 2 : part.size - 1) * part.stride);
    for (int i = 0; i < topology.levelCount; ++i)
        hops += shareOf(axis, topology.levels[static_cast<std::size_t>(i)]).children - 1.0;
    return hops;
}

}  // namespace scalescope
