// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/playback_phase.h"

namespace scalescope {

namespace {

/// The member with these digits set to zero.
int without(int member, std::span<const Run> digits)
{
    int rest = member;
    for (const Run& digit : digits)
        rest -= member / static_cast<int>(digit.stride) % static_cast<int>(digit.size) * static_cast<int>(digit.stride);
    return rest;
}

double productOf(std::span<const Run> digits)
{
    double product = 1;
    for (const Run& digit : digits)
        product *= static_cast<double>(digit.size);
    return product;
}

}  // namespace

PlaybackDrawing::PlaybackDrawing(Playback& playback, Bytes array)
    : m_playback(playback),
      m_block(array / static_cast<double>(playback.members))
{
    if (exchanges())
        m_block /= static_cast<double>(playback.members);
}

Bytes PlaybackDrawing::carried(const Phase& phase) const
{
    return m_block * (productOf(phase.earlier) * (exchanges() ? productOf(phase.later) : 1.0));
}

Seconds PlaybackDrawing::timeOf(const Phase& phase, BytesPerSecond link) const
{
    double load = 0;
    for (const LineHop& hop : *phase.schedule)
        load += hop.load;
    return carried(phase) * load / link;
}

void PlaybackDrawing::hop(const Phase& phase, const LineHop& hop, const Part& part, Seconds start, Seconds duration)
{
    const int n = m_playback.members;
    const auto stride = static_cast<int>(phase.digit.stride);
    const int span = stride * static_cast<int>(phase.digit.size);
    const double after = productOf(phase.later);

    PlaybackHop& drawn = m_playback.hops.emplace_back();
    drawn.start = start;
    drawn.duration = duration;
    drawn.dimension = phase.dimension;
    drawn.level = phase.level;
    drawn.chunk = part.chunk;
    drawn.order = part.order;
    for (const Run& digit : phase.earlier)
        drawn.together.push_back({digit.size, exchanges() ? digit.stride * n : digit.stride});
    if (exchanges())
        drawn.together.insert(drawn.together.end(), phase.later.begin(), phase.later.end());

    drawn.transfers.reserve(hop.steps.size() * static_cast<std::size_t>(n / static_cast<int>(phase.digit.size)));
    for (int outer = 0; outer < n; outer += span) {
        for (int base = outer; base < outer + stride; ++base) {
            const int source = without(base, phase.earlier);
            const int target = exchanges() ? without(base, phase.later) : 0;
            for (const LineStep& step : hop.steps) {
                Transfer& transfer = drawn.transfers.emplace_back();
                transfer.from = static_cast<std::int16_t>(base + step.from * stride);
                transfer.to = static_cast<std::int16_t>(base + step.to * stride);
                const int began = source + step.source * stride;
                transfer.block =
                    static_cast<std::int16_t>(exchanges() ? began * n + target + step.target * stride : began);
                transfer.direction = static_cast<std::int8_t>(step.direction);
                const Part whole = part.within(step.begin, step.end);
                transfer.begin = whole.begin;
                transfer.end = whole.end;
                transfer.adds = whole.size() * step.reached * after / n;
            }
        }
    }
}

void PlaybackDrawing::whole(const Phase& phase, const Part& part, Seconds start, BytesPerSecond link)
{
    const Seconds unit = carried(phase) * part.size() / link;
    for (const LineHop& line : *phase.schedule) {
        const Seconds duration = unit * line.load;
        hop(phase, line, part, start, duration);
        start += duration;
    }
}

}  // namespace scalescope
