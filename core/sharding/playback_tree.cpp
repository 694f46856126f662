// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/playback_tree.h"

#include <algorithm>
#include <limits>

namespace scalescope {

namespace {

constexpr double kTolerance = 1e-12;

/// Where a phase is: in which chunk, which hop, and how far in it. A hop is drawn in pieces when its rate changes.
struct Flow {
    const Phase* phase = nullptr;
    int chunk = 0;
    std::size_t hop = 0;
    double done = 0;   // of the hop
    double drawn = 0;  // of the hop
    Seconds since;     // of the piece that is under way
    BytesPerSecond rate;
};

class TreeFlow {
public:
    TreeFlow(std::span<const Phase> phases, std::span<const TreeLink> links, int chunks, bool chained,
             PlaybackDrawing& drawing)
        : m_links(links),
          m_chunks(chunks),
          m_chained(chained),
          m_drawing(drawing),
          m_finished(static_cast<std::size_t>(chunks))
    {
        for (const Phase& phase : phases) {
            Flow& flow = m_flows.emplace_back();
            flow.phase = &phase;
        }
    }

    std::vector<Seconds> run()
    {
        while (setRates())
            advance();
        return m_finished;
    }

private:
    bool ready(std::size_t i) const
    {
        const Flow& flow = m_flows[i];
        return flow.chunk < m_chunks && (!m_chained || i == 0 || m_flows[i - 1].chunk > flow.chunk);
    }

    Part partOf(const Flow& flow) const
    {
        Part whole;
        whole.chunk = flow.chunk;
        return whole.within(static_cast<double>(flow.chunk) / m_chunks, (flow.chunk + 1.0) / m_chunks);
    }

    const LineHop& hopOf(const Flow& flow) const { return (*flow.phase->schedule)[flow.hop]; }

    Bytes leftOf(const Flow& flow) const
    {
        return m_drawing.carried(*flow.phase) * (partOf(flow).size() * hopOf(flow).load * (1 - flow.done));
    }

    /// False when everything has arrived.
    bool setRates()
    {
        std::vector<BytesPerSecond> left;
        for (const TreeLink& link : m_links)
            left.push_back(link.perMember);
        bool any = false;
        for (std::size_t i = 0; i < m_flows.size(); ++i) {
            Flow& flow = m_flows[i];
            BytesPerSecond rate;
            if (ready(i)) {
                rate = BytesPerSecond(std::numeric_limits<double>::infinity());
                for (std::size_t l = 0; l < m_links.size(); ++l)
                    if (m_links[l].level <= flow.phase->level)
                        rate = std::min(rate, left[l] > m_links[l].perMember * kTolerance ? left[l] : BytesPerSecond());
                for (std::size_t l = 0; l < m_links.size(); ++l)
                    if (m_links[l].level <= flow.phase->level)
                        left[l] -= rate;
            }
            any = any || rate.value > 0;
            if (rate == flow.rate)
                continue;
            draw(flow);
            flow.rate = rate;
            flow.since = m_now;
        }
        return any;
    }

    void advance()
    {
        Seconds step(std::numeric_limits<double>::infinity());
        for (const Flow& flow : m_flows)
            if (flow.rate.value > 0)
                step = std::min(step, leftOf(flow) / flow.rate);
        m_now += step;
        for (Flow& flow : m_flows) {
            if (flow.rate.value <= 0)
                continue;
            flow.done += (1 - flow.done) * (step / (leftOf(flow) / flow.rate));
            if (flow.done < 1 - kTolerance)
                continue;
            flow.done = 1;
            draw(flow);
            flow.done = flow.drawn = 0;
            if (++flow.hop < flow.phase->schedule->size())
                continue;
            flow.hop = 0;
            Seconds& finished = m_finished[static_cast<std::size_t>(flow.chunk++)];
            finished = std::max(finished, m_now);
            flow.rate = {};
        }
    }

    void draw(Flow& flow)
    {
        if (flow.done <= flow.drawn)
            return;
        const Part part = partOf(flow).within(flow.drawn, flow.done);
        m_drawing.hop(*flow.phase, hopOf(flow), part, flow.since, m_now - flow.since);
        flow.drawn = flow.done;
        flow.since = m_now;
    }

    std::span<const TreeLink> m_links;
    int m_chunks;
    bool m_chained;
    PlaybackDrawing& m_drawing;
    std::vector<Flow> m_flows;
    Seconds m_now;
    std::vector<Seconds> m_finished;  // by chunk
};

}  // namespace

std::vector<Seconds> flowThroughTree(std::span<const Phase> phases, std::span<const TreeLink> links, int chunks,
                                     bool chained, PlaybackDrawing& drawing)
{
    return TreeFlow(phases, links, chunks, chained, drawing).run();
}

Seconds busiestInTree(std::span<const Phase> phases, std::span<const TreeLink> links, const PlaybackDrawing& drawing)
{
    Seconds busiest;
    for (const TreeLink& link : links) {
        Seconds load;
        for (const Phase& phase : phases)
            if (phase.level >= link.level)
                load += drawing.timeOf(phase, link.perMember);
        busiest = std::max(busiest, load);
    }
    return busiest;
}

}  // namespace scalescope
