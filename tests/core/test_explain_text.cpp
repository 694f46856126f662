// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/render.h"
#include "tests/core/derivation_checker.h"

#include <QElapsedTimer>
#include <QtTest>

using namespace scalescope;
using namespace scalescope::explaintest;

class TestExplainText : public QObject {
    Q_OBJECT

private slots:
    void case16BothFactorsOfTwoAreNamed();
    void text();
    void html();
    void latex();
    void translation();
    void hostileNames();
    void sourcesOfInputs();
    void fastEnoughWhileDragging();
};

void TestExplainText::case16BothFactorsOfTwoAreNamed()
{
    const Scenario scenario = preset("default");
    const Estimate estimate = evaluate(scenario);
    int gathers = 0;
    for (std::size_t i = 0; i < estimate.collectives.size(); ++i) {
        if (estimate.collectives[i].axis() != Axis::fsdp)
            continue;
        ++gathers;
        const std::string text = toText(*derive(scenario, estimate, "collective." + std::to_string(i) + ".time"));
        QVERIFY2(text.find("bf16 has 2 bytes per element") != std::string::npos, text.c_str());
        QVERIFY2(text.find("A ring uses both directions of a link: a factor of 2") != std::string::npos, text.c_str());
    }
    QVERIFY(gathers > 0);

    Scenario line = scenario;
    set(line, "network.0.wrap", 3);
    const std::string text = toText(*derive(line, evaluate(line), "collective.0.time"));
    QVERIFY(text.find("both directions") == std::string::npos);
    QVERIFY2(text.find("only one direction") != std::string::npos, text.c_str());
}

void TestExplainText::text()
{
    const Scenario scenario = preset("default");
    const std::string text = toText(*derive(scenario, evaluate(scenario), "tokens.local"));
    const std::string narrow(kNarrowSpace);
    QCOMPARE(QString::fromStdString(text),
             QString::fromStdString("Tokens of one micro-batch on a chip\n"
                                    "\n"
                                    "B_local = B / X\n"
                                    "  = 4.19" + narrow + "M" + narrow + "tokens / 512\n"
                                    "  = 8,192" + narrow + "tokens\n"
                                    "\n"
                                    "Where\n"
                                    "  B = 4.19" + narrow + "M" + narrow + "tokens  Batch\n"
                                    "  X = 512  Fully sharded\n"
                                    "\n"
                                    "Formula: Book, chapter 5: the batch is split over all degrees but the tensor degree and the pipeline, "
                                    "and cut into micro-batches\n"));
}

void TestExplainText::html()
{
    const Scenario scenario = preset("default");
    const std::string html = toHtml(*derive(scenario, evaluate(scenario), "step.lower"));
    QVERIFY2(html.find("max(<a href=\"derive:step.compute\">T<sub>compute</sub></a>, <a href=\"derive:step.network\">") != std::string::npos,
             html.c_str());
}

void TestExplainText::latex()
{
    const Scenario scenario = preset("default");
    const std::string latex = toLatex(*derive(scenario, evaluate(scenario), "mfu"));
    QVERIFY2(latex.find("\\text{MFU} &= \\frac{\\text{FLOPs}_{\\text{model}}}{N_{\\text{chips}} \\times C \\times T_{\\text{step}}} \\\\") !=
                 std::string::npos,
             latex.c_str());
    QCOMPARE(std::count(latex.begin(), latex.end(), '{'), std::count(latex.begin(), latex.end(), '}'));

    const std::string sum = toLatex(*derive(scenario, evaluate(scenario), "step.compute"));
    QVERIFY2(sum.find(" + T_{\\text{attention}}") != std::string::npos, sum.c_str());
    QVERIFY2(sum.find(" \\\\\n  &\\quad + T_{\\text{") != std::string::npos, sum.c_str());
    const std::string rounded = toLatex(*derive(scenario, evaluate(scenario), "weights.unembedding"));
    QVERIFY2(rounded.find("D \\times \\left\\lceil \\frac{V}{Y} \\right\\rceil") != std::string::npos, rounded.c_str());
    const std::string larger = toLatex(*derive(scenario, evaluate(scenario), "step.lower"));
    QVERIFY2(larger.find("\\max\\left(T_{\\text{compute}},\\; T_{\\text{network}}\\right)") != std::string::npos, larger.c_str());
}

void TestExplainText::translation()
{
    const Scenario scenario = preset("default");
    const Translator chinese = [](std::string_view text) -> std::string {
        if (text == "Step time, fully overlapped")
            return "完全重叠的单步时间";
        return text == "FSDP" ? "全分片" : text == "Communication of the %1 degree" ? "%1 维的通信" : std::string(text);
    };
    QVERIFY(toText(*derive(scenario, evaluate(scenario), "step.lower"), chinese).starts_with("完全重叠的单步时间\n"));
    QVERIFY(toText(*derive(scenario, evaluate(scenario), "axis.fsdp.time"), chinese).starts_with("全分片 维的通信\n"));
}

void TestExplainText::hostileNames()
{
    const std::string hostile = "<img src=x>&\"'</a>{\\input{x}}$%1\n";
    Scenario scenario = preset("llama-3-70b-h100");
    for (Network& network : scenario.hardware.cluster.networks)
        std::get<FabricLevel>(network).name = hostile;
    scenario.model.source = hostile;
    const Estimate estimate = evaluate(scenario);
    for (const std::string& id : {std::string("axis.fsdp.bandwidth"), std::string("axis.fsdp.network.1.bandwidth"), std::string("chips"),
                                  std::string("model.parameters.mlp")}) {
        const auto derivation = derive(scenario, estimate, id);
        QVERIFY(derivation);
        const std::string html = toHtml(*derivation);
        QVERIFY2(html.find("<img") == std::string::npos, html.c_str());
        QVERIFY2(html.find("&lt;img") != std::string::npos, html.c_str());
        const std::string latex = toLatex(*derivation);
        QVERIFY2(latex.find("\\input") == std::string::npos, latex.c_str());
        QVERIFY2(latex.find("\\textbackslash{}input\\{") != std::string::npos, latex.c_str());
    }
}

void TestExplainText::sourcesOfInputs()
{
    const Scenario scenario = preset("llama-3-70b-h100");
    const auto peak = derive(scenario, evaluate(scenario), "peak");
    QVERIFY(peak);
    QCOMPARE(peak->inputSources.size(), std::size_t{1});
    QVERIFY(peak->inputSources.front().find("chapter 12") != std::string::npos);
    QVERIFY(toHtml(*peak).find("Figures: ") != std::string::npos);
}

void TestExplainText::fastEnoughWhileDragging()
{
    const Scenario scenario = preset("default");
    const Estimate estimate = evaluate(scenario);
    for (const char* id : {"step.expected", "axis.fsdp.time", "collective.0.time", "memory.total", "crossover.batch"}) {
        std::vector<qint64> times;
        for (int i = 0; i < 51; ++i) {
            QElapsedTimer timer;
            timer.start();
            const std::string html = toHtml(*derive(scenario, estimate, id));
            times.push_back(timer.nsecsElapsed());
            QVERIFY(!html.empty());
        }
        std::nth_element(times.begin(), times.begin() + 25, times.end());
        qInfo("%s: %.3f ms", id, static_cast<double>(times[25]) / 1e6);
        QVERIFY(times[25] < 50'000'000);
    }
}

QTEST_APPLESS_MAIN(TestExplainText)
#include "test_explain_text.moc"
