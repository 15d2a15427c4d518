import type { DatePreferences, DistanceUnit, TracePoint } from '@roadworthy/domain';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Signal } from '../signal.ts';
import { ignitionRuns } from './ignition-runs.ts';
import { mountChart } from './mount-chart.ts';
import { chartOptions, columnsOf } from './speed-options.ts';
import './speed-chart.css';

/**
 * Speed over time with a strip for the ignition. The pointer marks its point on the map too, a click
 * selects it, and a line shows the playback position. The table of points is the accessible alternative.
 */
export function SpeedChart({
  points,
  unit,
  dates,
  position,
  hover,
  onPick,
}: {
  /** Sorted by device time. */
  readonly points: readonly TracePoint[];
  readonly unit: DistanceUnit;
  readonly dates: DatePreferences;
  readonly position: Signal<TracePoint | null>;
  readonly hover: Signal<TracePoint | null>;
  readonly onPick: (timeMs: number) => void;
}) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(onPick);
  latest.current = onPick;
  const { timeZone, timeFormat } = dates;

  useEffect(() => {
    const element = box.current;
    if (element === null || points.length === 0) return;
    const { current, remove } = mountChart(element, {
      line: Object.assign(document.createElement('div'), { className: 'chart-now' }),
      position,
      create: (UPlot, size) => {
        const options = chartOptions(UPlot, {
          ...size,
          unit,
          timeZone,
          isTwelveHours: timeFormat?.includes('12') === true,
          runs: ignitionRuns(points),
          onHover: (index) => hover.set(index === null ? null : (points[index] ?? null)),
          onPick: (timeS) => latest.current(timeS * 1000),
        });
        return new UPlot(options, columnsOf(points, unit), element);
      },
    });
    const end = hover.watch(() => {
      const point = hover.get();
      const chart = current();
      if (chart === null || element.matches(':hover')) return;
      const left = point === null ? -10 : chart.valToPos(point.timeMs / 1000, 'x');
      chart.setCursor({ left, top: 0 }, false);
    });
    return () => {
      end();
      remove();
    };
  }, [points, unit, timeZone, timeFormat, position, hover]);

  return (
    <figure className="speed-chart">
      <figcaption>
        <span>{t(unit === 'KMS' ? 'trace.chart.kmh' : 'trace.chart.mph')}</span>
        <span className="chart-key on">{t('trace.chart.ignitionOn')}</span>
        <span className="chart-key off">{t('trace.chart.ignitionOff')}</span>
      </figcaption>
      <div ref={box} className="chart-box" role="img" aria-label={t('trace.chart.label')} />
    </figure>
  );
}
