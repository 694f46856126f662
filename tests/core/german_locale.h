// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <clocale>
#include <locale>
#include <string>

namespace scalescope {

/// Makes decimal commas the rule for C and C++ alike as long as it lives. Where no such C locale is installed one is
/// made with the machine's own tool.
class GermanLocale {
public:
    GermanLocale() : m_before(std::locale::global(std::locale(std::locale::classic(), new Punctuation)))
    {
        m_active = std::setlocale(LC_ALL, "de_DE.UTF-8") || makeAndSet();
    }
    ~GermanLocale()
    {
        std::locale::global(m_before);
        std::setlocale(LC_ALL, "C");
        qunsetenv("LOCPATH");
    }
    GermanLocale(const GermanLocale&) = delete;
    GermanLocale& operator=(const GermanLocale&) = delete;

    /// Whether the C locale could be set; the C++ one always is.
    bool active() const { return m_active && std::string(std::localeconv()->decimal_point) == ","; }

private:
    class Punctuation : public std::numpunct<char> {
    protected:
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };

    bool makeAndSet()
    {
        const QString localedef = QStandardPaths::findExecutable(QStringLiteral("localedef"));
        if (localedef.isEmpty())
            return false;
        QProcess::execute(localedef,
                          {QStringLiteral("-i"), QStringLiteral("de_DE"), QStringLiteral("-f"), QStringLiteral("UTF-8"),
                           m_folder.filePath(QStringLiteral("de_DE.UTF-8"))});
        qputenv("LOCPATH", m_folder.path().toUtf8());
        return std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
    }

    const QTemporaryDir m_folder;
    std::locale m_before;
    bool m_active = false;
};

}  // namespace scalescope
