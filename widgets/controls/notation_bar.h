// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/controls/gesture_source.h"
#include "widgets/theme.h"

#include <QWidget>

#include "core/sharding/study.h"

#include <array>
#include <optional>

class QGridLayout;
class QLabel;
class QMenu;
class QPushButton;

namespace scalescope {

class ChoiceBox;
class ElidedLabel;
class FieldEdit;
class GlyphButton;
struct ShardingAnswer;

/// The mesh, the dimensions, the arrays and the operation of a sharding study, as text that is checked while it is typed.
/// What does not read stays in its field, marked and explained below, and changes nothing: the last good text is in force.
class NotationBar : public QWidget {
    Q_OBJECT

public:
    explicit NotationBar(QWidget* parent = nullptr);
    ~NotationBar() override;

    /// Emits nothing. A text in hand stays when it means the same, and one in trouble while its value is the old one.
    void show(const ShardingStudy& study, const ShardingAnswer& answer);
    using QWidget::show;

    void setTheme(const Theme& theme);

    /// What is wrong or worth knowing, as it stands below the fields; empty when a hint stands there.
    QString message() const { return m_message; }

signals:
    /// Edits of one gesture, a burst of typing in one field, have the same number and are one step of undo.
    void edited(const scalescope::ShardingStudy& study, int gesture);
    void bestOrderRequested();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum Field { mesh, sizes, left, right, output };
    static constexpr int kFields = 5;

    struct Entry {
        QWidget* cell = nullptr;
        QLabel* caption = nullptr;    // of mesh and sizes
        GlyphButton* menu = nullptr;  // of the arrays; it is their caption too
        FieldEdit* edit = nullptr;
        QString problem;
    };

    Entry& entry(Field field) { return m_entries[static_cast<std::size_t>(field)]; }
    const Entry& entry(Field field) const { return m_entries[static_cast<std::size_t>(field)]; }
    void makeField(Field field);
    void arrange();
    void retranslate();
    QString nameOf(Field field) const;

    bool isUsed(Field field) const;
    QString textOfStudy(const ShardingStudy& study, Field field) const;
    bool meansTheSame(Field field) const;
    std::optional<std::string> readArray(const std::string& text, const ShardingStudy& study, QString* problem) const;
    QString problemText(const Diagnostics& problems) const;
    void setProblem(Field field, const QString& problem);

    void check(int gesture);
    int typing();
    void takeDefaults();
    void restore(Field field);
    void offer(Field field);
    void showMessage();

    ShardingStudy m_study;                  // in force
    std::optional<ShardingStudy> m_wanted;  // a mesh or sizes that the arrays in force do not suit
    std::optional<ShardedArray> m_result;   // what follows when no output is given
    Diagnostics m_diagnostics;              // of the answer
    std::array<Entry, kFields> m_entries;
    ChoiceBox* m_operation = nullptr;
    QWidget* m_operationCell = nullptr;
    QLabel* m_operationCaption = nullptr;
    QPushButton* m_bestOrder = nullptr;
    ElidedLabel* m_line = nullptr;
    QGridLayout* m_grid = nullptr;
    QString m_message;
    Theme m_theme;
    GestureSource m_gestures;
    int m_rows = 0;
};

}  // namespace scalescope
