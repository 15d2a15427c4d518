import type { TracePoint } from '@roadworthy/domain';
import { GAP_MS, indexAt, placeAt } from '../../ui/map/trail-place.ts';
import { Signal } from '../../ui/signal.ts';

/** Playback rates relative to real time. */
export const RATES = [1, 2, 5, 10, 30, 60] as const;
export type Rate = (typeof RATES)[number];

/** Duration of a stop shown before the rest is skipped. */
const STOP_SEEN_MS = 2000;

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export interface PlaybackState {
  readonly timeMs: number;
  readonly isPlaying: boolean;
  readonly rate: Rate;
  /** Whether stops and gaps are skipped. */
  readonly skipsStops: boolean;
}

/** The playback of a trail: a clock over its time range, and the position at that time. */
export class Playback {
  readonly startMs: number;
  readonly endMs: number;
  readonly state: Signal<PlaybackState>;
  readonly position: Signal<TracePoint | null>;
  readonly #points: readonly TracePoint[];
  readonly #skipped: readonly Span[];

  /**
   * @param points in the order of device time
   * @param stops in time order
   */
  constructor(points: readonly TracePoint[], stops: readonly Span[]) {
    this.#points = points;
    this.startMs = points[0]?.timeMs ?? 0;
    this.endMs = points.at(-1)?.timeMs ?? 0;
    const gaps = points.slice(1).flatMap((point, n): Span[] => {
      const startMs = points[n]?.timeMs ?? point.timeMs;
      return point.timeMs - startMs > GAP_MS ? [{ startMs, endMs: point.timeMs }] : [];
    });
    this.#skipped = [...stops, ...gaps];
    this.state = new Signal<PlaybackState>({
      timeMs: this.startMs,
      isPlaying: false,
      rate: 10,
      skipsStops: true,
    });
    this.position = new Signal(placeAt(points, this.startMs));
  }

  /** Seeks to a time, limited to the range. */
  seek(timeMs: number): void {
    const bounded = Math.min(Math.max(timeMs, this.startMs), this.endMs);
    this.state.set({ ...this.state.get(), timeMs: bounded });
    this.position.set(placeAt(this.#points, bounded));
  }

  /** Plays or pauses; at the end it restarts. */
  toggle(): void {
    const { isPlaying, timeMs } = this.state.get();
    if (!isPlaying && timeMs >= this.endMs) this.seek(this.startMs);
    this.state.set({ ...this.state.get(), isPlaying: !isPlaying && this.endMs > this.startMs });
  }

  setRate(rate: Rate): void {
    this.state.set({ ...this.state.get(), rate });
  }

  setSkipsStops(skipsStops: boolean): void {
    this.state.set({ ...this.state.get(), skipsStops });
  }

  /** Seeks to the next or the previous point. */
  step(by: 1 | -1): void {
    const { timeMs } = this.state.get();
    const at = indexAt(this.#points, timeMs);
    const isBetween = (this.#points[at]?.timeMs ?? timeMs) < timeMs;
    const point = this.#points[by < 0 && isBetween ? at : at + by];
    if (point !== undefined) this.seek(point.timeMs);
  }

  /** Advances by real time, ms; pauses at the end. */
  advance(elapsedMs: number): void {
    const { isPlaying, rate, timeMs, skipsStops } = this.state.get();
    if (!isPlaying) return;
    let next = timeMs + elapsedMs * rate;
    const seen = STOP_SEEN_MS * rate;
    const skipped = skipsStops
      ? this.#skipped.find(({ startMs, endMs }) => next >= startMs + seen && next < endMs)
      : undefined;
    if (skipped !== undefined) next = skipped.endMs;
    this.seek(next);
    if (next >= this.endMs) this.state.set({ ...this.state.get(), isPlaying: false });
  }
}
