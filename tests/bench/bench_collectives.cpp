// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/measured_collectives.h"

/// Prints, for each published measurement of a collective, the ideal time over the measured one.
class BenchCollectives : public QObject
{
    Q_OBJECT

private slots:
    void idealOverMeasured()
    {
        for (const MeasuredCollective& m : measuredCollectives()) {
            if (m.reason.isEmpty())
                qInfo("%-24s %14.0f B  measured %10.2f us  ideal %10.2f us  ratio %.3f %s", qPrintable(m.id), m.bytes,
                      m.measured * 1e6, m.ideal * 1e6, m.ideal / m.measured, qPrintable(m.contradiction));
            else
                qInfo("%-24s not compared: %s", qPrintable(m.id), qPrintable(m.reason));
        }
    }
};

QTEST_GUILESS_MAIN(BenchCollectives)
#include "bench_collectives.moc"
