// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/recovery.h"

#include "app/files/files.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QStandardPaths>
#include <QUuid>

namespace scalescope {

namespace {

std::unique_ptr<QLockFile> lockFor(const QString& file)
{
    auto lock = std::make_unique<QLockFile>(file + QStringLiteral(".lock"));
    lock->setStaleLockTime(0);  // only the death of its holder frees it
    return lock;
}

}  // namespace

Recovery::Recovery(const QString& folder)
    : m_folder(folder), m_file(folder + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + QStringLiteral(".json"))
{
}

Recovery::Recovery()
    : Recovery(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery"))
{
}

Recovery::~Recovery() = default;

std::optional<std::string> Recovery::takeLeftBehind()
{
    const QFileInfoList files = QDir(m_folder).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time);
    for (const QFileInfo& info : files) {
        const QString path = info.filePath();
        const auto lock = lockFor(path);
        if (path == m_file || !lock->tryLock(0))
            continue;
        FileContent content = readFile(QFile::encodeName(path).toStdString());
        if (!content.problem.empty())
            continue;
        // Kept until this window has written its own copy.
        const QString problem = keep(content.text);
        if (problem.isEmpty())
            QFile::remove(path);
        return std::move(content.text);
    }
    return std::nullopt;
}

QString Recovery::keep(const std::string& scenario)
{
    if (!QDir().mkpath(m_folder))
        return m_folder;
    if (!m_lock) {
        m_lock = lockFor(m_file);
        m_lock->tryLock(0);
    }
    QSaveFile file(m_file);
    if (!file.open(QIODevice::WriteOnly))
        return file.errorString();
    file.write(scenario.data(), static_cast<qint64>(scenario.size()));
    return file.commit() ? QString() : file.errorString();
}

void Recovery::discard()
{
    QFile::remove(m_file);
    m_lock.reset();
}

}  // namespace scalescope
