// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// The worked numbers of the field (book.json): inputs with units, and what the book expects.
struct BookValue {
    std::string name;
    std::optional<double> value;    // nothing: the book's answer is "never"
    std::optional<double> printed;  // as the book prints it
    double printedTolerance = 0;
};

struct BookRow {
    std::string id;
    std::string chapter;
    std::map<std::string, double> inputs;
    std::vector<BookValue> expected;
    bool erratum = false;

    double in(const std::string& name) const;
};

std::vector<BookRow> readBook(const QString& path);

/// What the engine says of one expected value, or why it is not one of its values.
struct Answer {
    std::optional<double> value;  // nothing: never
    std::string reason;           // set: not an engine value
};

inline Answer notAnEngineValue(std::string reason) { return {std::nullopt, std::move(reason)}; }
inline Answer engine(double value) { return {value, {}}; }

using Answers = std::map<std::string, Answer>;  // by name
using AnswerTo = std::function<Answers(const BookRow&)>;

/// The rows that the rooms of this program answer, by id.
std::map<std::string, AnswerTo> rooflineAnswers();
std::map<std::string, AnswerTo> trainingAnswers();
std::map<std::string, AnswerTo> appliedTrainingAnswers();
std::map<std::string, AnswerTo> gpuTrainingAnswers();
std::map<std::string, AnswerTo> tpuAnswers();
std::map<std::string, AnswerTo> shardingAnswers();
std::map<std::string, AnswerTo> gpuNetworkAnswers();
std::map<std::string, AnswerTo> transformerAnswers();
std::map<std::string, AnswerTo> inferenceAnswers();
