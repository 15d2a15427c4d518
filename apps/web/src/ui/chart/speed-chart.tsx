import type { DatePreferences, DistanceUnit, TracePoint } from '@roadworthy/domain';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type uPlot from 'uplot';
import type { Signal } from '../signal.ts';
import { ignitionRuns } from './ignition-runs.ts';
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
    let chart: uPlot | null = null;
    let isGone = false;
    const line = Object.assign(document.createElement('div'), { className: 'chart-now' });
    const move = () => {
      const now = position.get();
      if (chart === null || now === null) return;
      line.style.transform = `translateX(${chart.valToPos(now.timeMs / 1000, 'x')}px)`;
    };
    const size = () => ({ width: element.clientWidth, height: element.clientHeight });
    const resize = new ResizeObserver(() => {
      chart?.setSize(size());
      move();
    });
    const draw = async () => {
      const { default: UPlot } = await import('uplot');
      await import('uplot/dist/uPlot.min.css');
      if (isGone) return;
      chart?.destroy();
      const options = chartOptions(UPlot, {
        ...size(),
        unit,
        timeZone,
        isTwelveHours: timeFormat?.includes('12') === true,
        runs: ignitionRuns(points),
        onHover: (index) => hover.set(index === null ? null : (points[index] ?? null)),
        onPick: (timeS) => latest.current(timeS * 1000),
      });
      chart = new UPlot(options, columnsOf(points, unit), element);
      chart.over.append(line);
      move();
      element.dataset.drawn = 'true';
    };
    void draw();
    resize.observe(element);
    const ends = [
      position.watch(move),
      hover.watch(() => {
        const point = hover.get();
        if (chart === null || element.matches(':hover')) return;
        const left = point === null ? -10 : chart.valToPos(point.timeMs / 1000, 'x');
        chart.setCursor({ left, top: 0 }, false);
      }),
    ];
    const onScheme = () => void draw();
    window.addEventListener('schemechange', onScheme);
    return () => {
      isGone = true;
      resize.disconnect();
      for (const end of ends) end();
      window.removeEventListener('schemechange', onScheme);
      chart?.destroy();
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
