import type { TracePoint } from '@roadworthy/domain';
import { GAP_MS, indexAt, placeAt } from '../../ui/map/trail-place.ts';
import { Signal } from '../../ui/signal.ts';

/** How many times as fast as the day was. */
export const RATES = [1, 2, 5, 10, 30, 60] as const;
export type Rate = (typeof RATES)[number];

/** Of a stop that is skipped, so much of its beginning is seen. */
const STOP_SEEN_MS = 2000;

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export interface PlaybackState {
  readonly timeMs: number;
  readonly isPlaying: boolean;
  readonly rate: Rate;
  /** Whether stops and silences are passed over. */
  readonly skipsStops: boolean;
}

/** The playback of a trail: a clock that runs over its time, and the place it shows. */
export class Playback {
  readonly startMs: number;
  readonly endMs: number;
  readonly state: Signal<PlaybackState>;
  readonly position: Signal<TracePoint | null>;
  readonly #points: readonly TracePoint[];
  readonly #skipped: readonly Span[];

  /**
   * @param points in the order of device time
   * @param stops rests on the way, in order
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

  /** Goes to a moment; beyond an end it stays at the end. */
  seek(timeMs: number): void {
    const bounded = Math.min(Math.max(timeMs, this.startMs), this.endMs);
    this.state.set({ ...this.state.get(), timeMs: bounded });
    this.position.set(placeAt(this.#points, bounded));
  }

  /** Starts or pauses; at the end it starts anew. */
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

  /** Goes to the next or the previous point. */
  step(by: 1 | -1): void {
    const { timeMs } = this.state.get();
    const at = indexAt(this.#points, timeMs);
    const isBetween = (this.#points[at]?.timeMs ?? timeMs) < timeMs;
    const point = this.#points[by < 0 && isBetween ? at : at + by];
    if (point !== undefined) this.seek(point.timeMs);
  }

  /** Lets so much real time pass, ms; pauses at the end. */
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
