// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "tests/core/german_locale.h"

#include <QtTest>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace scalescope;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();

/// The rows write the narrow no-break space as '_'.
std::string spaced(const char* text)
{
    std::string result;
    for (const char c : std::string_view(text))
        c == '_' ? result += kNarrowSpace : result += c;
    return result;
}

struct FormatCase {
    const char* expected;
    std::string actual;
};

std::vector<FormatCase> formatCases()
{
    return {
        // formatSi
        {"3.35_TB/s", formatSi(3.35e12, "B/s")},
        {"459_TFLOP/s", formatSi(459e12, "FLOP/s")},
        {"4.19_M", formatSi(4194304)},
        {"4.194304_M", formatSi(4194304, {}, 7)},
        {"512", formatSi(512)},
        {"512_chips", formatSi(512, "chips")},
        {"4.19_M_tokens", formatSi(4194304, "tokens")},
        {"12_k_tokens/s", formatSi(12000, "tokens/s")},
        {"400_Gbit/s", formatSi(400e9, "bit/s")},
        {"5.62_s", formatSi(5.62, "s")},
        {"500_\u00b5s", formatSi(0.5e-3, "s")},
        {"12.7_\u00b5s", formatSi(12.7e-6, "s")},
        {"45_%", formatSi(45, "%")},
        {"1_k", formatSi(999.96)},
        {"999", formatSi(999.4)},
        {"1_M", formatSi(999500)},
        {"1_s", formatSi(0.9996, "s")},
        {"1_QB", formatSi(1e30, "B")},
        {"1e33_B", formatSi(999.9e30, "B")},
        {"1_fs", formatSi(1e-15, "s")},
        {"9.99e-16_s", formatSi(9.99e-16, "s")},
        {"1.8e308", formatSi(kLargest)},
        {"4.94e-324", formatSi(kSmallest)},
        {"0", formatSi(0.0)},
        {"0_s", formatSi(-0.0, "s")},
        {"-3.35_TB/s", formatSi(-3.35e12, "B/s")},
        {"\u2013", formatSi(kNaN, "s")},
        {"\u2013", formatSi(kInfinity)},
        {"\u2013", formatSi(-kInfinity)},
        {"500", formatSi(512, {}, 1)},
        {"510", formatSi(512, {}, 2)},
        {"500", formatSi(512, {}, -4)},
        {"123.45678901234568", formatSi(123.45678901234568, {}, 40)},
        // formatIec
        {"89.4_GiB", formatIec(96e9, "B")},
        {"80_GiB", formatIec(80.0 * 1024 * 1024 * 1024, "B")},
        {"512_B", formatIec(512, "B")},
        {"1000_B", formatIec(999.7, "B")},
        {"1023_B", formatIec(1023, "B")},
        {"1_KiB", formatIec(1023.6, "B")},
        {"4_Mi", formatIec(4194304)},
        {"9.51_YiB", formatIec(1.15e25, "B")},
        {"1e30_B", formatIec(1e30, "B")},
        {"1e-10_B", formatIec(1e-10, "B")},
        {"-4_Mi", formatIec(-4194304)},
        {"\u2013", formatIec(kNaN, "B")},
        // formatCount
        {"0", formatCount(0)},
        {"7", formatCount(7)},
        {"999", formatCount(999)},
        {"4,096", formatCount(4096)},
        {"435,200", formatCount(435200)},
        {"-1,048,576", formatCount(-1048576)},
        {"1,234.57", formatCount(1234.567)},
        {"1,234.5", formatCount(1234.5)},
        {"1,000", formatCount(999.999)},
        {"70,553,706,496", formatCount(70553706496.0)},
        {"999,999,999,999,999", formatCount(999999999999999.0)},
        {"1_P", formatCount(1e15)},
        {"0.5", formatCount(0.5)},
        {"0.000125", formatCount(0.000125)},
        {"1", formatCount(0.9999)},
        {"1.5e-9", formatCount(1.5e-9)},
        {"\u2013", formatCount(kNaN)},
        {"\u2013", formatCount(kInfinity)},
        // formatSeconds
        {"0_s", formatSeconds(0)},
        {"3_ns", formatSeconds(3e-9)},
        {"12.7_\u00b5s", formatSeconds(12.7e-6)},
        {"17_ms", formatSeconds(0.017)},
        {"5.62_s", formatSeconds(5.62)},
        {"999_s", formatSeconds(999.4)},
        {"16.7_min", formatSeconds(999.5)},
        {"16.7_min", formatSeconds(1000)},
        {"120_min", formatSeconds(7199)},
        {"3.2_h", formatSeconds(3.2 * 3600)},
        {"48_h", formatSeconds(48 * 3600 - 1)},
        {"44.3_d", formatSeconds(44.3 * 86400)},
        {"999_d", formatSeconds(999.4 * 86400)},
        {"2.74_years", formatSeconds(1000 * 86400)},
        {"1_M_years", formatSeconds(1e6 * 365.25 * 86400)},
        {"-3.2_h", formatSeconds(-3.2 * 3600)},
        {"\u2013", formatSeconds(kInfinity)},
        // formatBytes, formatBytesBoth
        {"95.7_GB", formatBytes(95.7e9)},
        {"96_GB (89.4_GiB)", formatBytesBoth(96e9)},
        {"512_B", formatBytesBoth(512)},
        {"1_kB (1000_B)", formatBytesBoth(1000)},
        {"\u2013", formatBytesBoth(kNaN)},
        // shortest
        {"0.1", shortest(0.1)},
        {"435200", shortest(435200)},
        {"3.35e+12", shortest(3.35e12)},
        {"5e-324", shortest(kSmallest)},
        {"1.7976931348623157e+308", shortest(kLargest)},
        {"", shortest(kNaN)},
        {"", shortest(-kInfinity)},
    };
}

struct ParseCase {
    const char* text;
    const char* unit;
    double expected;  // NaN: refused
};

const std::vector<ParseCase> kParseCases = {
    {"3.35T", "B/s", 3.35e12},
    {"989 T", "FLOP/s", 989e12},
    {"989 TFLOP/s", "FLOP/s", 989e12},
    {"900 GB/s", "B/s", 900e9},
    {"900GB/s", "B/s", 900e9},
    {"80Gi", "B", 85899345920.0},
    {"80 GiB", "B", 85899345920.0},
    {"80 GB", "B", 80e9},
    {"80 Gi B", "B", 85899345920.0},
    {"1M", "", 1e6},
    {"4Mi", "", 4194304},
    {"4 Mi tokens", "tokens", 4194304},
    {"4096 tokens", "tokens", 4096},
    {"16k", "", 16000},
    {"16K", "", 16000},
    {"16Ki", "", 16384},
    {"2^20", "", 1048576},
    {"2^22 tokens", "tokens", 4194304},
    {"10^12", "", 1e12},
    {"2^-1", "", 0.5},
    {"-2^3", "", -8},
    {"2^3k", "", 8000},
    {"1e12", "", 1e12},
    {"1E12", "", 1e12},
    {"1e+3", "", 1000},
    {"1e-3", "", 0.001},
    {"1E", "", 1e18},
    {"2EB", "B", 2e18},
    {"3e2k", "", 300000},
    {"1,048,576", "", 1048576},
    {"4,096", "", 4096},
    {"1,234.5", "", 1234.5},
    {"12 %", "", 0.12},
    {"12%", "%", 12},
    {"12", "%", 12},
    {"12.7 us", "s", 12.7e-6},
    {"12.7 \u00b5s", "s", 12.7e-6},
    {"12.7 \u03bcs", "s", 12.7e-6},
    {"5m", "", 0.005},
    {"5M", "", 5e6},
    {"16.7 min", "s", 1002},
    {"3.2 h", "s", 11520},
    {"44 d", "s", 3801600},
    {"2 years", "s", 63115200},
    {"2 k years", "s", 63115200000},
    {"3.35\u202fTB/s", "B/s", 3.35e12},
    {"3.35\u2009TB/s", "B/s", 3.35e12},
    {"3.35\u00a0TB/s", "B/s", 3.35e12},
    {" \t 42 \u202f", "", 42},
    {"-5", "", -5},
    {"\u22125", "", -5},
    {"+5", "", 5},
    {"1e\u22123", "", 0.001},
    {".5", "", 0.5},
    {"5.", "", 5},
    {"007", "", 7},
    {"-0", "", -0.0},
    {"0e999", "", 0},
    {"1e308", "", 1e308},
    // refused
    {"", "", kNaN},
    {"   ", "", kNaN},
    {"-", "", kNaN},
    {".", "", kNaN},
    {",", "", kNaN},
    {"k", "", kNaN},
    {"tokens", "tokens", kNaN},
    {"nan", "", kNaN},
    {"NaN", "", kNaN},
    {"inf", "", kNaN},
    {"-infinity", "", kNaN},
    {"0x10", "", kNaN},
    {"1e400", "", kNaN},
    {"1e-400", "", kNaN},
    {"1e99999999999999999999", "", kNaN},
    {"1e308k", "", kNaN},
    {"1e300Yi", "", kNaN},
    {"10^400", "", kNaN},
    {"10^-400", "", kNaN},
    {"2^", "", kNaN},
    {"2^2^2", "", kNaN},
    {"2^1.5", "", kNaN},
    {"0^-1", "", kNaN},
    {"1.2.3", "", kNaN},
    {"1..2", "", kNaN},
    {"1e", "", kNaN},
    {"1e+", "", kNaN},
    {"--5", "", kNaN},
    {"- 5", "", kNaN},
    {"5 5", "", kNaN},
    {"5kk", "", kNaN},
    {"5 kM", "", kNaN},
    {"5 x", "", kNaN},
    {"5!", "", kNaN},
    {"1,5", "", kNaN},
    {"12,34", "", kNaN},
    {"1234,567", "", kNaN},
    {"1,2345", "", kNaN},
    {",123", "", kNaN},
    {"1,,234", "", kNaN},
    {"1.5,000", "", kNaN},
    {"1,234,", "", kNaN},
    {"80 GiB", "", kNaN},
    {"80 GiB", "s", kNaN},
    {"5 min", "", kNaN},
    {"5 kh", "s", kNaN},
    {"5\n", "", kNaN},
    {"\xff", "", kNaN},
    {"\xe2\x80", "", kNaN},
    {"00000000000000000000000000000000000000000000000000000000000000001", "", kNaN},  // 65 bytes
};

void compareAll()
{
    for (const FormatCase& row : formatCases())
        QCOMPARE(QString::fromStdString(row.actual), QString::fromStdString(spaced(row.expected)));
    for (const ParseCase& row : kParseCases) {
        const auto parsed = parseNumber(row.text, row.unit);
        QVERIFY2(parsed.has_value() == !std::isnan(row.expected), row.text);
        if (parsed)
            QVERIFY2(*parsed == row.expected && std::signbit(*parsed) == std::signbit(row.expected), row.text);
    }
}

}  // namespace

class TestFormat : public QObject {
    Q_OBJECT

private slots:
    void tables() { compareAll(); }
    void noLocaleChangesThem();
    void formattedNumbersReadBack();
    void shortestReadsBackExactly();
    void anyBytesAreRefusedOrFinite();
};

void TestFormat::noLocaleChangesThem()
{
    const GermanLocale german;
    std::ostringstream stream;
    stream << 1234.5;
    QCOMPARE(QString::fromStdString(stream.str()), QStringLiteral("1.234,5"));
    compareAll();
    if (!german.active())
        QSKIP("no C locale with a decimal comma is installed, and localedef cannot make one");
}

void TestFormat::formattedNumbersReadBack()
{
    std::mt19937_64 random(20240229);
    std::uniform_real_distribution<double> exponent(-40.0, 40.0);
    for (int i = 0; i < 20000; ++i) {
        const double x = std::pow(10.0, exponent(random)) * (i % 2 == 0 ? 1.0 : -1.0);
        const int digits = 1 + i % 9;
        const double unitOfLastDigit = std::pow(10.0, std::floor(std::log10(std::fabs(x))) - digits + 1);
        for (const char* unit : {"", "B/s", "tokens"}) {
            const std::string text = formatSi(x, unit, digits);
            const auto parsed = parseNumber(text, unit);
            QVERIFY2(parsed && std::fabs(*parsed - x) <= 0.5000001 * unitOfLastDigit, text.c_str());
        }
        const std::string iec = formatIec(x, "B");
        const auto bytes = parseNumber(iec, "B");
        QVERIFY2(bytes && std::fabs(*bytes - x) <= 0.0050001 * std::fabs(x), iec.c_str());
        const std::string time = formatSeconds(x);
        const auto seconds = parseNumber(time, "s");
        QVERIFY2(seconds && std::fabs(*seconds - x) <= 0.0050001 * std::fabs(x), time.c_str());
        const std::string count = formatCount(x);
        const auto counted = parseNumber(count);
        QVERIFY2(counted && std::fabs(*counted - x) <= 0.0050001 * std::fabs(x), count.c_str());
    }
}

void TestFormat::shortestReadsBackExactly()
{
    std::mt19937_64 random(7);
    for (int i = 0; i < 20000; ++i) {
        const double x = std::bit_cast<double>(random());
        if (!std::isfinite(x))
            continue;
        const auto parsed = parseNumber(shortest(x));
        QVERIFY2(parsed && *parsed == x, shortest(x).c_str());
    }
}

void TestFormat::anyBytesAreRefusedOrFinite()
{
    constexpr std::string_view kAlphabet = "0123456789.,eE+-^kMGTi%sB \xe2\x80\xaf\xc2\xb5";
    std::mt19937_64 random(11);
    for (int i = 0; i < 50000; ++i) {
        std::string text(random() % 12, ' ');
        for (char& c : text)
            c = i % 8 == 0 ? static_cast<char>(random()) : kAlphabet[random() % kAlphabet.size()];
        const auto parsed = parseNumber(text, "B/s");
        QVERIFY2(!parsed || std::isfinite(*parsed), text.c_str());
    }
}

QTEST_GUILESS_MAIN(TestFormat)
#include "test_format.moc"
