// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document.h"

#include "app/files/files.h"
#include "app/files/model_path.h"
#include "app/window/session.h"
#include "core/scenario/scenario_json.h"
#include "widgets/core_text.h"
#include "widgets/export/scenario_inside.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace scalescope {

namespace {

constexpr int kKeepMs = 2000;

bool isImage(const QByteArray& content)
{
    const QByteArray head = content.left(1024);
    return head.startsWith("\x89PNG") || head.startsWith("%PDF") || head.contains("<svg");
}

void readScenarioInto(Opened& opened, std::string_view text, const PresetLibrary& presets)
{
    Read<Scenario> read = readScenario(text, presets);
    opened.problems = std::move(read.problems);
    if (!read.value)
        return;
    opened.kind = Opened::Kind::scenario;
    opened.scenario = std::move(*read.value);
}

bool looksLikeIndex(const QString& path) { return path.endsWith(QStringLiteral("index.json")); }

void readModelInto(Opened& opened, const std::string& path)
{
    ModelFilesImport import = importModelPath(path);
    for (FileProblem& p : import.problems)
        opened.problems.push_back(std::move(p.problem));
    if (!import.imported)
        return;
    opened.kind = Opened::Kind::model;
    opened.model = std::move(*import.imported);
    opened.comparison = std::move(import.comparison);
    if (opened.comparison)
        opened.problems.insert(opened.problems.end(), opened.comparison->explanations.begin(), opened.comparison->explanations.end());
}

}  // namespace

Opened readDocument(const QString& path, const PresetLibrary& presets)
{
    Opened opened;
    const std::string name = QFile::encodeName(path).toStdString();
    if (QFileInfo(path).isDir() || looksLikeIndex(path)) {
        readModelInto(opened, name);
        return opened;
    }
    const FileContent content = readFile(name, static_cast<std::size_t>(kLargestImage));
    if (!content.problem.empty()) {
        opened.trouble = fromCore(content.problem);
        return opened;
    }
    const auto bytes = QByteArray::fromRawData(content.text.data(), static_cast<qsizetype>(content.text.size()));
    if (isImage(bytes)) {
        const auto inside = scenarioInside(bytes);
        if (!inside)
            opened.trouble = Document::tr("This picture carries no scenario; only pictures that Scalescope exported do.");
        else
            readScenarioInto(opened, inside->toStdString(), presets);
        return opened;
    }
    if (looksLikeConfig(content.text)) {
        readModelInto(opened, name);
        return opened;
    }
    readScenarioInto(opened, content.text, presets);
    return opened;
}

Document::Document(Session& session, QObject* parent) : QObject(parent), m_session(session)
{
    m_keep.setSingleShot(true);
    m_keep.setInterval(kKeepMs);
    connect(&m_keep, &QTimer::timeout, this, &Document::keepForRecovery);
    connect(&session, &Session::scenarioChanged, &m_keep, [this] {
        if (!m_keep.isActive())
            m_keep.start();
    });
    connect(session.undoStack(), &QUndoStack::cleanChanged, this, &Document::changed);
}

bool Document::isModified() const
{
    return m_recovered || !m_session.undoStack()->isClean();
}

QString Document::save(const QString& path)
{
    const std::string text = writeScenario(m_session.scenario());
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return file.errorString();
    file.write(text.data(), static_cast<qint64>(text.size()));
    if (!file.commit())
        return file.errorString();
    m_path = path;
    m_recovered = false;
    m_session.undoStack()->setClean();
    m_keep.stop();
    m_recovery.discard();
    emit changed();
    return {};
}

void Document::opened(const QString& path)
{
    m_path = path;
    m_recovered = false;
    m_keep.stop();
    m_recovery.discard();
    emit changed();
}

std::optional<Scenario> Document::recovered(const PresetLibrary& presets)
{
    const auto text = m_recovery.takeLeftBehind();
    if (!text)
        return std::nullopt;
    Read<Scenario> read = readScenario(*text, presets);
    if (!read.value)
        return std::nullopt;
    m_recovered = true;
    emit changed();
    return std::move(read.value);
}

void Document::keepForRecovery()
{
    if (!isModified()) {
        m_recovery.discard();
        return;
    }
    const QString problem = m_recovery.keep(writeScenario(m_session.scenario()));
    if (!problem.isEmpty())
        emit trouble(tr("Unsaved work could not be kept for recovery: %1").arg(problem));
}

}  // namespace scalescope
