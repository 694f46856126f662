// SPDX-License-Identifier: GPL-3.0-or-later
#include "book.h"

#include "core/roofline/roofline.h"

using namespace scalescope;

namespace {

double attained(const MatmulShape& shape, const BookRow& row)
{
    const Operation operation = operationOf(shape);
    const OperationTime time = timeOf(operation, FlopsPerSecond(row.in("C")), BytesPerSecond(row.in("W")));
    return (operation.flops / time.lower()).value;
}

/// Question 3: int8 weights, bf16 activations.
MatmulShape square(double batch, double width)
{
    MatmulShape shape;
    shape.weight = DType::int8;
    shape.batch = batch;
    shape.inner = shape.outer = width;
    return shape;
}

Seconds mathTime(const BookRow& row, const std::string& peak)
{
    return timeOf({Flops(row.in("flops")), Bytes(0)}, FlopsPerSecond(row.in(peak)), BytesPerSecond(1)).compute;
}

Answers achievableFractions(const BookRow&)
{
    const Answer reading = notAnEngineValue("a reading of measured fractions, not computed from anything");
    return {{"nvidia_low", reading}, {"nvidia_high", reading}, {"tpu", reading}};
}

}  // namespace

std::map<std::string, AnswerTo> rooflineAnswers()
{
    return {
        {"roofline-01", [](const BookRow& r) -> Answers {
             return {{"t_h100", engine(mathTime(r, "C_h100").value)}, {"t_v6e", engine(mathTime(r, "C_v6e").value)}};
         }},
        {"roofline-02", [](const BookRow& r) -> Answers {
             const OperationTime time{Seconds(r.in("T_math")), Seconds(r.in("T_comms"))};
             return {{"lower", engine(time.lower().value)}, {"upper", engine(time.upper().value)},
                     {"ratio_max", engine(time.upper() / time.lower())}};
         }},
        {"roofline-03", [](const BookRow& r) -> Answers {
             return {{"I_crit", engine(ridge(FlopsPerSecond(r.in("C")), BytesPerSecond(r.in("W"))).value)}};
         }},
        {"roofline-05", [](const BookRow& r) -> Answers {
             const FlopsPerSecond core(r.in("C_vpu"));
             const BytesPerSecond hbm(r.in("W"));
             return {{"I_one_core", engine(ridge(core, hbm).value)}, {"I_chip", engine(ridge(core * r.in("cores"), hbm).value)}};
         }},
        {"roofline-06", [](const BookRow& r) -> Answers {
             MatmulShape shape;
             shape.batch = r.in("B");
             shape.inner = r.in("D");
             shape.outer = r.in("F");
             const double exact = intensityOf(operationOf(shape)).value;
             shape.inner = shape.outer = 1e14;  // B << D, F
             return {{"I_exact", engine(exact)}, {"I_approx", engine(intensityOf(operationOf(shape)).value)}};
         }},
        {"roofline-10", [](const BookRow& r) -> Answers {
             const FlopsPerSecond peak(r.in("C"));
             const BytesPerSecond link(r.in("W_link"));
             return {{"I_net", engine(ridge(peak, link).value)}, {"D_min", engine(criticalContraction(DType::bf16, peak, link))}};
         }},
        {"roofline-q1", [](const BookRow& r) -> Answers {
             const FlopsPerSecond peak(r.in("C8"));
             const BytesPerSecond hbm(r.in("W"));
             return {{"I_int8", engine(ridge(peak, hbm).value)}, {"B_crit", engine(criticalBatchOfWideMatmul(DType::int8, peak, hbm))}};
         }},
        {"roofline-q3", [](const BookRow& r) -> Answers {
             const FlopsPerSecond peak(r.in("C"));
             const BytesPerSecond hbm(r.in("W"));
             const double wide = criticalBatch(square(1, r.in("D1")), peak, hbm).value();
             const double narrow = criticalBatch(square(1, r.in("D2")), peak, hbm).value();
             return {{"Bcrit_4096", engine(wide)}, {"Bcrit_1024", engine(narrow)}, {"ratio", engine(narrow / wide)},
                     {"y4096_B1", engine(attained(square(1, r.in("D1")), r))}, {"y4096_B64", engine(attained(square(64, r.in("D1")), r))},
                     {"y4096_B511", engine(attained(square(511, r.in("D1")), r))},
                     {"y1024_B64", engine(attained(square(64, r.in("D2")), r))},
                     {"y1024_B128", engine(attained(square(128, r.in("D2")), r))}};
         }},
        {"roofline-q4", [](const BookRow& r) -> Answers {
             MatmulShape shape;
             shape.batch = r.in("B");
             shape.inner = r.in("D");
             shape.outer = r.in("F");
             shape.input = shape.weight = shape.output = DType::int8;
             shape.weightPerRow = true;
             return {{"I", engine(intensityOf(operationOf(shape)).value)}};
         }},
        {"roofline-11", achievableFractions},
    };
}
