import type { Sample } from '../drive.ts';
import type { Schedule } from '../planner.ts';
import type { Motion } from './moment.ts';

/** Source of the vehicle's motion for a camera's video. */
export interface MotionSource {
  at(timeMs: number): Motion;
  /** The vehicle's last report at a moment; null if there is none. */
  sampleAt(timeMs: number): Sample | null;
}

/** Period around a moment from which samples are used. */
const WINDOW_MS = 10 * 60_000;
/** A vehicle without a report for this long is stationary. */
const SILENT_MS = 60_000;

interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  readonly samples: readonly Sample[];
}

/** The motion of a vehicle from its schedule, interpolated between samples. */
export class ScheduleMotion implements MotionSource {
  #window: Window | null = null;

  constructor(private readonly schedule: Schedule) {}

  at(timeMs: number): Motion {
    const before = this.sampleAt(timeMs);
    if (before === null) return { speedKmh: 0, distanceM: 0, headingDeg: 0 };
    const { headingDeg, odometerM: distanceM } = before;
    const after = this.#window?.samples.find((sample) => sample.timeMs > timeMs);
    if (after === undefined || timeMs - before.timeMs > SILENT_MS) {
      return { speedKmh: 0, distanceM, headingDeg };
    }
    const part = (timeMs - before.timeMs) / (after.timeMs - before.timeMs);
    return {
      speedKmh: before.speedKmh + (after.speedKmh - before.speedKmh) * part,
      distanceM: distanceM + (after.odometerM - distanceM) * part,
      headingDeg,
    };
  }

  sampleAt(timeMs: number): Sample | null {
    const { samples } = this.#windowAt(timeMs);
    let found: Sample | null = null;
    for (const sample of samples) {
      if (sample.timeMs > timeMs) break;
      found = sample;
    }
    return found;
  }

  #windowAt(timeMs: number): Window {
    const known = this.#window;
    if (known !== null && timeMs >= known.fromMs && timeMs < known.toMs) return known;
    const fromMs = timeMs - WINDOW_MS;
    const toMs = timeMs + WINDOW_MS;
    const samples = this.schedule.between(fromMs, toMs + SILENT_MS);
    // A vehicle parked for long is where its last duty ended.
    const last = samples.length > 0 ? null : this.schedule.lastBefore(fromMs);
    this.#window = { fromMs, toMs, samples: last === null ? samples : [last] };
    return this.#window;
  }
}
