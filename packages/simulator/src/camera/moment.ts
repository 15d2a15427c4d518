import type { Picture, Tone } from './picture.ts';

/** What a vehicle does at a moment, as far as its cameras see it. */
export interface Motion {
  readonly speedKmh: number;
  /** Way driven in metres, from which everything moves that passes by. */
  readonly distanceM: number;
  readonly headingDeg: number;
}

/** What is to be drawn. */
export interface Moment extends Motion {
  /** ms since 1970 UTC: the clock in the picture. */
  readonly timeMs: number;
  /** Number of the picture since the camera began to film. */
  readonly counter: number;
}

/** A picture's size in units of which the scenes have 640 by 360. */
export interface Canvas {
  readonly picture: Picture;
  /** Points a unit. */
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

/** A tone in this light: the eye of a camera at night sees less of it, and less colour. */
export function lit(tone: Tone, light: number): Tone {
  const fade = 0.5 + light / 2;
  return {
    y: 16 + (tone.y - 16) * light,
    u: 128 + (tone.u - 128) * fade,
    v: 128 + (tone.v - 128) * fade,
  };
}
