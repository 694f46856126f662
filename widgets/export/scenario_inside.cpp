// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/scenario_inside.h"

#include <QXmlStreamReader>
#include <QtEndian>

#include <array>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

// PNG specification, "PNG file signature" and "Chunk layout": length, type, data, checksum of type and data.
constexpr QByteArrayView kPngSignature("\x89PNG\r\n\x1a\n", 8);
constexpr qsizetype kChunkFrame = 12;
constexpr qsizetype kPngHeader = 13;

// Keyword, end, not compressed, method 0, no language, no translated keyword.
constexpr QByteArrayView kTextHead("scalescope\0\0\0\0\0", 15);

constexpr auto kNamespace = "urn:scalescope:scenario:1"_L1;
constexpr auto kElement = "scenario"_L1;
constexpr int kDeepest = 32;  // our element stands at 2 in an SVG and at 4 in XMP

constexpr std::array<quint32, 256> makeCrcTable()
{
    std::array<quint32, 256> table{};
    for (quint32 n = 0; n < 256; ++n) {
        quint32 c = n;
        for (int bit = 0; bit < 8; ++bit)
            c = (c & 1) ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[n] = c;
    }
    return table;
}

quint32 crc32(QByteArrayView bytes)
{
    static constexpr std::array<quint32, 256> table = makeCrcTable();
    quint32 crc = 0xffffffffu;
    for (const char byte : bytes)
        crc = table[(crc ^ static_cast<uchar>(byte)) & 0xff] ^ (crc >> 8);
    return crc ^ 0xffffffffu;
}

void appendNumber(QByteArray& to, quint32 number)
{
    std::array<char, 4> bytes{};
    qToBigEndian(number, bytes.data());
    to.append(bytes.data(), bytes.size());
}

std::optional<QByteArray> checked(QByteArrayView text)
{
    if (text.isEmpty() || text.size() > kLargestScenario)
        return std::nullopt;
    return text.toByteArray();
}

std::optional<QByteArray> insidePng(QByteArrayView png)
{
    qsizetype at = kPngSignature.size();
    while (png.size() - at >= kChunkFrame) {
        const qsizetype length = qFromBigEndian<quint32>(png.data() + at);
        if (length > png.size() - at - kChunkFrame)
            return std::nullopt;
        const QByteArrayView typeAndData = png.sliced(at + 4, 4 + length);
        if (typeAndData.startsWith("iTXt") && typeAndData.sliced(4).startsWith(kTextHead)) {
            if (crc32(typeAndData) != qFromBigEndian<quint32>(png.data() + at + 8 + length))
                return std::nullopt;
            return checked(typeAndData.sliced(4 + kTextHead.size()));
        }
        at += kChunkFrame + length;
    }
    return std::nullopt;
}

std::optional<QByteArray> insideXml(QByteArrayView xml)
{
    QXmlStreamReader reader(xml.toByteArray());
    int depth = 0;
    while (!reader.atEnd()) {
        switch (reader.readNext()) {
        case QXmlStreamReader::DTD: return std::nullopt;
        case QXmlStreamReader::StartElement:
            if (reader.namespaceUri() == kNamespace && reader.name() == kElement) {
                const QByteArray text = reader.readElementText().toUtf8();
                return reader.hasError() ? std::nullopt : checked(text);
            }
            if (++depth > kDeepest)
                return std::nullopt;
            break;
        case QXmlStreamReader::EndElement: --depth; break;
        default: break;
        }
    }
    return std::nullopt;
}

std::optional<QByteArray> insidePdf(QByteArrayView pdf)
{
    constexpr QByteArrayView begin("<x:xmpmeta");
    constexpr QByteArrayView end("</x:xmpmeta>");
    qsizetype from = 0;
    for (;;) {
        const qsizetype start = pdf.indexOf(begin, from);
        const qsizetype stop = start < 0 ? -1 : pdf.indexOf(end, start);
        if (stop < 0)
            return std::nullopt;
        from = stop + end.size();
        if (auto found = insideXml(pdf.sliced(start, from - start)))
            return found;
    }
}

}  // namespace

std::optional<QByteArray> scenarioInside(const QByteArray& fileContent)
{
    if (fileContent.size() > kLargestImage)
        return std::nullopt;
    if (fileContent.startsWith(kPngSignature))
        return insidePng(fileContent);
    if (fileContent.startsWith("%PDF-"))
        return insidePdf(fileContent);
    if (fileContent.startsWith("<") || fileContent.startsWith("\xef\xbb\xbf<"))
        return insideXml(fileContent);
    return std::nullopt;
}

QByteArray pngWithScenario(const QByteArray& png, const QByteArray& scenario)
{
    QByteArray typeAndData("iTXt");
    typeAndData.append(kTextHead).append(scenario);

    QByteArray chunk;
    appendNumber(chunk, static_cast<quint32>(kTextHead.size() + scenario.size()));
    chunk.append(typeAndData);
    appendNumber(chunk, crc32(typeAndData));

    QByteArray result = png;
    return result.insert(kPngSignature.size() + kChunkFrame + kPngHeader, chunk);
}

QByteArray scenarioElement(const QByteArray& scenario)
{
    QString text = QString::fromUtf8(scenario).toHtmlEscaped();
    // A reader of XML turns a bare carriage return into a line feed.
    text.replace(u'\r', "&#13;"_L1);
    text.replace(QChar(0xfffe), "\\ufffe"_L1).replace(QChar(0xffff), "\\uffff"_L1);
    return "<scalescope:scenario xmlns:scalescope=\"" + QByteArray(kNamespace.data(), kNamespace.size()) + "\">" +
        text.toUtf8() + "</scalescope:scenario>";
}

}  // namespace scalescope
