import { drawClockStrip } from './clock-strip.ts';
import { type Canvas, lightAt, type Moment } from './moment.ts';
import { type Picture, textHeightPx, textWidthPx, toneOf } from './picture.ts';
import { drawCab } from './views/cab.ts';
import { drawRoad } from './views/road.ts';
import { drawSide } from './views/side.ts';

/** Camera views of a vehicle, by channel from 1. */
export const VIEW_NAMES = ['Road ahead', 'Rear', 'Nearside', 'Cab'] as const;

/** Lines of text above the view. */
const TEXT_ROWS = 2;
const UNITS_WIDE = 640;
/** Pixels per font point, per scene unit. */
const LETTER_POINT = 2;
const WHITE = toneOf(255, 255, 255);
const BLACK = toneOf(0, 0, 0);

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

/** Draws a channel's view with its clock and counter. */
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
