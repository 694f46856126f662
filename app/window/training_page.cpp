// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/training_page.h"

#include <array>

namespace scalescope {

namespace {

constexpr std::array kPlaces = std::to_array<FigurePlace>({{FigureKind::communication, 1, 0},
                                                           {FigureKind::batch, 1, 1},
                                                           {FigureKind::memory, 2, 0},
                                                           {FigureKind::roofline, 2, 1},
                                                           {FigureKind::timeline, 1, 0, 2, 2, 1},
                                                           {FigureKind::schedule, 1, 0, 1, 2, 2},
                                                           {FigureKind::stages, 2, 0, 1, 2, 2},
                                                           {FigureKind::traffic, 1, 0, 2, 2, 3},
                                                           {FigureKind::splits, 1, 0, 2, 1, 4},
                                                           {FigureKind::ratio, 1, 1, 2, 1, 4},
                                                           {FigureKind::scaling, 1, 0, 2, 1, 5},
                                                           {FigureKind::run, 1, 1, 2, 1, 5}});
constexpr std::array kColumns = {11, 9};
constexpr std::array kNames = {
    QT_TRANSLATE_NOOP("scalescope::SheetedPage", "Step"),     QT_TRANSLATE_NOOP("scalescope::SheetedPage", "Timeline"),
    QT_TRANSLATE_NOOP("scalescope::SheetedPage", "Pipeline"), QT_TRANSLATE_NOOP("scalescope::SheetedPage", "Communication"),
    QT_TRANSLATE_NOOP("scalescope::SheetedPage", "Splits"),   QT_TRANSLATE_NOOP("scalescope::SheetedPage", "Scaling and run"),
};

}  // namespace

TrainingPage::TrainingPage(QWidget* parent) : SheetedPage(kPlaces, kColumns, kNames, parent)
{
    setObjectName(QStringLiteral("trainingPage"));
}

}  // namespace scalescope
