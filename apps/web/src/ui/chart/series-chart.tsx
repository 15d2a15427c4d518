import type { DatePreferences, TracePoint } from '@roadworthy/domain';
import { useEffect, useRef } from 'react';
import type uPlot from 'uplot';
import type { Signal } from '../signal.ts';
import { mountChart } from './mount-chart.ts';
import styles from './series-chart.module.css';
import { axisStyle, frame, pickCursor, timeAxis, token } from './speed-options.ts';

/** A value over time. */
export interface ChartSeries {
  /** s since 1970 UTC, ascending. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** On and off are drawn as steps from 0 to 1. */
  readonly isFlag: boolean;
  /** Smallest span of the value axis; default 1. */
  readonly leastSpan?: number;
  /** Moments to mark; a bad one also has a dot, so that they differ without colour. */
  readonly marks?: readonly { readonly timeS: number; readonly tone: 'good' | 'bad' }[];
}

/** Width of the value axis: the same for all charts, so that their times are aligned. */
const AXIS_PX = 52;

const MARK_PX = 2;
const DOT_PX = 5;

function drawMarks(chart: uPlot, marks: NonNullable<ChartSeries['marks']>): void {
  const { ctx, bbox } = chart;
  ctx.save();
  for (const { timeS, tone } of marks) {
    const x = chart.valToPos(timeS, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.fillStyle = token(tone);
    ctx.fillRect(x - MARK_PX / 2, bbox.top, MARK_PX * devicePixelRatio, bbox.height);
    if (tone === 'good') continue;
    ctx.beginPath();
    ctx.arc(x, bbox.top + DOT_PX * devicePixelRatio, DOT_PX * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}

function optionsOf(
  UPlot: typeof uPlot,
  series: ChartSeries,
  settings: {
    readonly width: number;
    readonly height: number;
    readonly timeZone: string | null;
    readonly isTwelveHours: boolean;
    readonly range: readonly [fromS: number, toS: number];
    readonly group: string;
    readonly onPick: (timeS: number) => void;
  },
): uPlot.Options {
  const { width, height, timeZone, isTwelveHours, range, group, onPick } = settings;
  const steps = UPlot.paths.stepped?.({ align: 1 });
  return {
    width,
    height,
    ...frame({ UPlot, timeZone }),
    // A pointer in one chart marks the time in all.
    cursor: { ...pickCursor(onPick), sync: { key: group } },
    scales: {
      x: { range: () => [range[0], range[1]] },
      y: {
        range: (_chart, low, high) => {
          if (series.isFlag) return [-0.1, 1.1];
          const span = Math.max(high - low, series.leastSpan ?? 1);
          const middle = (low + high) / 2;
          return [middle - span * 0.55, middle + span * 0.55];
        },
      },
    },
    axes: [
      timeAxis({ timeZone, isTwelveHours }),
      {
        ...axisStyle(),
        size: AXIS_PX,
        space: 28,
        ...(series.isFlag ? { splits: () => [0, 1] } : {}),
      },
    ],
    series: [
      {},
      {
        stroke: token('accent'),
        width: 1.5,
        points: { show: series.values.length < 60 },
        ...(series.isFlag && steps !== undefined ? { paths: steps } : {}),
      },
    ],
    hooks: { draw: [(chart) => drawMarks(chart, series.marks ?? [])] },
  };
}

/**
 * One value over time, with the position of the playback. The pointer shows the same time in all
 * charts of a group; a click selects a time.
 */
export function SeriesChart({
  label,
  caption,
  series,
  range,
  dates,
  group,
  position,
  onPick,
}: {
  /** Name of the picture for those who do not see it. */
  readonly label: string;
  readonly caption: React.ReactNode;
  readonly series: ChartSeries;
  /** s since 1970 UTC */
  readonly range: readonly [fromS: number, toS: number];
  readonly dates: DatePreferences;
  readonly group: string;
  readonly position?: Signal<TracePoint | null>;
  readonly onPick?: (timeMs: number) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(onPick);
  latest.current = onPick;
  const { timeZone, timeFormat } = dates;
  const [fromS, toS] = range;

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const line = Object.assign(document.createElement('div'), { className: styles.now });
    const showLine = () => {
      line.hidden = (position?.get() ?? null) === null;
    };
    showLine();
    const end = position?.watch(showLine);
    const { remove } = mountChart(element, {
      line,
      position,
      create: (UPlot, size) => {
        const options = optionsOf(UPlot, series, {
          ...size,
          timeZone,
          isTwelveHours: timeFormat?.includes('12') === true,
          range: [fromS, toS],
          group,
          onPick: (timeS) => latest.current?.(timeS * 1000),
        });
        return new UPlot(options, [[...series.times], [...series.values]], element);
      },
    });
    return () => {
      end?.();
      remove();
    };
  }, [series, fromS, toS, timeZone, timeFormat, group, position]);

  return (
    <figure className={styles.chart}>
      <figcaption>{caption}</figcaption>
      <div ref={box} className={styles.box} role="img" aria-label={label} />
    </figure>
  );
}
