import { type Canvas, lit, type Moment } from '../moment.ts';
import { toneOf } from '../picture.ts';

const WALL = toneOf(62, 64, 70);
const CEILING = toneOf(92, 92, 96);
const SEAT = toneOf(38, 40, 48);
const SKIN = toneOf(196, 152, 124);
const HAIR = toneOf(52, 40, 34);
const JACKET = toneOf(226, 132, 30);
const BELT = toneOf(30, 30, 34);
const REFLECTOR = toneOf(220, 222, 210);
const WHEEL = toneOf(22, 22, 26);
const OUTSIDE = toneOf(176, 200, 222);
const PASSING = toneOf(72, 104, 62);
const EYE = toneOf(40, 30, 28);

/** Minimum light: a lamp lights the cab at night. */
const LEAST_LIGHT = 0.5;
const BLINK_MS = 3400;
const BLINK_LASTS_MS = 160;

/** The driver in the cab sways with the road, blinks and steers; scenery passes outside. */
export function drawCab({ picture, scale, light }: Canvas, at: Moment): void {
  const inside = Math.max(light, LEAST_LIGHT);
  const box = (
    x: number,
    y: number,
    width: number,
    height: number,
    tone: typeof WALL,
    lux: number,
  ) => picture.rectangle(x * scale, y * scale, width * scale, height * scale, lit(tone, lux));
  const round = (x: number, y: number, rx: number, ry: number, tone: typeof WALL) =>
    picture.ellipse(x * scale, y * scale, rx * scale, ry * scale, lit(tone, inside));

  box(0, 0, 640, 360, WALL, inside);
  box(0, 0, 640, 60, CEILING, inside);
  box(420, 90, 190, 130, OUTSIDE, light);
  const shift = (at.distanceM * 22) % 130;
  for (let x = 420 - shift; x < 610; x += 130) {
    const left = Math.max(420, x);
    const right = Math.min(610, x + 60);
    if (right > left) box(left, 150, right - left, 70, PASSING, light);
  }

  const sway = at.speedKmh > 1 ? Math.sin(at.distanceM / 9) * 3 : 0;
  const nod = at.speedKmh > 1 ? Math.sin(at.distanceM / 4) * 1.5 : 0;
  round(270, 250, 120, 150, SEAT);
  box(232, 84, 76, 60, SEAT, inside);
  round(270 + sway / 2, 330, 108, 110, JACKET);
  for (let step = 0; step < 90; step += 3) box(216 + step, 236 + step * 1.2, 12, 4, BELT, inside);
  box(190, 300, 160, 10, REFLECTOR, inside);
  box(258 + sway, 190 + nod, 24, 40, SKIN, inside);
  round(270 + sway, 160 + nod, 38, 48, SKIN);
  round(270 + sway, 126 + nod, 40, 22, HAIR);
  const isBlinking = at.timeMs % BLINK_MS < BLINK_LASTS_MS;
  const eye = isBlinking ? 2 : 6;
  box(250 + sway, 158 + nod, 12, eye, EYE, inside);
  box(278 + sway, 158 + nod, 12, eye, EYE, inside);
  box(258 + sway, 186 + nod, 24, 3, EYE, inside);

  const turn = Math.sin(at.distanceM / 310) * 0.5;
  for (let angle = 0; angle < 2 * Math.PI; angle += 0.03) {
    round(300 + 96 * Math.cos(angle), 350 + 52 * Math.sin(angle), 6, 6, WHEEL);
  }
  const spoke = { x: 96 * Math.cos(turn), y: 52 * Math.sin(turn) };
  for (let part = -1; part <= 1; part += 0.05) {
    round(300 + spoke.x * part, 350 + spoke.y * part, 6, 5, WHEEL);
  }
  round(300 - spoke.x * 0.8, 350 - spoke.y * 0.8 - 10, 16, 12, SKIN);
  round(300 + spoke.x * 0.8, 350 + spoke.y * 0.8 - 10, 16, 12, SKIN);
}
