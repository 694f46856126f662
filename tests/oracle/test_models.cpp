// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "core/transformer/cache.h"
#include "core/transformer/hf_config.h"

using namespace scalescope;

/// Published models: the parameters of their weights, to the unit, and the keys and values of a token, from their configs.
class TestModels : public QObject
{
    Q_OBJECT

private slots:
    void agrees_data();
    void agrees();
};

void TestModels::agrees_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<double>("cache");
    QFile file(QStringLiteral(SCALESCOPE_SOURCE_DIR "/tests/oracle/models.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray models = QJsonDocument::fromJson(file.readAll()).array();
    QVERIFY(models.size() >= 24);
    for (const QJsonValue& item : models) {
        const QJsonObject model = item.toObject();
        QVERIFY(model[QStringLiteral("parameters")].isDouble());
        QTest::newRow(qPrintable(model[QStringLiteral("name")].toString()))
            << QJsonDocument(model[QStringLiteral("config")].toObject()).toJson()
            << model[QStringLiteral("parameters")].toInteger()
            << model[QStringLiteral("kv_bytes_per_token_bf16_all_layers")].toDouble();
    }
}

void TestModels::agrees()
{
    QFETCH(QByteArray, config);
    QFETCH(qint64, parameters);
    QFETCH(double, cache);
    const ConfigImport read = importConfig(std::string_view(config.constData(), static_cast<std::size_t>(config.size())));
    QString problems;
    for (const Diagnostic& d : read.problems)
        problems += QString::fromStdString(describe(d)) + u'\n';
    QVERIFY2(read.architecture, qPrintable(problems));
    QCOMPARE(static_cast<qint64>(countParameters(*read.architecture).total()), parameters);
    QCOMPARE(bytesOf(DType::bf16, kvElementsPerToken(*read.architecture)).value, cache);
    // Within every window, the cache of a context is that many tokens' keys and values.
    QCOMPARE(cacheOf(*read.architecture, 100).keysAndValues.value, 100.0 * cache);
}

QTEST_GUILESS_MAIN(TestModels)
#include "test_models.moc"
