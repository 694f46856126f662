// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace scalescope {

constexpr qsizetype kLargestScenario = qsizetype(8) << 20;  // bytes
constexpr qsizetype kLargestImage = qsizetype(64) << 20;    // bytes

/// The scenario of an exported PNG, SVG or PDF, byte for byte as it was embedded, or nothing. Any bytes may be given:
/// nothing is decompressed or decoded, no entity is expanded, and the two limits above hold. The JSON is not checked.
std::optional<QByteArray> scenarioInside(const QByteArray& fileContent);

/// A PNG with the scenario in an uncompressed iTXt chunk right after its header.
QByteArray pngWithScenario(const QByteArray& png, const QByteArray& scenario);

/// The XML element that holds the scenario in an SVG's <metadata> and in a PDF's XMP. Characters that XML cannot hold
/// become JSON escapes.
QByteArray scenarioElement(const QByteArray& scenario);

}  // namespace scalescope
