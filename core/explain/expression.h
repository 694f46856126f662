// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

/// English with %1, %2, ..., marked with SCALESCOPE_TEXT, and what replaces them. An argument that has a translation of
/// its own (the name of a component, of a degree) is translated too.
struct Words {
    std::string_view text = {};
    std::vector<std::string> arguments = {};
    std::string kind = {};  // letter of the kind of layer that is meant, where a model has several
};

/// One number of an expression. It says where it is from: `input` names a parameter, `link` another derivation; with
/// neither it is a constant of the subject, which its name explains.
struct Leaf {
    Words name;
    std::string symbol = {};     // of the field; "T_compute" has a subscript; empty: the name stands for it
    std::string_view unit = {};  // SI, a noun ("tokens"), or "%" for a fraction that is read as per cent
    double value = 0;
    std::string input = {};  // the parameter that this is, or, where that is a choice, from which it follows
    std::string link = {};   // the derivation that opens this number

    bool isConstant() const { return input.empty() && link.empty(); }
};

enum class Op { leaf, sum, difference, product, quotient, power, maximum, minimum, roundDown, roundUp };

/// A small expression over named quantities.
struct Expression {
    Op op = Op::leaf;
    Leaf leaf = {};
    std::vector<Expression> operands = {};  // two for a difference, quotient or power, one for a rounding, else any number

    Expression() = default;
    Expression(Leaf l) : leaf(std::move(l)) {}
    Expression(Op o, std::vector<Expression> of) : op(o), operands(std::move(of)) {}
};

double evaluate(const Expression& expression);

/// Sums and products take the terms and factors of one another in, so that "a + b + c" is one sum of three.
Expression operator+(Expression a, Expression b);
Expression operator-(Expression a, Expression b);
Expression operator*(Expression a, Expression b);
Expression operator/(Expression a, Expression b);
Expression powerOf(Expression base, Expression exponent);

/// The sum of the terms; of one term it is the term itself. There is at least one. So too for the next two.
Expression sumOf(std::vector<Expression> terms);
Expression maximumOf(std::vector<Expression> candidates);
Expression minimumOf(std::vector<Expression> candidates);

/// Every leaf, from left to right.
std::vector<const Leaf*> leavesOf(const Expression& expression);

}  // namespace scalescope
