// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/model_page.h"

#include "widgets/card.h"
#include "widgets/diagrams/layer_diagram.h"
#include "widgets/diagrams/layers_diagram.h"

#include <QGridLayout>

#include <array>

namespace scalescope {

namespace {

constexpr std::array kPlaces = std::to_array<FigurePlace>({{FigureKind::layers, 0, 0, 1, 3},
                                                           {FigureKind::layer, 1, 0, 2},
                                                           {FigureKind::components, 1, 1},
                                                           {FigureKind::cache, 1, 2},
                                                           {FigureKind::context, 2, 1},
                                                           {FigureKind::intensity, 2, 2}});
constexpr std::array kColumns = {13, 9, 9};
constexpr std::array kRows = {5, 9, 9};  // the strip is flat

}  // namespace

ModelPage::ModelPage(QWidget* parent) : FigurePage(kPlaces, kColumns, parent)
{
    setObjectName(QStringLiteral("modelPage"));
}

void ModelPage::built()
{
    auto* grid = static_cast<QGridLayout*>(layout());
    for (std::size_t i = 0; i < kRows.size(); ++i)
        grid->setRowStretch(static_cast<int>(i), kRows[i]);
    m_layers = static_cast<LayersDiagram*>(figure(FigureKind::layers));
    m_opened = static_cast<LayerDiagram*>(figure(FigureKind::layer));
    connect(m_layers, &LayersDiagram::layerChosen, this, &ModelPage::openLayer);
}

void ModelPage::openLayer(std::optional<int> layer)
{
    if (!m_layers)
        return;
    m_layers->setLayer(layer);
    m_opened->setLayer(layer);
    refresh();
}

}  // namespace scalescope
