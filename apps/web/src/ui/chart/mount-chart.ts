import type { TracePoint } from '@roadworthy/domain';
import type uPlot from 'uplot';
import type { Signal } from '../signal.ts';

interface ChartParts {
  /** Marks the playback position. */
  readonly line: HTMLElement;
  readonly position: Signal<TracePoint | null> | undefined;
  /** Creates the chart in the element. */
  readonly create: (
    UPlot: typeof uPlot,
    size: { readonly width: number; readonly height: number },
  ) => uPlot;
}

/** A chart in an element. */
export interface MountedChart {
  /** Null until it is drawn. */
  readonly current: () => uPlot | null;
  readonly remove: () => void;
}

/**
 * Draws a chart that has the size of its element and a line at the playback position. A change of the
 * colour scheme draws it again.
 */
export function mountChart(
  element: HTMLElement,
  { line, position, create }: ChartParts,
): MountedChart {
  let chart: uPlot | null = null;
  let isGone = false;
  const move = () => {
    const now = position?.get() ?? null;
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
    chart = create(UPlot, size());
    chart.over.append(line);
    move();
    element.dataset.drawn = 'true';
  };
  void draw();
  resize.observe(element);
  const end = position?.watch(move);
  const onScheme = () => void draw();
  window.addEventListener('schemechange', onScheme);
  return {
    current: () => chart,
    remove: () => {
      isGone = true;
      resize.disconnect();
      end?.();
      window.removeEventListener('schemechange', onScheme);
      chart?.destroy();
    },
  };
}
