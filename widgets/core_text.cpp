// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/core_text.h"

#include <QCoreApplication>

namespace scalescope {

QString fromCore(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QString translated(std::string_view text)
{
    if (text.empty())  // a catalogue answers the empty text with its header
        return {};
    return QCoreApplication::translate("core", std::string(text).c_str());
}

std::string toReader(std::string_view text) { return translated(text).toStdString(); }

QString textOf(const Diagnostic& diagnostic)
{
    const auto put = [&](std::string_view english) {
        return fromCore(substitute(translated(english).toStdString(), diagnostic.arguments));
    };
    const QString message = put(diagnostic.message);
    return diagnostic.suggestion.empty() ? message : message + u' ' + put(diagnostic.suggestion);
}

}  // namespace scalescope
