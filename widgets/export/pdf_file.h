// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSize>

namespace scalescope {

/// A PDF of one page as QPdfWriter writes it, made repeatable: fonts are numbered in the order of their use (Qt takes the
/// order of a hash, which differs from process to process) and the creation date is a fixed one. The page gets exactly
/// the logical size at 96 to the inch, which Qt rounds to whole points. Empty where the bytes are not such a file.
QByteArray repeatablePdf(const QByteArray& pdf, const QSize& size);

}  // namespace scalescope
