// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/plots/plot_figure.h"

#include "core/base/units.h"

#include <optional>

namespace scalescope {

/// What hand and pointer have chosen on the Sharding page; not part of the scenario.
struct ShardingView {
    int strategy = 0;                     // of the plan, cheapest first
    std::optional<std::int64_t> device;   // of the mesh, under the pointer
    std::optional<Seconds> played;        // where the playback stands; nothing: it is not shown

    bool operator==(const ShardingView&) const = default;
};

/// A figure of the Sharding page: it shows the page's choices and changes them.
class ShardingFigure : public PlotFigure {
    Q_OBJECT

public:
    using PlotFigure::PlotFigure;

    void setView(const ShardingView& view);
    const ShardingView& view() const { return m_view; }

signals:
    void deviceHovered(std::optional<std::int64_t> device);
    void strategyChosen(int strategy);

protected:
    /// Where a hit shape belongs to a device, so that other figures light it too.
    virtual std::optional<std::int64_t> deviceOf(int hit) const { Q_UNUSED(hit); return std::nullopt; }
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void point(std::optional<std::int64_t> device);

    ShardingView m_view;
    std::optional<std::int64_t> m_pointed;
};

}  // namespace scalescope
