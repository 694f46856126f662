// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/inference/load.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <random>
#include <utility>
#include <vector>

/// Mean with a confidence interval from batch means: the batches double in size when there are too many of them.
class BatchMeans {
public:
    void add(double x)
    {
        m_sum += x;
        if (++m_inBatch < m_size)
            return;
        m_means.push_back(m_sum / static_cast<double>(m_size));
        m_sum = 0;
        m_inBatch = 0;
        if (m_means.size() < kMost)
            return;
        for (std::size_t i = 0; i < kMost / 2; ++i)
            m_means[i] = (m_means[2 * i] + m_means[2 * i + 1]) / 2;
        m_means.resize(kMost / 2);
        m_size *= 2;
    }
    double mean() const
    {
        double sum = 0;
        for (const double m : m_means)
            sum += m;
        return m_means.empty() ? 0 : sum / static_cast<double>(m_means.size());
    }
    /// Half the 95 % confidence interval, over the mean.
    double relativeError() const
    {
        constexpr double kStudent = 2.04;  // 95 %, 31 degrees of freedom
        const double mu = mean();
        double squares = 0;
        for (const double m : m_means)
            squares += (m - mu) * (m - mu);
        const auto n = static_cast<double>(m_means.size());
        return n < kMost / 2 ? 1 : kStudent * std::sqrt(squares / (n - 1) / n) / mu;
    }

private:
    static constexpr std::size_t kMost = 64;
    std::vector<double> m_means;
    std::size_t m_size = 64;
    std::size_t m_inBatch = 0;
    double m_sum = 0;
};

/// Counts in buckets of equal ratio.
class Histogram {
public:
    void add(double x)
    {
        const double bucket = std::log(std::max(x, kSmallest) / kSmallest) / kWidth;
        m_counts[std::min(static_cast<std::size_t>(bucket), m_counts.size() - 1)] += 1;
        m_total += 1;
    }
    double quantile(double share) const
    {
        double seen = 0;
        for (std::size_t i = 0; i < m_counts.size(); ++i)
            if ((seen += m_counts[i]) >= share * m_total)
                return kSmallest * std::exp(kWidth * (static_cast<double>(i) + 0.5));
        return 0;
    }

private:
    static constexpr double kSmallest = 1e-7;  // s
    static constexpr double kWidth = 0.01;
    std::vector<double> m_counts = std::vector<double>(3000);
    double m_total = 0;
};

/// A served deployment, and what the closed form is told of it.
struct ServedSystem {
    scalescope::Batching batching = scalescope::Batching::interleaved;
    scalescope::Lengths lengths = scalescope::Lengths::exponential;
    int prefillServers = 1;
    int decodeServers = 1;
    double prefillStart = 0;     // s
    double prefillPerToken = 0;  // s
    double transfer = 0;         // s
    std::vector<double> step;    // s
    std::vector<double> mixed;   // s
    int chunk = 512;
    double prompt = 2048;
    double output = 512;
    double tokensPerStep = 1;

    scalescope::LoadModel model() const
    {
        const double variable = prefillPerToken * prompt;
        const double mean = prefillStart + variable;
        // Tokens are whole: a geometric count of mean m has the variance m (m - 1).
        const double variance = lengths == scalescope::Lengths::exponential
            ? prefillPerToken * prefillPerToken * prompt * (prompt - 1)
            : 0;
        return {.batching = batching, .lengths = lengths,
                .prefillServers = double(prefillServers), .decodeServers = double(decodeServers),
                .prefillMean = scalescope::Seconds(mean), .prefillSquare = mean * mean + variance,
                .transfer = scalescope::Seconds(transfer), .step = step, .mixed = mixed, .chunk = double(chunk),
                .prompt = prompt, .output = output, .tokensPerStep = tokensPerStep};
    }
};

/// Serves requests one event at a time, with the rules that load.h describes. Steps in which nothing begins or ends are
/// taken in one go. Requests are spread at random, so that only disaggregated replicas, which share the prefill pool,
/// are not all alike: of the others one is run, at its part of the rate.
class ServingSimulation {
public:
    ServingSimulation(const ServedSystem& system, double rate, std::uint64_t seed, bool countInSystem = false)
        : m_system(system)
        , m_rate(rate)
        , m_random(seed)
        , m_counting(countInSystem)
    {
        m_replicas.resize(pooled() ? static_cast<std::size_t>(system.decodeServers) : 1);
        m_prefillFree.assign(static_cast<std::size_t>(system.prefillServers), 0.0);
    }

    /// Until the intervals of the first token and of the end are below `error` of the mean, or `most` requests.
    void run(double error, std::uint64_t most)
    {
        generate(kWarmUp + kPerSlot * m_system.step.size() * m_replicas.size());
        m_measuring = true;
        m_area = 0;
        m_from = m_clock;
        m_counted = m_clock;
        m_finishedBefore = m_finished;
        for (std::uint64_t n = 0; n < most; n += kRound) {
            generate(kRound);
            if (n + kRound >= kFewest && firstToken.relativeError() < error && end.relativeError() < error)
                break;
        }
    }
    /// No more arrivals: serves whatever is left.
    void drain()
    {
        deliver(kNever);
        for (Replica& r : m_replicas)
            advance(r, kNever);
    }

    std::uint64_t entered() const { return m_entered; }
    std::uint64_t finished() const { return m_finished; }
    /// Of the whole deployment, requests/s.
    double throughput() const { return static_cast<double>(m_finished - m_finishedBefore) / (m_clock - m_from) * scale(); }
    /// Time average of the requests that are there, counted at each arrival and departure; of what is run.
    double inSystem() const { return m_area / (m_counted - m_from); }

    BatchMeans wait, firstToken, end, decode, tokens;
    Histogram firstTokens, perToken;

private:
    using Batching = scalescope::Batching;
    static constexpr double kNever = 1e300;
    static constexpr std::uint64_t kRound = 4096;
    static constexpr std::uint64_t kFewest = 16 * kRound;
    static constexpr std::uint64_t kWarmUp = 2000;  // requests
    static constexpr std::uint64_t kPerSlot = 20;   // more of them

    struct Request {
        double arrival;
        double ready;  // in a decode pool's queue
        double begun;
        double first;
        double prefill;
        std::uint64_t chunks;
        double tokens;
        std::uint64_t steps;
        bool operator>(const Request& o) const { return ready > o.ready; }
    };
    struct Running {
        std::uint64_t last;  // step
        double joined;
        Request request;
        bool operator>(const Running& o) const { return last > o.last; }
    };
    template <class T>
    using Earliest = std::priority_queue<T, std::vector<T>, std::greater<>>;

    struct Replica {
        double now = 0;
        std::uint64_t steps = 0;
        std::deque<Request> waiting;
        Earliest<Running> running;
        Request current;  // chunked: being prefilled, while chunks are left
        std::uint64_t chunksLeft = 0;
    };

    bool pooled() const { return m_system.batching == Batching::disaggregated; }
    double scale() const { return pooled() ? 1.0 : m_system.decodeServers; }
    double uniform() { return (double(m_random() >> 11) + 0.5) * 0x1p-53; }
    double exponential(double mean) { return -mean * std::log(uniform()); }
    double geometric(double mean) { return mean <= 1 ? 1 : 1 + std::floor(std::log(uniform()) / std::log1p(-1 / mean)); }
    double tokensOf(double mean)
    {
        if (m_system.lengths == scalescope::Lengths::exponential)
            return geometric(mean);
        return std::floor(mean + uniform());
    }
    std::uint64_t stepsOf(double length)
    {
        const double whole = std::floor(m_system.tokensPerStep);
        const double rest = m_system.tokensPerStep - whole;
        if (rest == 0)
            return static_cast<std::uint64_t>(std::ceil((length - 1) / whole));
        std::uint64_t steps = 0;
        for (double left = length - 1; left > 0; ++steps)
            left -= whole + (uniform() < rest ? 1 : 0);
        return steps;
    }

    void generate(std::uint64_t requests)
    {
        for (std::uint64_t i = 0; i < requests; ++i) {
            m_clock += exponential(scale() / m_rate);
            Request r{};
            r.arrival = r.ready = m_clock;
            const double prompt = tokensOf(m_system.prompt);
            r.prefill = m_system.prefillStart + m_system.prefillPerToken * prompt;
            r.chunks = static_cast<std::uint64_t>(std::ceil(prompt / m_system.chunk));
            r.tokens = tokensOf(m_system.output);
            r.steps = stepsOf(r.tokens);
            deliver(r.arrival);
            for (Replica& replica : m_replicas)
                advance(replica, r.arrival);
            if (m_counting)
                count(r.arrival);
            ++m_entered;
            if (!pooled()) {
                m_replicas[0].waiting.push_back(r);
                continue;
            }
            const auto free = std::min_element(m_prefillFree.begin(), m_prefillFree.end());
            r.begun = std::max(r.arrival, *free);
            *free = r.first = r.begun + r.prefill;
            r.ready = r.first + m_system.transfer;
            m_transferred.push(r);
        }
    }
    /// Hands over what has reached the decode pool by then.
    void deliver(double time)
    {
        while (!m_transferred.empty() && m_transferred.top().ready <= time) {
            const Request r = m_transferred.top();
            m_transferred.pop();
            if (r.steps == 0) {  // nothing to decode, nothing to transfer
                report(r, r.first, r.first);
                continue;
            }
            Replica& replica = m_replicas[m_replicas.size() == 1 ? 0 : m_random() % m_replicas.size()];
            advance(replica, r.ready);
            replica.waiting.push_back(r);
        }
    }

    /// Departures up to then, in order: a request's end is known before its time comes.
    void count(double time)
    {
        while (!m_leaving.empty() && m_leaving.top() <= time) {
            pass(m_leaving.top());
            m_leaving.pop();
            --m_present;
        }
        pass(time);
        ++m_present;
    }
    void pass(double time)
    {
        if (m_measuring)
            m_area += static_cast<double>(m_present) * (time - m_counted);
        m_counted = time;
    }
    void report(const Request& r, double joined, double ended)
    {
        ++m_finished;
        if (m_counting)
            m_leaving.push(ended);
        if (!m_measuring)
            return;
        wait.add(r.begun - r.arrival);
        firstToken.add(r.first - r.arrival);
        end.add(ended - r.arrival);
        decode.add(ended - joined);
        tokens.add(r.tokens - 1);
        firstTokens.add(r.first - r.arrival);
        if (r.tokens > 1)
            perToken.add((ended - joined) / (r.tokens - 1));
    }

    /// Runs a replica until `until` or the first boundary after it; nobody arrives before.
    void advance(Replica& r, double until)
    {
        while (r.now < until) {
            if (r.waiting.empty() && r.running.empty() && r.chunksLeft == 0) {
                if (until < kNever)
                    r.now = until;
                return;
            }
            switch (m_system.batching) {
            case Batching::interleaved:
                if (!r.waiting.empty() && r.running.size() < m_system.step.size())
                    prefill(r);
                else
                    decodeSteps(r, until);
                break;
            case Batching::chunked:
                chunkedSteps(r, until);
                break;
            case Batching::disaggregated:
                while (!r.waiting.empty() && r.running.size() < m_system.step.size())
                    join(r, take(r));
                decodeSteps(r, until);
                break;
            }
        }
    }
    static Request take(Replica& r)
    {
        Request request = r.waiting.front();
        r.waiting.pop_front();
        return request;
    }
    void prefill(Replica& r)
    {
        Request request = take(r);
        request.begun = r.now;
        r.now = request.first = r.now + request.prefill;
        join(r, request);
    }
    void join(Replica& r, const Request& request)
    {
        if (request.steps == 0)
            report(request, r.now, r.now);
        else
            r.running.push({r.steps + request.steps, r.now, request});
    }
    void decodeSteps(Replica& r, double until)
    {
        if (r.running.empty())
            return;
        const double t = m_system.step[r.running.size() - 1];
        takeSteps(r, t, r.running.top().last - r.steps, until);
        leave(r);
    }
    void chunkedSteps(Replica& r, double until)
    {
        if (r.chunksLeft == 0 && !r.waiting.empty() && r.running.size() < m_system.step.size()) {
            r.current = take(r);
            r.current.begun = r.now;
            r.chunksLeft = r.current.chunks;
        }
        if (r.chunksLeft == 0)
            return decodeSteps(r, until);
        const std::size_t b = std::max<std::size_t>(r.running.size(), 1);
        const std::uint64_t most = r.running.empty() ? r.chunksLeft : r.running.top().last - r.steps;
        r.chunksLeft -= takeSteps(r, m_system.mixed[b - 1], std::min(most, r.chunksLeft), kNever);
        leave(r);
        if (r.chunksLeft == 0) {
            r.current.first = r.now;
            join(r, r.current);
        }
    }
    /// Up to `most` steps, fewer when somebody arrives.
    static std::uint64_t takeSteps(Replica& r, double t, std::uint64_t most, double until)
    {
        const double toArrival = std::ceil((until - r.now) / t);
        const std::uint64_t n = toArrival < double(most) ? std::max<std::uint64_t>(1, std::uint64_t(toArrival)) : most;
        r.now += double(n) * t;
        r.steps += n;
        return n;
    }
    void leave(Replica& r)
    {
        while (!r.running.empty() && r.running.top().last == r.steps) {
            report(r.running.top().request, r.running.top().joined, r.now);
            r.running.pop();
        }
    }

    const ServedSystem& m_system;
    double m_rate;
    std::mt19937_64 m_random;
    bool m_counting;
    double m_clock = 0;  // of arrivals
    std::vector<Replica> m_replicas;
    std::vector<double> m_prefillFree;
    Earliest<Request> m_transferred;
    Earliest<double> m_leaving;
    std::uint64_t m_present = 0;
    bool m_measuring = false;
    double m_from = 0;
    double m_counted = 0;
    double m_area = 0;  // requests times seconds
    std::uint64_t m_entered = 0;
    std::uint64_t m_finished = 0;
    std::uint64_t m_finishedBefore = 0;
};
