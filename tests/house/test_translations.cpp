// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace {

QDir top() { return QDir(QStringLiteral(SCALESCOPE_SOURCE_DIR)); }

struct Message {
    QString context;
    QString source;
    bool unfinished = false;

    QString name() const { return context + u": "_s + source; }
};

/// The messages of a .ts file; a translation without text counts as unfinished.
QList<Message> messagesOf(const QByteArray& ts)
{
    QList<Message> messages;
    QString context;
    QXmlStreamReader xml(ts);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == u"name"_s) {
            context = xml.readElementText();
        } else if (xml.name() == u"source"_s) {
            messages << Message{context, xml.readElementText()};
        } else if (xml.name() == u"translation"_s && !messages.isEmpty()) {
            const bool marked = xml.attributes().hasAttribute(u"type"_s);
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            messages.last().unfinished = marked || text.trimmed().isEmpty();
        }
    }
    if (xml.hasError())
        qFatal("the translation file is not XML: %s", qPrintable(xml.errorString()));
    return messages;
}

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

QStringList names(const QList<Message>& messages)
{
    QStringList result;
    for (const Message& message : messages)
        result << message.name();
    return result;
}

}  // namespace

class TestTranslations : public QObject {
    Q_OBJECT

private slots:
    void everyTextIsTranslated_data();
    void everyTextIsTranslated();
    void theFilesHoldTheTextsOfTheProgram_data();
    void theFilesHoldTheTextsOfTheProgram();
    void anUntranslatedTextIsNoticed();
};

void TestTranslations::everyTextIsTranslated_data()
{
    QTest::addColumn<QString>("path");
    const QDir folder(top().filePath(u"resources/i18n"_s));
    const QStringList files = folder.entryList({u"*.ts"_s}, QDir::Files);
    QVERIFY(!files.isEmpty());
    for (const QString& file : files)
        QTest::newRow(qPrintable(file)) << folder.filePath(file);
}

void TestTranslations::everyTextIsTranslated()
{
    QFETCH(QString, path);
    QStringList unfinished;
    for (const Message& message : messagesOf(contentsOf(path))) {
        if (message.unfinished)
            unfinished << message.name();
    }
    if (!unfinished.isEmpty())
        QFAIL(qPrintable(u"without a translation:\n"_s + unfinished.join(u'\n')));
}

void TestTranslations::theFilesHoldTheTextsOfTheProgram_data() { everyTextIsTranslated_data(); }

void TestTranslations::theFilesHoldTheTextsOfTheProgram()
{
    QFETCH(QString, path);
    QTemporaryDir folder;
    // The language is in the name.
    const QString copy = folder.filePath(QFileInfo(path).fileName());
    QVERIFY(QFile::copy(path, copy));

    QProcess update;
    update.setProcessChannelMode(QProcess::MergedChannels);
    update.start(QStringLiteral(SCALESCOPE_CMAKE),
                 {u"-D"_s, u"LUPDATE="_s + QStringLiteral(SCALESCOPE_LUPDATE), u"-D"_s, u"TS="_s + copy, u"-P"_s,
                  top().filePath(u"cmake/UpdateTranslations.cmake"_s)});
    QVERIFY(update.waitForFinished(120000));
    const QByteArray output = update.readAll();
    // lupdate warns where tr() cannot find its context: such a text is never translated.
    QCOMPARE(QString::fromUtf8(output), QString());
    QCOMPARE(update.exitCode(), 0);

    const QStringList before = names(messagesOf(contentsOf(path)));
    const QStringList after = names(messagesOf(contentsOf(copy)));
    QStringList differences;
    for (const QString& name : after) {
        if (!before.contains(name))
            differences << u"new: "_s + name;
    }
    for (const QString& name : before) {
        if (!after.contains(name))
            differences << u"gone: "_s + name;
    }
    if (!differences.isEmpty())
        QFAIL(qPrintable(u"build the target update_translations and translate:\n"_s + differences.join(u'\n')));
}

void TestTranslations::anUntranslatedTextIsNoticed()
{
    const QList<Message> messages =
        messagesOf("<TS><context><name>core</name>"
                   "<message><source>a</source><translation>甲</translation></message>"
                   "<message><source>b</source><translation type=\"unfinished\">乙</translation></message>"
                   "<message><source>c</source><translation></translation></message>"
                   "<message numerus=\"yes\"><source>%n d</source><translation><numerusform>%n "
                   "丁</numerusform></translation></message>"
                   "</context></TS>");
    QStringList unfinished;
    for (const Message& message : messages) {
        if (message.unfinished)
            unfinished << message.name();
    }
    QCOMPARE(unfinished, (QStringList{u"core: b"_s, u"core: c"_s}));
}

QTEST_GUILESS_MAIN(TestTranslations)
#include "test_translations.moc"
