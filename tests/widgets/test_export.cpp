// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/fake_figure.h"
#include "widgets/export/clipboard.h"
#include "widgets/figure_table.h"
#include "widgets/export/export.h"
#include "widgets/export/polygons.h"
#include "widgets/export/scenario_inside.h"

#include <QApplication>
#include <QCryptographicHash>
#include <QImage>
#include <QMimeData>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <memory>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

QByteArray hashesOfAll()
{
    FakeFigure figure;
    QByteArray text;
    for (const ImageFormat format : {ImageFormat::png, ImageFormat::svg, ImageFormat::pdf}) {
        const ExportResult result = exportFigure(figure, format, smallOptions());
        text += QCryptographicHash::hash(result.data, QCryptographicHash::Sha256).toHex() + '\n';
    }
    return text;
}

QImage rendered(const QByteArray& svg, const QSize& pixels)
{
    QSvgRenderer renderer(svg);
    QImage image(pixels, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

const char* const kChildArgument = "--print-hashes";

}  // namespace

Q_DECLARE_METATYPE(scalescope::ImageFormat)

class TestExport : public QObject {
    Q_OBJECT

private slots:
    void formatOfFileName_data();
    void formatOfFileName();
    void repeatsInOneProcess();
    void repeatsAcrossEnvironments_data();
    void repeatsAcrossEnvironments();
    void sizes();
    void pdfIsWellFormed();
    void svgStaysInsideClip();
    void svgLooksLikePng();
    void svgHoldsNoText();
    void lightUnlessAsked();
    void missingCharactersAreReported();
    void badOptions_data();
    void badOptions();
    void savesAndReportsBadPath();
    void clipboardHoldsAll();
    void lineIsCutWithItsDashes();
    void polygonIsCut();
    void hatchStaysInPolygon();
};

void TestExport::formatOfFileName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<std::optional<ImageFormat>>("format");

    QTest::newRow("png") << u"a.png"_s << std::optional(ImageFormat::png);
    QTest::newRow("capitals") << u"/x.y/A.B.SVG"_s << std::optional(ImageFormat::svg);
    QTest::newRow("pdf") << u"图.Pdf"_s << std::optional(ImageFormat::pdf);
    QTest::newRow("other") << u"a.jpeg"_s << std::optional<ImageFormat>();
    QTest::newRow("folder only") << u"/x.png/a"_s << std::optional<ImageFormat>();
    QTest::newRow("empty") << QString() << std::optional<ImageFormat>();
}

void TestExport::formatOfFileName()
{
    QFETCH(QString, name);
    QFETCH(std::optional<ImageFormat>, format);
    QVERIFY(imageFormatOf(name) == format);
}

void TestExport::repeatsInOneProcess()
{
    const QByteArray first = hashesOfAll();
    QCOMPARE(hashesOfAll(), first);
    QCOMPARE(hashesOfAll(), first);
}

void TestExport::repeatsAcrossEnvironments_data()
{
    QTest::addColumn<QStringList>("variables");

    QTest::newRow("another process") << QStringList();
    QTest::newRow("and one more, with its own hash seed") << QStringList();
    QTest::newRow("font resolution") << QStringList{u"QT_FONT_DPI=144"_s};
    QTest::newRow("scale factor") << QStringList{u"QT_SCALE_FACTOR=2"_s};
    QTest::newRow("odd scale factor") << QStringList{u"QT_SCALE_FACTOR=1.25"_s, u"QT_FONT_DPI=110"_s};
    QTest::newRow("German") << QStringList{u"LC_ALL=de_DE.UTF-8"_s, u"LANG=de_DE.UTF-8"_s};
    QTest::newRow("Chinese, far east") << QStringList{u"LC_ALL=zh_CN.UTF-8"_s, u"LANG=zh_CN.UTF-8"_s,
                                                      u"TZ=Asia/Tokyo"_s};
}

void TestExport::repeatsAcrossEnvironments()
{
    QFETCH(QStringList, variables);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString& variable : variables)
        environment.insert(variable.section(u'=', 0, 0), variable.section(u'=', 1));

    QProcess child;
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {QString::fromLatin1(kChildArgument)});
    QVERIFY(child.waitForFinished());
    QCOMPARE(child.exitCode(), 0);
    QCOMPARE(child.readAllStandardOutput(), hashesOfAll());
}

void TestExport::sizes()
{
    FakeFigure figure;
    ExportOptions options = smallOptions();
    options.size = {441, 301};  // no whole number of points
    options.scale = 3;

    const QImage png = QImage::fromData(exportFigure(figure, ImageFormat::png, options).data);
    QCOMPARE(png.size(), QSize(1323, 903));
    QCOMPARE(qRound(png.dotsPerMeterX() * 0.0254), 3 * 96);

    const QByteArray svg = exportFigure(figure, ImageFormat::svg, options).data;
    QVERIFY(svg.contains("width=\"441\" height=\"301\" viewBox=\"0 0 441 301\""));

    static const QRegularExpression box(u"/MediaBox \\[([\\d.]+) ([\\d.]+) ([\\d.]+) ([\\d.]+)\\]"_s);
    const auto match = box.match(QString::fromLatin1(exportFigure(figure, ImageFormat::pdf, options).data));
    QVERIFY(match.hasMatch());
    QCOMPARE(match.captured(3).toDouble() - match.captured(1).toDouble(), 441 * 0.75);
    QCOMPARE(match.captured(4).toDouble() - match.captured(2).toDouble(), 301 * 0.75);
}

void TestExport::pdfIsWellFormed()
{
    FakeFigure figure;
    const QByteArray pdf = exportFigure(figure, ImageFormat::pdf, smallOptions()).data;
    const qsizetype table = pdf.mid(pdf.lastIndexOf("startxref") + 10).trimmed().split('\n').first().toLongLong();
    const QList<QByteArray> lines = pdf.mid(table).split('\n');
    QCOMPARE(lines[0], "xref");
    const int count = lines[1].split(' ').value(1).toInt();
    QVERIFY(count > 10);
    for (int number = 1; number < count; ++number) {
        const qsizetype offset = lines[2 + number].left(10).toLongLong();
        const QByteArray head = QByteArray::number(number) + " 0 obj\n";
        QVERIFY(pdf.mid(offset).startsWith(head));
    }
    QCOMPARE(pdf.count("/FontFile2"), 3);  // regular, semi-bold, Chinese
    QVERIFY(pdf.contains("/CreationDate (D:20000101000000Z)"));
}

// QtSvg knows no clip paths, so that it shows what lies outside of the clip.
void TestExport::svgStaysInsideClip()
{
    ClippedFigure figure;
    ExportOptions options = smallOptions();
    options.sourceLine.clear();
    const QByteArray svg = exportFigure(figure, ImageFormat::svg, options).data;
    const QImage image = rendered(svg, options.size * 2);

    // The chart begins behind the margins; the second clip is a part of the first.
    const QRect inside = QRect(QPoint(2 * (kFakeAxes.x() + 20), 2 * (kFakeAxes.y() + 30)), kFakeAxes.size() * 2);
    int painted = 0;
    int stray = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const bool ink = image.pixel(x, y) != options.theme.card.rgb();
            painted += ink && inside.contains(x, y);
            stray += ink && !inside.contains(x, y);
        }
    }
    QVERIFY(painted > 10'000);
    QCOMPARE(stray, 0);

    const auto colourAt = [&](double x, double y) { return image.pixel(qRound((x + 20) * 2), qRound((y + 30) * 2)); };
    QVERIFY(colourAt(190, 65) != options.theme.buffer.rgb());
    QCOMPARE(colourAt(280, 65), options.theme.buffer.rgb());
    QCOMPARE(colourAt(64, 45), options.theme.buffer.rgb());
}

void TestExport::svgLooksLikePng()
{
    FakeFigure figure;
    const ExportOptions options = smallOptions();
    const QImage png =
        QImage::fromData(exportFigure(figure, ImageFormat::png, options).data).convertToFormat(QImage::Format_RGB32);
    const QImage svg = rendered(exportFigure(figure, ImageFormat::svg, options).data, png.size());

    // The same shapes; only the edges differ.
    int different = 0;
    for (int y = 0; y < png.height(); ++y) {
        for (int x = 0; x < png.width(); ++x)
            different += std::abs(qGray(png.pixel(x, y)) - qGray(svg.pixel(x, y))) > 64;
    }
    QVERIFY2(different < png.width() * png.height() / 50, qPrintable(QString::number(different)));
}

void TestExport::svgHoldsNoText()
{
    FakeFigure figure;
    const QByteArray svg = exportFigure(figure, ImageFormat::svg, smallOptions()).data;
    QVERIFY(!svg.contains("<text"));
    QVERIFY(!svg.contains("font"));
    QVERIFY(!svg.contains("nan"));
    QXmlStreamReader reader(svg);
    while (!reader.atEnd())
        reader.readNext();
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
}

void TestExport::lightUnlessAsked()
{
    FakeFigure figure;
    ExportOptions options = smallOptions();
    const auto corner = [&] {
        return QImage::fromData(exportFigure(figure, ImageFormat::png, options).data).pixelColor(1, 1);
    };
    QCOMPARE(corner(), lightTheme().card);
    options.theme = darkTheme();
    QCOMPARE(corner(), darkTheme().card);
}

void TestExport::missingCharactersAreReported()
{
    const QString nobodyHas = QString::fromUcs4(U"\U000F1234");
    WordsFigure figure(u"batch "_s + nobodyHas + u' ' + nobodyHas);
    for (const ImageFormat format : {ImageFormat::png, ImageFormat::svg, ImageFormat::pdf}) {
        const ExportResult result = exportFigure(figure, format, smallOptions());
        QCOMPARE(result.error, QString());
        QCOMPARE(result.warning.count(nobodyHas), 1);
    }
    WordsFigure fine(u"batch · GiB — 1 234"_s);
    QCOMPARE(exportFigure(fine, ImageFormat::png, smallOptions()).warning, QString());
}

void TestExport::badOptions_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("scale");
    QTest::addColumn<QByteArray>("scenario");

    const QByteArray json("{}");
    QTest::newRow("no width") << QSize(0, 100) << 1.0 << json;
    QTest::newRow("negative") << QSize(-5, 100) << 1.0 << json;
    QTest::newRow("too small for the words") << QSize(120, 60) << 1.0 << json;
    QTest::newRow("narrower than the margins") << QSize(30, 800) << 1.0 << json;
    QTest::newRow("too wide") << QSize(20'000, 100) << 1.0 << json;
    QTest::newRow("too many pixels") << QSize(12'000, 12'000) << 1.0 << json;
    QTest::newRow("scale of nothing") << QSize(400, 300) << 0.0 << json;
    QTest::newRow("scale is no number") << QSize(400, 300) << qQNaN() << json;
    QTest::newRow("endless scale") << QSize(400, 300) << qInf() << json;
    QTest::newRow("scale too fine") << QSize(400, 300) << 1e-4 << json;
    QTest::newRow("scenario too large") << QSize(400, 300) << 1.0 << QByteArray(kLargestScenario + 1, ' ');
    QTest::newRow("not UTF-8") << QSize(400, 300) << 1.0 << QByteArray("{\"\xff\"}");
}

void TestExport::badOptions()
{
    QFETCH(QSize, size);
    QFETCH(double, scale);
    QFETCH(QByteArray, scenario);
    FakeFigure figure;
    const ExportOptions options{size, scale, lightTheme(), u"LLaMA 3 70B"_s, scenario};
    const ExportResult result = exportFigure(figure, ImageFormat::png, options);
    QVERIFY(result.data.isEmpty());
    QVERIFY(!result.error.isEmpty());
}

void TestExport::savesAndReportsBadPath()
{
    FakeFigure figure;
    const QTemporaryDir folder;
    const QString name = folder.filePath(u"图 1.svg"_s);
    QCOMPARE(saveFigure(figure, name, smallOptions()), QString());
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), exportFigure(figure, ImageFormat::svg, smallOptions()).data);

    const QString nowhere = folder.filePath(u"missing/folder/a.png"_s);
    QVERIFY(saveFigure(figure, nowhere, smallOptions()).contains(nowhere));
    QVERIFY(saveFigure(figure, folder.filePath(u"a.gif"_s), smallOptions()).contains(u".png"_s));
    QVERIFY(!saveFigure(figure, folder.path(), smallOptions()).isEmpty());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{u"图 1.svg"_s});
}

void TestExport::clipboardHoldsAll()
{
    FakeFigure figure;
    const ExportOptions options = smallOptions();
    const std::unique_ptr<QMimeData> data(clipboardData(figure, options));
    QVERIFY(data);
    QCOMPARE(QImage::fromData(data->data(u"image/png"_s)).size(), options.size * 2);
    QVERIFY(scenarioInside(data->data(u"image/svg+xml"_s)) == options.scenario);
    QCOMPARE(data->text(), u"One curve rises.\n\nbatch\ttime, s\n256\t1.2345678901234567\nsay \"x\" or y\t2\n"_s);

    ExportOptions impossible = options;
    impossible.size = {};
    QVERIFY(!clipboardData(figure, impossible));
}

void TestExport::lineIsCutWithItsDashes()
{
    const QList<LinePiece> pieces = piecesInside(QPolygonF{{-5, 5}, {15, 5}, {15, 8}, {-5, 8}}, QRectF(0, 0, 10, 10));
    QCOMPARE(pieces.size(), 2);
    QCOMPARE(pieces[0].points, (QPolygonF{{0, 5}, {10, 5}}));
    QCOMPARE(pieces[0].start, 5.0);
    QCOMPARE(pieces[1].points, (QPolygonF{{10, 8}, {0, 8}}));
    QCOMPARE(pieces[1].start, 28.0);

    const QList<LinePiece> closed =
        piecesInside(QPolygonF{{5, 5}, {15, 5}, {15, 8}, {5, 8}, {5, 5}}, QRectF(0, 0, 10, 10));
    QCOMPARE(closed.size(), 1);
    QCOMPARE(closed[0].points, (QPolygonF{{10, 8}, {5, 8}, {5, 5}, {10, 5}}));
    QVERIFY(piecesInside(QPolygonF{{-1, -1}, {-5, 30}}, QRectF(0, 0, 10, 10)).isEmpty());
}

void TestExport::polygonIsCut()
{
    const QPolygonF cut = cutTo(QPolygonF{{-5, -5}, {5, -5}, {5, 5}, {-5, 5}}, QRectF(0, 0, 10, 10));
    QCOMPARE(cut.boundingRect(), QRectF(0, 0, 5, 5));
    QVERIFY(cutTo(QPolygonF{{-5, -5}, {-1, -5}, {-1, -1}}, QRectF(0, 0, 10, 10)).isEmpty());
}

void TestExport::hatchStaysInPolygon()
{
    const QList<QPolygonF> ring{QPolygonF(QRectF(0, 0, 100, 100)), QPolygonF(QRectF(20, 20, 60, 60))};
    const QList<QLineF> lines = hatchLines(ring, Qt::OddEvenFill, Qt::HorPattern);
    double length = 0;
    for (const QLineF& line : lines) {
        QVERIFY(!QRectF(20.1, 20.1, 59.8, 59.8).contains(line.center()));
        length += line.length();
    }
    // At 8, 16, 88 and 96 whole; from 24 to 80 on both sides of the hole. An edge above a line is inside, one on it is not.
    QCOMPARE(length, 4 * 100 + 8 * 40.0);
    QVERIFY(hatchLines(ring, Qt::OddEvenFill, Qt::DiagCrossPattern).size() > 40);
}

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    loadFonts();
    if (application.arguments().contains(QString::fromLatin1(kChildArgument))) {
        fputs(hashesOfAll().constData(), stdout);
        return 0;
    }
    TestExport test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_export.moc"
