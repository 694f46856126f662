// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

/// Times of one thing, in seconds.
class Samples {
public:
    template <class Work>
    void time(Work&& work)
    {
        const auto start = std::chrono::steady_clock::now();
        work();
        m_seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }

    double quantile(double q) const
    {
        std::vector<double> sorted = m_seconds;
        std::sort(sorted.begin(), sorted.end());
        return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))];
    }
    double median() const { return quantile(0.5); }

    /// "name   median 1.23 us   p99 4.56 us"
    void print(const char* name) const
    {
        std::printf("%-44s median %10.3f us   p99 %10.3f us\n", name, median() * 1e6, quantile(0.99) * 1e6);
    }

private:
    std::vector<double> m_seconds;
};
