import { drawClockStrip } from './clock-strip.ts';
import { Picture, type Tone, textHeightPx, textWidthPx, toneOf } from './picture.ts';
import { drawCab } from './views/cab.ts';
import { drawRoad } from './views/road.ts';
import { drawSide } from './views/side.ts';

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

/** What the cameras of a vehicle look at, by channel from 1. */
export const VIEW_NAMES = ['Road ahead', 'Rear', 'Nearside', 'Cab'] as const;

/** Rows of sixteen points that the text takes in the smaller picture. */
export const TEXT_ROWS = 2;
const UNITS_WIDE = 640;
/** Pixels of a point of a letter, a unit. */
const LETTER_POINT = 2;
const WHITE = toneOf(255, 255, 255);
const BLACK = toneOf(0, 0, 0);

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

/** `2026-11-21 09:30:05.123 UTC`. */
const clockText = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().replace('T', ' ').replace('Z', '')} UTC`;

function drawStamps(picture: Picture, scale: number, channel: number, name: string, at: Moment) {
  const point = LETTER_POINT * scale;
  const row = textHeightPx(point);
  picture.rectangle(0, 0, picture.widthPx, row * TEXT_ROWS, BLACK);
  const write = (line: number, text: string, right?: true) => {
    const left = right === true ? picture.widthPx - textWidthPx(text, point) : 4 * scale;
    picture.text(left, line * row, text, point, WHITE);
  };
  write(0, clockText(at.timeMs));
  write(0, `CH${channel} ${VIEW_NAMES[channel - 1] ?? ''}`, true);
  write(1, `${name}  ${Math.round(at.speedKmh)} KM/H`);
  write(1, `#${String(at.counter).padStart(6, '0')}`, true);
}

/** Draws what a channel's camera sees, with its clock and counter. */
export function drawScene(picture: Picture, channel: number, name: string, at: Moment): void {
  const scale = picture.widthPx / UNITS_WIDE;
  const canvas: Canvas = { picture, scale, light: lightAt(at.timeMs) };
  if (channel === 1) drawRoad(canvas, at, 'ahead');
  else if (channel === 2) drawRoad(canvas, at, 'behind');
  else if (channel === 3) drawSide(canvas, at);
  else drawCab(canvas, at);
  drawStamps(picture, scale, channel, name, at);
  drawClockStrip(picture, at.timeMs);
}

export { Picture, toneOf };
