// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/array_fixtures.h"

#include <cmath>
#include <limits>

using namespace scalescope;

namespace {

ShardedArray parsed(std::string_view text, const DeviceMesh& mesh, std::span<const NamedSize> sizes = kSizes)
{
    Diagnostics problems;
    const auto array = parseArray(text, mesh, sizes, problems);
    if (!array)
        qFatal("%s: %s", std::string(text).c_str(), describe(problems.at(0)).c_str());
    return *array;
}

}  // namespace

class TestArrays : public QObject {
    Q_OBJECT

private slots:
    void padding_data();
    void padding();
    void bytesOfTheBook();
    void bytesOfCopies();
    void largestArrayStaysFinite();
    void orderOfAxesDecidesWhoHoldsWhat();
    void blocksTileTheArray();
};

void TestArrays::padding_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("said");  // of all notices
    QTest::addColumn<QString>("shape");
    QTest::addColumn<double>("padding");  // of a block

    const auto row = [](const char* text, const char* said, const char* shape, double padding) {
        QTest::newRow(text) << text << said << shape << padding;
    };
    row("[I_XY]", "", "8", 0);
    row("[K_XZ]",
        "2: K = 10 is split over 4 devices: blocks of 3, padded to 12 (17 % waste). Multiples of 4 need no padding.",
        "3", 1 - 10.0 / 12);
    row("[I, 10_XZ]",
        "5: 10 is split over 4 devices: blocks of 3, padded to 12 (17 % waste). Multiples of 4 need no padding.",
        "128x3", 1 - 10.0 / 12);
    row("[K_Y, 3_X]",
        "2: K = 10 is split over 8 devices: blocks of 2, padded to 16 (38 % waste). Multiples of 8 need no padding."
        "7: 3 is split over 2 devices: blocks of 2, padded to 4 (25 % waste). Multiples of 2 need no padding.",
        "2x2", 1 - 30.0 / 64);
    row("[B_Y]",
        "2: B = 1 is split over 8 devices: blocks of 1, padded to 8 (88 % waste). Multiples of 8 need no padding.", "1",
        0.875);
    row("[999999999999_XYZ]",
        "2: 999,999,999,999 is split over 32 devices: blocks of 31,250,000,000, padded to 1,000,000,000,000 "
        "(1e-10 % waste). Multiples of 32 need no padding.",
        "31250000000", 1e-12);
}

void TestArrays::padding()
{
    QFETCH(QString, text);
    QFETCH(QString, said);
    QFETCH(QString, shape);
    QFETCH(double, padding);

    Diagnostics problems;
    const auto array = parseArray(text.toStdString(), kBookMesh, kSizes, problems);
    QVERIFY(array);
    std::string all;
    for (const Diagnostic& problem : problems) {
        QCOMPARE(problem.severity, Severity::notice);
        all += std::to_string(problem.column) + ": " + describe(problem);
    }
    QCOMPARE(QString::fromStdString(all), said);
    QCOMPARE(QString::fromStdString(shapeText(localShape(*array, kBookMesh))), shape);
    QVERIFY(std::abs(bytesOf(*array, kBookMesh).padding - padding) < 1e-15);
}

void TestArrays::bytesOfTheBook()
{
    // sharding-pq1: int8[128, 2048] as A[I_XY, J] on {X: 2, Y: 8, Z: 2}
    const ArrayBytes bytes = bytesOf(parsed("int8[I_XY, J]", kBookMesh), kBookMesh);
    QCOMPARE(bytes.logical.value, 128.0 * 2048);
    QCOMPARE(bytes.perDevice.value, 16384.0);
    QCOMPARE(bytes.total.value, 524288.0);
    QCOMPARE(bytes.copies, 2.0);
    QCOMPARE(bytes.padding, 0.0);
}

void TestArrays::bytesOfCopies()
{
    const ArrayBytes whole = bytesOf(parsed("[I, J]", kBookMesh), kBookMesh);
    QCOMPARE(whole.copies, 32.0);
    QCOMPARE(whole.total.value, 32.0 * whole.logical.value);

    const ArrayBytes terms = bytesOf(parsed("fp32[I_Y] {U_XZ}", kBookMesh), kBookMesh);
    QCOMPARE(terms.copies, 4.0);  // each device of the sum holds a block
    QCOMPARE(terms.perDevice.value, 64.0);
    QCOMPARE(terms.total.value, 2048.0);

    QCOMPARE(bytesOf(parsed("int4[3]", kBookMesh), kBookMesh).perDevice.value, 1.5);
    QCOMPARE(bytesOf(parsed("fp32[]", kBookMesh), kBookMesh).perDevice.value, 4.0);
}

void TestArrays::largestArrayStaysFinite()
{
    const DeviceMesh enormous = {std::vector<NamedSize>(kMaxMeshAxes, {"X", ShardedArray::kMaxSize})};
    QCOMPARE(enormous.devices(), std::numeric_limits<std::int64_t>::max());

    ShardedArray array;
    array.dimensions.assign(ShardedArray::kMaxDimensions, {{}, ShardedArray::kMaxSize, {}});
    array.dimensions[0].axes = {7, 0, 1, 2, 3};
    QCOMPARE(localShape(array, enormous)[0], 1);
    const ArrayBytes bytes = bytesOf(array, enormous);
    QCOMPARE(bytes.logical.value, 2e72);
    QCOMPARE(bytes.perDevice.value, 2e60);
    QVERIFY(std::isfinite(bytes.total.value));
    for (std::int64_t device : {std::int64_t(0), ShardedArray::kMaxSize, enormous.devices() - 1}) {
        const BlockRange range = blockOf(array, enormous, device)[0];
        QVERIFY(range.first >= 0 && range.count >= 0 && range.first + range.count <= ShardedArray::kMaxSize);
    }
}

void TestArrays::orderOfAxesDecidesWhoHoldsWhat()
{
    const ShardedArray xy = parsed("[I_XY]", kBookMesh);
    const ShardedArray yx = parsed("[I_YX]", kBookMesh);
    for (std::int64_t x = 0; x < 2; ++x)
        for (std::int64_t y = 0; y < 8; ++y)
            for (std::int64_t z = 0; z < 2; ++z) {
                const std::int64_t device = x + 2 * (y + 8 * z);
                QCOMPARE(blockIndex(xy.dimensions[0].axes, kBookMesh, device), x * 8 + y);
                QCOMPARE(blockIndex(yx.dimensions[0].axes, kBookMesh, device), y * 2 + x);
                QCOMPARE(blockOf(xy, kBookMesh, device)[0], (BlockRange{8 * (x * 8 + y), 8}));
                QCOMPARE(blockOf(yx, kBookMesh, device)[0], (BlockRange{8 * (y * 2 + x), 8}));
            }
}

/// Each element lies on as many devices as there are copies, whether or not the axes divide the dimensions.
void TestArrays::blocksTileTheArray()
{
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        DeviceMesh mesh = randomMesh(random);
        while (mesh.devices() > 2000)
            mesh.axes.pop_back();
        ShardedArray array = randomArray(mesh, {}, random);
        const ArrayBytes bytes = bytesOf(array, mesh);
        const std::vector<std::int64_t> shape = localShape(array, mesh);

        double held = 0;
        std::vector<std::vector<std::int64_t>> holders;  // by dimension and element
        for (const ArrayDimension& dimension : array.dimensions)
            holders.emplace_back(static_cast<std::size_t>(dimension.size));
        for (std::int64_t device = 0; device < mesh.devices(); ++device) {
            double elements = 1;
            const std::vector<BlockRange> ranges = blockOf(array, mesh, device);
            for (std::size_t d = 0; d < ranges.size(); ++d) {
                QVERIFY(ranges[d].count <= shape[d]);
                elements *= static_cast<double>(ranges[d].count);
                for (std::int64_t i = 0; i < ranges[d].count; ++i)
                    ++holders[d].at(static_cast<std::size_t>(ranges[d].first + i));
            }
            held += elements;
        }
        QCOMPARE(bytesOf(array.type, held), bytes.logical * bytes.copies);
        for (std::size_t d = 0; d < holders.size(); ++d)
            for (std::int64_t count : holders[d])
                QCOMPARE(count, mesh.devices() / sizeOf(array.dimensions[d].axes, mesh));
        QVERIFY(std::abs(bytes.total.value * (1 - bytes.padding) / (bytes.logical.value * bytes.copies) - 1) < 1e-12);
    }
}

QTEST_APPLESS_MAIN(TestArrays)
#include "test_arrays.moc"
