// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/serving_page.h"

#include <array>

namespace scalescope {

namespace {

constexpr std::array kPlaces = std::to_array<FigurePlace>({{FigureKind::frontier, 1, 0, 2, 1},
                                                           {FigureKind::decode, 1, 1},
                                                           {FigureKind::cost, 2, 1},
                                                           {FigureKind::capacity, 1, 0, 2, 1, 1},
                                                           {FigureKind::phases, 1, 1, 2, 1, 1},
                                                           {FigureKind::phases, 1, 0, 2, 1, 2},
                                                           {FigureKind::pools, 1, 1, 2, 1, 2},
                                                           {FigureKind::load, 1, 0, 2, 2, 3}});
constexpr std::array kColumns = {11, 9};
constexpr std::array kNames = {
    QT_TRANSLATE_NOOP("scalescope::SheetedPage", "Frontier"),
    QT_TRANSLATE_NOOP("scalescope::SheetedPage", "Memory"),
    QT_TRANSLATE_NOOP("scalescope::SheetedPage", "Prefill and decode"),
    QT_TRANSLATE_NOOP("scalescope::SheetedPage", "Load"),
};

}  // namespace

ServingPage::ServingPage(QWidget* parent) : SheetedPage(kPlaces, kColumns, kNames, parent)
{
    setObjectName(QStringLiteral("servingPage"));
}

}  // namespace scalescope
