// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/fake_figure.h"
#include "widgets/export/scenario_inside.h"

#include <QImage>
#include <QSvgRenderer>
#include <QTest>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

QByteArray bigJson()
{
    QByteArray json = "{\"name\":\"";
    while (json.size() < 1 << 20)
        json += "模型 <&>]]> \\u0041 \xf0\x9f\x8e\x89 ";
    return json + "\"}";
}

ExportOptions tinyOptions()
{
    ExportOptions options;
    options.size = {64, 72};
    options.scale = 1;
    options.scenario = R"({"scalescope":1,"model":"llama-3-70b"})";
    return options;
}

}  // namespace

Q_DECLARE_METATYPE(scalescope::ImageFormat)

class TestScenarioInside : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { loadFonts(); }
    void scenarioRoundTrip_data();
    void scenarioRoundTrip();
    void truncatedFiles_data();
    void truncatedFiles();
    void damagedBytes_data();
    void damagedBytes();
    void hostileFiles_data();
    void hostileFiles();
};

void TestScenarioInside::scenarioRoundTrip_data()
{
    QTest::addColumn<ImageFormat>("format");
    QTest::addColumn<QByteArray>("scenario");

    const QList<std::pair<const char*, QByteArray>> scenarios{
        {"plain", R"({"scalescope":1})"},
        {"Chinese", QByteArray(R"({"model":"羊驼 🦙"})")},
        {"markup and line ends", "{\r\n\t\"a\": \"<b>&amp;]]></b> endstream 5 0 R -->\"\r}\n "},
        {"a megabyte", bigJson()},
    };
    for (const auto& [name, scenario] : scenarios) {
        QTest::addRow("png, %s", name) << ImageFormat::png << scenario;
        QTest::addRow("svg, %s", name) << ImageFormat::svg << scenario;
        QTest::addRow("pdf, %s", name) << ImageFormat::pdf << scenario;
    }
}

void TestScenarioInside::scenarioRoundTrip()
{
    QFETCH(ImageFormat, format);
    QFETCH(QByteArray, scenario);
    LetterFigure figure;
    ExportOptions options = tinyOptions();

    options.scenario = scenario;
    const ExportResult result = exportFigure(figure, format, options);
    QCOMPARE(result.error, QString());
    QVERIFY(scenarioInside(result.data) == scenario);
    if (format == ImageFormat::png)
        QVERIFY(!QImage::fromData(result.data).isNull());
    if (format == ImageFormat::svg)
        QVERIFY(QSvgRenderer(result.data).isValid());

    options.scenario.clear();
    QVERIFY(!scenarioInside(exportFigure(figure, format, options).data));
}

void TestScenarioInside::truncatedFiles_data()
{
    QTest::addColumn<ImageFormat>("format");
    QTest::newRow("png") << ImageFormat::png;
    QTest::newRow("svg") << ImageFormat::svg;
    QTest::newRow("pdf") << ImageFormat::pdf;
}

void TestScenarioInside::truncatedFiles()
{
    QFETCH(ImageFormat, format);
    LetterFigure figure;
    const ExportOptions options = tinyOptions();
    const QByteArray whole = exportFigure(figure, format, options).data;
    bool was = false;
    for (qsizetype length = 0; length <= whole.size(); ++length) {
        const auto found = scenarioInside(whole.first(length));
        QVERIFY(!found || *found == options.scenario);
        QVERIFY(found || !was);
        was = found.has_value();
    }
    QVERIFY(was);
}

void TestScenarioInside::damagedBytes_data() { truncatedFiles_data(); }

void TestScenarioInside::damagedBytes()
{
    QFETCH(ImageFormat, format);
    LetterFigure figure;
    const ExportOptions options = tinyOptions();
    const QByteArray whole = exportFigure(figure, format, options).data;
    for (qsizetype at = 0; at < whole.size(); ++at) {
        QByteArray damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
        const auto found = scenarioInside(damaged);
        // Only PNG has a checksum.
        QVERIFY(!found || *found == options.scenario || format != ImageFormat::png);
        QVERIFY(!found || found->size() <= whole.size());
    }
}

void TestScenarioInside::hostileFiles_data()
{
    QTest::addColumn<QByteArray>("file");

    const QByteArray png("\x89PNG\r\n\x1a\n", 8);
    const QByteArray text("scalescope\0\0\0\0\0", 15);
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("zeros") << QByteArray(1000, '\0');
    QTest::newRow("png, largest length") << png +
            QByteArray("\xff\xff\xff\xff"
                       "iTXt",
                       8) +
            text + QByteArray(100, 'x');
    QTest::newRow("png, length past the end") << png +
            QByteArray("\0\0\1\0"
                       "iTXt",
                       8) +
            text + "{}";
    QTest::newRow("png, empty chunks") << png + QByteArray(12 * 100'000, '\0');
    QTest::newRow("png, large scenario") << pngWithScenario(png + QByteArray(25, '\0'),
                                                            QByteArray(kLargestScenario + 1, ' '));
    QTest::newRow("larger than any image") << png + QByteArray(kLargestImage, '\0');

    const QByteArray element = scenarioElement("{}");
    QTest::newRow("svg, entities")
        << QByteArray("<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><svg>") + element +
            "</svg>";
    QTest::newRow("svg, deep") << QByteArray("<g>").repeated(1'000'000) + element;
    QTest::newRow("svg, child element") << QByteArray("<svg>") + QByteArray(element).replace("{}", "<b/>") + "</svg>";
    QTest::newRow("svg, another namespace")
        << QByteArray("<svg>") + QByteArray(element).replace("urn:", "urn:x") + "</svg>";
    QTest::newRow("svg, empty scenario") << QByteArray("<svg>") + scenarioElement({}) + "</svg>";
    QTest::newRow("svg, large scenario") << QByteArray("<svg>") +
            scenarioElement(QByteArray(kLargestScenario + 1, ' ')) + "</svg>";
    QTest::newRow("pdf, open packets") << QByteArray("%PDF-1.4\n") + QByteArray("<x:xmpmeta ").repeated(1'000'000);
    QTest::newRow("pdf, broken packets") << QByteArray("%PDF-1.4\n") +
            QByteArray("<x:xmpmeta></x:xmpmeta>").repeated(100'000);
}

void TestScenarioInside::hostileFiles()
{
    QFETCH(QByteArray, file);
    QVERIFY(!scenarioInside(file));
}

QTEST_MAIN(TestScenarioInside)
#include "test_scenario_inside.moc"
