// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/parameter.h"
#include "widgets/theme.h"

#include <QHash>
#include <QWidget>

#include <functional>

class QLabel;
class QVBoxLayout;

namespace scalescope {

class GlyphButton;
class ParameterControl;

/// The controls of one group under a heading: the prominent ones, and behind a button the others, which are made when
/// they are first wanted.
class ControlGroup : public QWidget {
    Q_OBJECT

public:
    explicit ControlGroup(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setHeading(const QString& heading);

    /// A widget between the heading and the controls; the group owns it from then on.
    void setHeader(QWidget* header);

    /// Keeps the controls whose parameters are still there. With `everything` there is nothing behind the button.
    void setParameters(std::vector<Parameter> parameters, bool everything = false);

    using Shower = std::function<void(ParameterControl& control, const Parameter& parameter)>;

    /// How a control is brought up to date, and also how a new one is.
    void setShower(Shower shower) { m_shower = std::move(shower); }

    /// The parameters again, in the same order, with what they declare now; brings every control up to date.
    void refresh(std::vector<Parameter> parameters);

    /// Shows only what matches; everything as before when the filter is empty.
    void setFilter(const QString& filter);

    bool isOpen() const { return m_open; }
    void setOpen(bool open);

    /// The control of a parameter of this group, opened if it stands behind the button; null if it is not here.
    ParameterControl* reveal(const QString& id);

    const QHash<QString, ParameterControl*>& controls() const { return m_controls; }

signals:
    void edited(const scalescope::Edit& edit, int gesture);
    void lockChosen(const QString& id, bool locked);
    void contextMenu(const QString& id, const QPoint& globalPosition);

protected:
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    void retranslate();
    bool isWanted(const Parameter& parameter) const;
    bool standsOut(const Parameter& parameter) const { return m_everything || parameter.prominent; }
    ParameterControl* make(const Parameter& parameter);

    Shower m_shower;
    std::vector<Parameter> m_parameters;
    QHash<QString, ParameterControl*> m_controls;
    QString m_filter;
    Theme m_theme;
    bool m_everything = false;
    bool m_open = false;

    QVBoxLayout* m_column = nullptr;
    QLabel* m_heading = nullptr;
    QWidget* m_header = nullptr;
    GlyphButton* m_more = nullptr;
};

/// Whether every word of the filter is part of the label or the id, or is the symbol.
bool matchesFilter(const Parameter& parameter, const QString& filter);

}  // namespace scalescope
