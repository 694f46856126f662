// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QString>

#include <memory>
#include <optional>
#include <string>

namespace scalescope {

/// Unsaved work on disk, so that it survives a crash: written shortly after a change, removed when it is saved or given
/// up. Each running window has a file and a lock of its own; a file without a holder of its lock was left by a crash.
class Recovery {
public:
    explicit Recovery(const QString& folder);
    Recovery();  // in the platform's data folder
    ~Recovery();

    /// Takes over the newest work that a window left behind that no longer runs.
    std::optional<std::string> takeLeftBehind();

    /// Returns what went wrong, or an empty text.
    QString keep(const std::string& scenario);
    void discard();

private:
    QString m_folder;
    QString m_file;
    std::unique_ptr<QLockFile> m_lock;
};

}  // namespace scalescope
