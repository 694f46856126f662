// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figure_page.h"

#include <optional>

namespace scalescope {

class LayerDiagram;
class LayersDiagram;

/// The page of a model by itself: its layers as a strip above, one of them opened, and the plots of its parameters, caches
/// and intensities. It keeps which layer is open.
class ModelPage : public FigurePage {
    Q_OBJECT

public:
    explicit ModelPage(QWidget* parent = nullptr);

    /// Nothing: the first layer of the most frequent kind.
    void openLayer(std::optional<int> layer);

protected:
    void built() override;

private:
    LayersDiagram* m_layers = nullptr;
    LayerDiagram* m_opened = nullptr;
};

}  // namespace scalescope
