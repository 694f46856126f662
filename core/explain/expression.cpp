// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/expression.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

/// a and b joined; a operand that is already of the kind gives its own operands.
Expression joined(Op op, Expression a, Expression b)
{
    if (a.op != op)
        a = Expression(op, {std::move(a)});
    if (b.op != op) {
        a.operands.push_back(std::move(b));
        return a;
    }
    std::move(b.operands.begin(), b.operands.end(), std::back_inserter(a.operands));
    return a;
}

Expression allOf(Op op, std::vector<Expression> operands)
{
    return operands.size() == 1 ? std::move(operands.front()) : Expression(op, std::move(operands));
}

template <class Combine>
double fold(const std::vector<Expression>& operands, Combine combine)
{
    double result = evaluate(operands.front());
    for (std::size_t i = 1; i < operands.size(); ++i)
        result = combine(result, evaluate(operands[i]));
    return result;
}

void collectLeaves(const Expression& expression, std::vector<const Leaf*>& leaves)
{
    if (expression.op == Op::leaf)
        leaves.push_back(&expression.leaf);
    for (const Expression& operand : expression.operands)
        collectLeaves(operand, leaves);
}

}  // namespace

double evaluate(const Expression& e)
{
    switch (e.op) {
    case Op::leaf: break;
    case Op::sum: return fold(e.operands, [](double a, double b) { return a + b; });
    case Op::difference: return fold(e.operands, [](double a, double b) { return a - b; });
    case Op::product: return fold(e.operands, [](double a, double b) { return a * b; });
    case Op::quotient: return fold(e.operands, [](double a, double b) { return a / b; });
    case Op::power: return fold(e.operands, [](double a, double b) { return std::pow(a, b); });
    case Op::maximum: return fold(e.operands, [](double a, double b) { return std::max(a, b); });
    case Op::minimum: return fold(e.operands, [](double a, double b) { return std::min(a, b); });
    case Op::roundDown: return std::floor(evaluate(e.operands.front()));
    case Op::roundUp: return std::ceil(evaluate(e.operands.front()));
    }
    return e.leaf.value;
}

Expression operator+(Expression a, Expression b) { return joined(Op::sum, std::move(a), std::move(b)); }
Expression operator*(Expression a, Expression b) { return joined(Op::product, std::move(a), std::move(b)); }

Expression operator-(Expression a, Expression b) { return Expression(Op::difference, {std::move(a), std::move(b)}); }
Expression operator/(Expression a, Expression b) { return Expression(Op::quotient, {std::move(a), std::move(b)}); }
Expression powerOf(Expression base, Expression exponent) { return Expression(Op::power, {std::move(base), std::move(exponent)}); }

Expression sumOf(std::vector<Expression> terms) { return allOf(Op::sum, std::move(terms)); }
Expression maximumOf(std::vector<Expression> candidates) { return allOf(Op::maximum, std::move(candidates)); }
Expression minimumOf(std::vector<Expression> candidates) { return allOf(Op::minimum, std::move(candidates)); }

std::vector<const Leaf*> leavesOf(const Expression& expression)
{
    std::vector<const Leaf*> leaves;
    collectLeaves(expression, leaves);
    return leaves;
}

}  // namespace scalescope
