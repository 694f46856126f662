// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/recovery.h"
#include "core/scenario/model_import_files.h"
#include "core/scenario/presets.h"

#include <QObject>
#include <QString>
#include <QTimer>

namespace scalescope {

class Session;

/// What a file, dropped or opened, turned out to be.
struct Opened {
    enum class Kind { scenario, model, failed };
    Kind kind = Kind::failed;
    Scenario scenario;           // of a scenario file or an exported image
    ImportedModel model;         // of a Hugging Face config or a model's folder
    std::optional<CheckpointComparison> comparison;  // with the weights beside it
    Diagnostics problems;        // notices, or why it failed
    QString trouble;             // a failure without a place in the text
};

/// Reads a scenario, an exported image, a Hugging Face config or a model's folder, whatever it is called.
Opened readDocument(const QString& path, const PresetLibrary& presets);

/// The session's tie to files: its name, whether it is modified, saving, and recovery after a crash.
class Document : public QObject {
    Q_OBJECT

public:
    Document(Session& session, QObject* parent = nullptr);

    const QString& path() const { return m_path; }
    bool isModified() const;

    /// Returns what went wrong, or an empty text.
    QString save(const QString& path);
    void opened(const QString& path);  // after Session::open

    /// The scenario that a crash left behind, if any; it counts as modified.
    std::optional<Scenario> recovered(const PresetLibrary& presets);
    void giveUpRecovery() { m_recovery.discard(); }

signals:
    void changed();  // path or modified
    void trouble(const QString& text);

private:
    void keepForRecovery();

    Session& m_session;
    QString m_path;
    bool m_recovered = false;
    Recovery m_recovery;
    QTimer m_keep;
};

}  // namespace scalescope
