// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/lecture_view.h"

#include "app/window/figure_commands.h"
#include "core/scenario/names.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/controls/parameter_text.h"
#include "widgets/core_text.h"
#include "widgets/headline_number.h"
#include "widgets/plots/calculator_words.h"
#include "widgets/plots/serving_words.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace scalescope {

namespace {

constexpr double kFactorStep = 0.125;

/// Which two of the headlines of its subject answer the question of a figure.
constexpr std::array<std::array<std::size_t, 2>, kFigureKindNames.size()> kAnswers = {
    {{0, 1}, {0, 1}, {3, 0}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1},
     {0, 1}, {0, 1}, {0, 1}, {0, 3}, {0, 3}, {0, 3}, {3, 0}, {0, 1}, {1, 0}, {0, 1},
     {0, 3}, {3, 0}, {0, 1}, {4, 2}, {5, 6}, {0, 1}, {1, 0}, {1, 2}, {1, 3}, {5, 4},
     {6, 2}, {0, 1}, {0, 1}, {0, 1}}};  // by FigureKind

HeadlineSubject subjectOf(FigureKind kind) { return isOfServing(kind) ? HeadlineSubject::serving : HeadlineSubject::training; }

/// What the slider holds until another parameter is chosen.
const char* usualParameter(FigureKind kind)
{
    return subjectOf(kind) == HeadlineSubject::serving ? "serving.sequences" : "workload.batch";
}

QString questionOf(FigureKind kind, const Scenario& scenario)
{
    const QString model = fromCore(scenario.model.name);
    const QString hardware = fromCore(scenario.hardware.name);
    switch (kind) {
    case FigureKind::communication: return LectureView::tr("Does communication hide under compute?");
    case FigureKind::batch: return LectureView::tr("How large a batch keeps %1 compute-bound on %2?").arg(model, hardware);
    case FigureKind::memory: return LectureView::tr("Does %1 fit in the memory of a %2?").arg(model, hardware);
    case FigureKind::mesh: return LectureView::tr("How are the chips of a %1 joined?").arg(hardware);
    case FigureKind::arrays: return LectureView::tr("Who holds which block of an array?");
    case FigureKind::strategies: return LectureView::tr("What is the cheapest way to multiply sharded arrays?");
    case FigureKind::playback: return LectureView::tr("How does a collective move its blocks?");
    case FigureKind::collectiveSize: return LectureView::tr("From which size on does bandwidth rule a collective?");
    case FigureKind::collectiveAxis: return LectureView::tr("What does a collective over more chips cost?");
    case FigureKind::matmul: return LectureView::tr("What binds one matmul on a %1?").arg(hardware);
    case FigureKind::attained: return LectureView::tr("From which batch on does a matmul reach the peak?");
    case FigureKind::split: return LectureView::tr("When can two chips share a matmul?");
    case FigureKind::layers: return LectureView::tr("What is %1 made of?").arg(model);
    case FigureKind::layer: return LectureView::tr("What happens in a layer of %1?").arg(model);
    case FigureKind::components: return LectureView::tr("Where are the parameters of %1, and where its FLOPs?").arg(model);
    case FigureKind::cache: return LectureView::tr("What does %1 keep of a long context?").arg(model);
    case FigureKind::context: return LectureView::tr("From which context on does attention cost the most?");
    case FigureKind::intensity: return LectureView::tr("What of %1 is compute-bound on a %2?").arg(model, hardware);
    case FigureKind::timeline: return LectureView::tr("What does a step of %1 wait for?").arg(model);
    case FigureKind::schedule: return LectureView::tr("How long do the stages of a pipeline stand idle?");
    case FigureKind::scaling: return LectureView::tr("How many chips can share a step of %1?").arg(model);
    case FigureKind::stages: return LectureView::tr("Which stage of %1 is the fullest?").arg(model);
    case FigureKind::traffic: return LectureView::tr("What do the chips of a %1 tell each other in a step?").arg(hardware);
    case FigureKind::run: return LectureView::tr("What does it take to train %1 on a %2?").arg(model, hardware);
    case FigureKind::splits: return LectureView::tr("How are %1 chips split best between FSDP and tensor?").arg(wholeText(chipCount(scenario.hardware.cluster)));
    case FigureKind::ratio: return LectureView::tr("How much batch does each chip of a %1 need?").arg(hardware);
    case FigureKind::phases: return LectureView::tr("What binds prefill, and what decode?");
    case FigureKind::pools: return LectureView::tr("How many slices of prefill does a slice of decode need?");
    case FigureKind::load: return LectureView::tr("How long do users wait when many come?");
    case FigureKind::frontier: return LectureView::tr("How fast can %1 answer, and how many at once?").arg(model);
    case FigureKind::decode: return LectureView::tr("What does a token of %1 wait for?").arg(model);
    case FigureKind::capacity: return LectureView::tr("How many users does a %1 hold?").arg(hardware);
    case FigureKind::cost: return LectureView::tr("What does a million tokens of %1 cost?").arg(model);
    case FigureKind::roofline: break;
    }
    return LectureView::tr("Where does each operation of %1 sit on a %2?").arg(model, hardware);
}

}  // namespace

LectureView::LectureView(QWidget* parent)
    : QWidget(parent), m_question(new QLabel(this)), m_setting(new QLabel(this)), m_plots(new QStackedWidget(this)),
      m_parameters(new ChoiceBox(this)), m_control(new ParameterControl(this)), m_help(new QLabel(this))
{
    setObjectName(QStringLiteral("lectureView"));
    setFocusPolicy(Qt::StrongFocus);
    for (std::size_t i = 0; i < m_figures.size(); ++i) {
        m_figures[i] = makeFigure(static_cast<FigureKind>(i)).release();
        m_plots->addWidget(m_figures[i]);
        connect(m_figures[i], &PlotFigure::edited, this, &LectureView::edited);
    }
    m_plots->setCurrentIndex(static_cast<int>(FigureKind::roofline));
    for (QLabel* label : {m_question, m_setting, m_help}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_help->setAlignment(Qt::AlignRight);

    auto* bottom = new QHBoxLayout;
    bottom->setSpacing(32);
    for (HeadlineNumber*& number : m_numbers) {
        number = new HeadlineNumber(this);
        number->setNoteVisible(false);
        bottom->addWidget(number);
    }
    bottom->addStretch(1);
    bottom->addWidget(m_parameters, 0, Qt::AlignVCenter);
    bottom->addWidget(m_control, 2);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(40, 28, 40, 20);
    column->setSpacing(8);
    column->addWidget(m_question);
    column->addWidget(m_setting);
    column->addWidget(m_plots, 1);
    column->addLayout(bottom);
    column->addWidget(m_help);

    connect(m_control, &ParameterControl::edited, this, &LectureView::edited);
    connect(m_parameters, &QComboBox::activated, this,
            [this](int index) { setParameter(fromCore(m_ids[static_cast<std::size_t>(index)])); });
}

void LectureView::show(const Snapshot& now, const Snapshot* before)
{
    figure()->show(now, before);
    m_question->setText(questionOf(kind(), now.scenario));
    const HeadlineSubject subject = subjectOf(kind());
    m_setting->setText(settingText(now.scenario, isOfServing(kind())));
    const Headlines headlines = headlinesOf(now, subject);
    const Headlines widest = widestHeadlines(subject);
    for (std::size_t i = 0; i < m_numbers.size(); ++i) {
        const std::size_t which = kAnswers[static_cast<std::size_t>(kind())][i];
        const Headline& headline = headlines[which];
        m_numbers[i]->setWidest(widest[which]);
        m_numbers[i]->show(headline, headline.bound ? m_theme.of(*headline.bound) : QColor());
    }
    fillParameters(now.scenario);
    showSlider(now.scenario);
    m_now = now;  // with what was worked out for it
}

void LectureView::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_question->setFont(theme.font(17, QFont::DemiBold));
    m_setting->setFont(theme.font(10));
    m_help->setFont(theme.font(8));
    for (QLabel* label : {m_question, m_setting, m_help}) {
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, label == m_question ? theme.ink : theme.muted);
        label->setPalette(palette);
    }
    for (PlotFigure* figure : m_figures)
        figure->setTheme(theme);
    for (HeadlineNumber* number : m_numbers)
        number->setTheme(theme);
    m_parameters->setTheme(theme);
    m_parameters->setFont(theme.font(10));
    m_parameters->setMinimumWidth(static_cast<int>(130 * theme.factor));
    m_control->setTheme(theme);
    refresh();
    update();
}

PlotFigure* LectureView::figure() const
{
    return m_figures[static_cast<std::size_t>(m_plots->currentIndex())];
}

FigureKind LectureView::kind() const { return static_cast<FigureKind>(m_plots->currentIndex()); }

void LectureView::setFigure(FigureKind next)
{
    if (subjectOf(next) != subjectOf(kind()))
        m_parameter = usualParameter(next);
    m_plots->setCurrentIndex(static_cast<int>(next));
    refresh();
}

void LectureView::setParameter(const QString& id)
{
    m_parameter = id.toStdString();
    refresh();
}

void LectureView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_ids.clear();
        refresh();
    }
}

void LectureView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape: emit left(); return;
    case Qt::Key_PageDown:
    case Qt::Key_Right: step(1); return;
    case Qt::Key_PageUp:
    case Qt::Key_Left: step(-1); return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: emit factorChosen(m_theme.factor + kFactorStep); return;
    case Qt::Key_Minus: emit factorChosen(m_theme.factor - kFactorStep); return;
    default: break;
    }
    if (event->key() >= Qt::Key_1 && event->key() <= Qt::Key_9)
        setFigure(static_cast<FigureKind>(event->key() - Qt::Key_1));
    else
        QWidget::keyPressEvent(event);
}

void LectureView::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_theme.card);
}

void LectureView::step(int by)
{
    const int count = static_cast<int>(m_figures.size());
    setFigure(static_cast<FigureKind>((m_plots->currentIndex() + by + count) % count));
}

void LectureView::refresh()
{
    m_help->setText(tr("\u2190 \u2192 picture  \u00b7  Tab slider  \u00b7  + \u2212 size  \u00b7  Esc back"));
    if (m_now)
        show(Snapshot(*m_now), nullptr);
}

void LectureView::fillParameters(const Scenario& scenario)
{
    std::vector<std::string> ids;
    QStringList names;
    for (const Parameter& p : parameters(scenario)) {
        if (!p.relevant)
            continue;
        if (!p.prominent || p.isChoice())
            continue;
        ids.push_back(p.id);
        const QString qualifier = qualifierOf(p, scenario);
        names.push_back(qualifier.isEmpty() ? translated(p.label) : translated(p.label) + u' ' + qualifier);
    }
    if (ids == m_ids)
        return;
    m_ids = std::move(ids);
    m_parameters->clear();
    m_parameters->addItems(names);
}

void LectureView::showSlider(const Scenario& scenario)
{
    auto parameter = findParameter(scenario, m_parameter);
    if (!parameter) {
        m_parameter = usualParameter(kind());
        parameter = findParameter(scenario, m_parameter);
    }
    const auto at = std::find(m_ids.begin(), m_ids.end(), m_parameter);
    m_parameters->setCurrentIndex(at == m_ids.end() ? -1 : static_cast<int>(at - m_ids.begin()));
    const auto value = parameter->value(scenario);
    if (parameter->scale == Scale::divisors && m_legal)
        m_control->setLegalValues(m_legal(parameter->id));
    m_control->show(*parameter, value, value, qualifierOf(*parameter, scenario));
}

}  // namespace scalescope
