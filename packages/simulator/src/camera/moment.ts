import type { Picture, Tone } from './picture.ts';

/** A vehicle's motion at a moment, as far as its cameras show it. */
export interface Motion {
  readonly speedKmh: number;
  /** Distance driven, m; determines the position of all scenery. */
  readonly distanceM: number;
  readonly headingDeg: number;
}

/** The content of a frame. */
export interface Moment extends Motion {
  /** ms since 1970 UTC; shown by the clock in the frame. */
  readonly timeMs: number;
  /** Number of the frame since recording began. */
  readonly counter: number;
}

/** A frame's size in scene units; scenes are 640 × 360 units. */
export interface Canvas {
  readonly picture: Picture;
  /** Pixels per unit. */
  readonly scale: number;
  /** 0.3 at night to 1 by day. */
  readonly light: number;
}

/** Daylight at a moment: a British winter day, by the hour in UTC. */
export function lightAt(timeMs: number): number {
  const hour = (timeMs / 3_600_000) % 24;
  const height = Math.sin(((hour - 6.5) / 11) * Math.PI);
  return Math.max(0.3, Math.min(1, 0.45 + height * 1.4));
}

/** A tone in this light: darker and less saturated at night. */
export function lit(tone: Tone, light: number): Tone {
  const fade = 0.5 + light / 2;
  return {
    y: 16 + (tone.y - 16) * light,
    u: 128 + (tone.u - 128) * fade,
    v: 128 + (tone.v - 128) * fade,
  };
}
