// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/pdf_file.h"

#include <QList>
#include <QMap>
#include <QRegularExpression>
#include <QString>

#include <algorithm>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kDate = "(D:20000101000000Z)"_L1;
constexpr auto kFontName = "/FontName /SUBSET+"_L1;  // Qt makes the six letters from the number of the object
constexpr double kPointsPerUnit = 72.0 / 96;

// Bytes as one UTF-16 unit each, so that regular expressions see them and nothing is lost.
QString textOf(const QByteArray& bytes) { return QString::fromLatin1(bytes); }

QByteArray point(double value) { return QByteArray::number(value, 'f', 6); }

// Objects by number, without the line "N 0 obj". PDF 32000-1:2008, 7.5.4: a table of offsets, entries of 20 bytes.
QMap<int, QByteArray> objectsOf(const QByteArray& pdf, qsizetype table)
{
    constexpr qsizetype entrySize = 20;
    static const QRegularExpression head(u"^xref\\s+0 (\\d+)\\s+"_s);
    const QRegularExpressionMatch match = head.match(textOf(pdf.sliced(table)));
    if (!match.hasMatch())
        return {};
    const qsizetype first = table + match.capturedLength();
    const int count = match.captured(1).toInt();
    if (count < 1 || count > (pdf.size() - first) / entrySize)
        return {};

    QMap<qsizetype, int> numberAt{{table, 0}};
    for (int number = 1; number < count; ++number)
        if (const qsizetype offset = pdf.sliced(first + number * entrySize, 10).toLongLong())
            numberAt.insert(offset, number);

    QMap<int, QByteArray> objects;
    for (auto it = numberAt.cbegin(); it.key() < table; ++it) {
        const QByteArray title = QByteArray::number(it.value()) + " 0 obj\n";
        const QByteArray object = pdf.mid(it.key(), std::next(it).key() - it.key());
        if (!object.startsWith(title))
            return {};
        objects.insert(it.value(), object.sliced(title.size()));
    }
    return objects;
}

const QRegularExpression& reference()
{
    static const QRegularExpression expression(u"\\b(\\d+) 0 R\\b"_s);
    return expression;
}

// What is before an object's stream: the part that names other objects.
qsizetype dictionarySize(const QByteArray& object)
{
    const qsizetype stream = object.indexOf("stream\n");
    return stream < 0 ? object.size() : stream;
}

class Renumbering {
public:
    explicit Renumbering(const QMap<int, QByteArray>& objects) : m_objects(objects) {}

    // In the order of a walk, depth first.
    void visit(const QString& text)
    {
        for (const QRegularExpressionMatch& match : reference().globalMatch(text)) {
            const int old = match.captured(1).toInt();
            const auto object = m_objects.constFind(old);
            if (object == m_objects.cend() || m_numbers.contains(old))
                continue;
            m_numbers.insert(old, static_cast<int>(m_order.size()) + 1);
            m_order << old;
            visit(textOf(object->first(dictionarySize(*object))));
        }
    }

    const QList<int>& order() const { return m_order; }

    QString applied(const QString& text) const
    {
        QString result;
        qsizetype at = 0;
        for (const QRegularExpressionMatch& match : reference().globalMatch(text)) {
            result += text.sliced(at, match.capturedStart() - at);
            result += QString::number(m_numbers.value(match.captured(1).toInt())) + u" 0 R"_s;
            at = match.capturedEnd();
        }
        return result + text.sliced(at);
    }

private:
    const QMap<int, QByteArray>& m_objects;
    QMap<int, int> m_numbers;
    QList<int> m_order;
};

}  // namespace

QByteArray repeatablePdf(const QByteArray& pdf, const QSize& size)
{
    static const QRegularExpression start(u"startxref\\s+(\\d+)\\s+%%EOF\\s*$"_s);
    static const QRegularExpression roots(u"/Info \\d+ 0 R\\s+/Root \\d+ 0 R"_s);
    static const QRegularExpression date(u"\\(D:\\d{14}[^)]*\\)"_s);
    static const QRegularExpression tag(u"/FontName /[A-Z]{6}\\+"_s);
    static const QRegularExpression page(u"/MediaBox \\[0 0 ([\\d.]+) ([\\d.]+)\\]"_s);

    const qsizetype table = start.match(textOf(pdf.last(std::min<qsizetype>(pdf.size(), 64)))).captured(1).toLongLong();
    if (table <= 0 || table >= pdf.size())
        return {};
    const QMap<int, QByteArray> objects = objectsOf(pdf, table);
    const QString trailer = roots.match(textOf(pdf.sliced(table))).captured();
    if (objects.isEmpty() || trailer.isEmpty())
        return {};

    Renumbering renumbering(objects);
    renumbering.visit(trailer);

    QByteArray result = pdf.first(pdf.indexOf("1 0 obj\n"));
    QList<qsizetype> offsets;
    for (const int old : renumbering.order()) {
        const QByteArray object = objects.value(old);
        const qsizetype split = dictionarySize(object);
        QString dictionary = renumbering.applied(textOf(object.first(split)));
        dictionary.replace(date, kDate).replace(tag, kFontName);
        if (const auto box = page.match(dictionary); box.hasMatch()) {
            const double top = box.captured(2).toDouble();
            dictionary.replace(box.captured(),
                               textOf("/MediaBox [0 " + point(top - size.height() * kPointsPerUnit) + ' ' +
                                      point(size.width() * kPointsPerUnit) + ' ' + point(top) + ']'));
        }
        offsets << result.size();
        result += QByteArray::number(offsets.size()) + " 0 obj\n" + dictionary.toLatin1() + object.sliced(split);
    }

    const qsizetype newTable = result.size();
    result += "xref\n0 " + QByteArray::number(offsets.size() + 1) + "\n0000000000 65535 f \n";
    for (const qsizetype offset : offsets)
        result += QByteArray::number(offset).rightJustified(10, '0') + " 00000 n \n";
    result += "trailer\n<<\n/Size " + QByteArray::number(offsets.size() + 1) + '\n' +
        renumbering.applied(trailer).toLatin1() + "\n>>\nstartxref\n" + QByteArray::number(newTable) + "\n%%EOF\n";
    return result;
}

}  // namespace scalescope
