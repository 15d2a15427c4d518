import { type DistanceUnit, MILES_PER_KM, type TracePoint } from '@roadworthy/domain';
import type uPlot from 'uplot';
import type { IgnitionRun } from './ignition-runs.ts';

/** Height of the ignition strip under the curve, px. */
const STRIP_PX = 6;
/** A longer interval is a gap in the curve (as on the map, 10 minutes). */
const GAP_MS = 600_000;

/** Times in s and speeds in the person's unit, with a gap where nothing was recorded. */
export function columnsOf(
  points: readonly TracePoint[],
  unit: DistanceUnit,
): [number[], (number | null)[]] {
  const factor = unit === 'KMS' ? 1 : MILES_PER_KM;
  return [
    points.map(({ timeMs }) => timeMs / 1000),
    points.map(({ timeMs, speedKmh }, n) => {
      const next = points[n + 1];
      // The last point before a gap ends the curve.
      return next !== undefined && next.timeMs - timeMs > GAP_MS ? null : speedKmh * factor;
    }),
  ];
}

interface ChartSettings {
  readonly width: number;
  readonly height: number;
  readonly unit: DistanceUnit;
  readonly timeZone: string | null;
  readonly isTwelveHours: boolean;
  readonly runs: readonly IgnitionRun[];
  readonly onHover: (index: number | null) => void;
  readonly onPick: (timeS: number) => void;
}

export const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function drawStrip(chart: uPlot, runs: readonly IgnitionRun[]): void {
  const { ctx, bbox } = chart;
  const height = STRIP_PX * devicePixelRatio;
  const top = bbox.top + bbox.height - height;
  const [on, off] = [token('good'), token('line-strong')];
  ctx.save();
  for (const { startS, endS, isOn } of runs) {
    const left = Math.max(chart.valToPos(startS, 'x', true), bbox.left);
    const right = Math.min(chart.valToPos(endS, 'x', true), bbox.left + bbox.width);
    if (right <= left) continue;
    ctx.fillStyle = isOn ? on : off;
    // Off is a thin line, on a bar, so that they differ without colour.
    const thin = isOn ? height : height / 3;
    ctx.fillRect(left, top + height - thin, right - left, thin);
  }
  ctx.restore();
}

/** Colours and font of an axis. */
export function axisStyle() {
  return {
    stroke: token('text-quiet'),
    font: `12px ${token('font')}`,
    grid: { stroke: token('line'), width: 1 },
    ticks: { stroke: token('line'), width: 1, size: 4 },
  };
}

/** The axis of the time in the person's zone. */
export function timeAxis({
  timeZone,
  isTwelveHours,
}: Pick<ChartSettings, 'timeZone' | 'isTwelveHours'>): uPlot.Axis {
  const zone = timeZone === null ? {} : { timeZone };
  const clock = new Intl.DateTimeFormat('en-GB', {
    ...zone,
    hour: '2-digit',
    minute: '2-digit',
    hour12: isTwelveHours,
  });
  const second = new Intl.DateTimeFormat('en-GB', {
    ...zone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: isTwelveHours,
  });
  const day = new Intl.DateTimeFormat('en-GB', { ...zone, day: '2-digit', month: '2-digit' });
  return {
    ...axisStyle(),
    size: 28,
    // Space for a time with seconds.
    space: 72,
    values: (_chart, splits, _axis, _space, stepS) =>
      splits.map((timeS) =>
        (stepS >= 86_400 ? day : stepS < 60 ? second : clock).format(timeS * 1000),
      ),
  };
}

/** The space around a chart without legend, whose times are in a time zone. */
export const frame = ({
  UPlot,
  timeZone,
}: {
  readonly UPlot: typeof uPlot;
  readonly timeZone: string | null;
}): Pick<uPlot.Options, 'padding' | 'legend' | 'tzDate'> => ({
  padding: [8, 12, 0, 0],
  legend: { show: false },
  ...(timeZone === null
    ? {}
    : { tzDate: (timeS: number) => UPlot.tzDate(new Date(timeS * 1000), timeZone) }),
});

/** A pointer that marks a time; a click selects it. */
export const pickCursor = (onPick: (timeS: number) => void): uPlot.Cursor => ({
  y: false,
  drag: { x: false, y: false },
  points: { size: 8, fill: token('accent'), stroke: token('surface') },
  bind: {
    click: (chart) => () => {
      const { left } = chart.cursor;
      if (left !== undefined && left >= 0) onPick(chart.posToVal(left, 'x'));
      return null;
    },
  },
});

/** Rendering and pointer options of the speed chart. */
export function chartOptions(UPlot: typeof uPlot, settings: ChartSettings): uPlot.Options {
  const { width, height, timeZone, isTwelveHours, runs, onHover, onPick } = settings;
  const axis = axisStyle();
  return {
    width,
    height,
    ...frame({ UPlot, timeZone }),
    cursor: pickCursor(onPick),
    scales: {
      y: { range: (_chart, _least, most) => [0, Math.max(Math.ceil(most / 20) * 20, 20)] },
    },
    axes: [timeAxis({ timeZone, isTwelveHours }), { ...axis, size: 36, space: 28 }],
    series: [
      {},
      {
        stroke: token('accent'),
        fill: `${token('accent')}26`,
        width: 1.5,
        points: { show: false },
      },
    ],
    hooks: {
      draw: [(chart) => drawStrip(chart, runs)],
      setCursor: [
        (chart) => {
          if (chart.root.matches(':hover')) onHover(chart.cursor.idx ?? null);
        },
      ],
      ready: [(chart) => chart.over.addEventListener('mouseleave', () => onHover(null))],
    },
  };
}
