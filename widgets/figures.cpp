// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures.h"

#include "widgets/diagrams/arrays_diagram.h"
#include "widgets/diagrams/layer_diagram.h"
#include "widgets/diagrams/layers_diagram.h"
#include "widgets/diagrams/strategies_diagram.h"
#include "widgets/diagrams/mesh_diagram.h"
#include "widgets/diagrams/playback_diagram.h"
#include "widgets/diagrams/pools_diagram.h"
#include "widgets/diagrams/run_diagram.h"
#include "widgets/diagrams/schedule_diagram.h"
#include "widgets/diagrams/timeline_diagram.h"
#include "widgets/diagrams/traffic_diagram.h"
#include "widgets/plots/attained_plot.h"
#include "widgets/plots/batch_plot.h"
#include "widgets/plots/cache_plot.h"
#include "widgets/plots/capacity_plot.h"
#include "widgets/plots/collective_axis_plot.h"
#include "widgets/plots/collective_size_plot.h"
#include "widgets/plots/communication_plot.h"
#include "widgets/plots/components_plot.h"
#include "widgets/plots/context_plot.h"
#include "widgets/plots/cost_plot.h"
#include "widgets/plots/decode_plot.h"
#include "widgets/plots/frontier_plot.h"
#include "widgets/plots/intensity_plot.h"
#include "widgets/plots/load_plot.h"
#include "widgets/plots/matmul_plot.h"
#include "widgets/plots/memory_plot.h"
#include "widgets/plots/phases_plot.h"
#include "widgets/plots/ratio_plot.h"
#include "widgets/plots/roofline_plot.h"
#include "widgets/plots/scaling_plot.h"
#include "widgets/plots/split_plot.h"
#include "widgets/plots/splits_plot.h"
#include "widgets/plots/stages_plot.h"

namespace scalescope {

std::unique_ptr<PlotFigure> makeFigure(FigureKind kind, QWidget* parent)
{
    switch (kind) {
    case FigureKind::communication: return std::make_unique<CommunicationPlot>(parent);
    case FigureKind::batch: return std::make_unique<BatchPlot>(parent);
    case FigureKind::memory: return std::make_unique<MemoryPlot>(parent);
    case FigureKind::collectiveSize: return std::make_unique<CollectiveSizePlot>(parent);
    case FigureKind::collectiveAxis: return std::make_unique<CollectiveAxisPlot>(parent);
    case FigureKind::matmul: return std::make_unique<MatmulPlot>(parent);
    case FigureKind::attained: return std::make_unique<AttainedPlot>(parent);
    case FigureKind::split: return std::make_unique<SplitPlot>(parent);
    case FigureKind::arrays: return std::make_unique<ArraysDiagram>(parent);
    case FigureKind::strategies: return std::make_unique<StrategiesDiagram>(parent);
    case FigureKind::mesh: return std::make_unique<MeshDiagram>(parent);
    case FigureKind::playback: return std::make_unique<PlaybackDiagram>(parent);
    case FigureKind::layers: return std::make_unique<LayersDiagram>(parent);
    case FigureKind::layer: return std::make_unique<LayerDiagram>(parent);
    case FigureKind::components: return std::make_unique<ComponentsPlot>(parent);
    case FigureKind::cache: return std::make_unique<CachePlot>(parent);
    case FigureKind::context: return std::make_unique<ContextPlot>(parent);
    case FigureKind::intensity: return std::make_unique<IntensityPlot>(parent);
    case FigureKind::timeline: return std::make_unique<TimelineDiagram>(parent);
    case FigureKind::schedule: return std::make_unique<ScheduleDiagram>(parent);
    case FigureKind::stages: return std::make_unique<StagesPlot>(parent);
    case FigureKind::traffic: return std::make_unique<TrafficDiagram>(parent);
    case FigureKind::scaling: return std::make_unique<ScalingPlot>(parent);
    case FigureKind::run: return std::make_unique<RunDiagram>(parent);
    case FigureKind::splits: return std::make_unique<SplitsPlot>(parent);
    case FigureKind::ratio: return std::make_unique<RatioPlot>(parent);
    case FigureKind::frontier: return std::make_unique<FrontierPlot>(parent);
    case FigureKind::decode: return std::make_unique<DecodePlot>(parent);
    case FigureKind::capacity: return std::make_unique<CapacityPlot>(parent);
    case FigureKind::cost: return std::make_unique<CostPlot>(parent);
    case FigureKind::phases: return std::make_unique<PhasesPlot>(parent);
    case FigureKind::pools: return std::make_unique<PoolsDiagram>(parent);
    case FigureKind::load: return std::make_unique<LoadPlot>(parent);
    case FigureKind::roofline: break;
    }
    return std::make_unique<RooflinePlot>(parent);
}

}  // namespace scalescope
