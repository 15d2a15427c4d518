import { type Canvas, lit, type Moment } from '../moment.ts';
import { toneOf } from '../picture.ts';

const SKY = toneOf(170, 196, 222);
const FIELD = toneOf(104, 138, 72);
const HEDGE = [toneOf(58, 92, 48), toneOf(50, 82, 42)] as const;
const VERGE = toneOf(96, 126, 66);
const TARMAC = toneOf(86, 88, 92);
const LINE = toneOf(216, 216, 208);
const HOUSE = toneOf(176, 132, 104);
const ROOF = toneOf(104, 70, 60);
const BODY = toneOf(206, 208, 210);
const MIRROR = toneOf(36, 38, 42);

/** Scene units that scenery moves per metre driven, by its distance. */
const PARALLAX = { far: 2, hedge: 9, near: 34 } as const;

/** Draws an object repeatedly along the route. */
function along(at: Moment, unitsAMetre: number, everyUnits: number, draw: (x: number) => void) {
  const shift = (at.distanceM * unitsAMetre) % everyUnits;
  for (let x = -everyUnits - shift; x < 640 + everyUnits; x += everyUnits) draw(x);
}

/** The nearside view: fields and houses, a hedge, the verge, and the side of the vehicle. */
export function drawSide({ picture, scale, light }: Canvas, at: Moment): void {
  const box = (x: number, y: number, width: number, height: number, tone: typeof SKY) =>
    picture.rectangle(x * scale, y * scale, width * scale, height * scale, lit(tone, light));
  box(0, 0, 640, 150, SKY);
  box(0, 150, 640, 60, FIELD);
  along(at, PARALLAX.far, 420, (x) => {
    box(x + 40, 122, 64, 40, HOUSE);
    for (let step = 0; step < 20; step += 2)
      box(x + 36 + step * 1.8, 122 - step, 72 - step * 3.6, 2, ROOF);
    box(x + 56, 138, 12, 12, MIRROR);
    box(x + 220, 132, 8, 34, ROOF);
    picture.ellipse((x + 224) * scale, 124 * scale, 24 * scale, 22 * scale, lit(HEDGE[0], light));
  });
  box(0, 196, 640, 46, HEDGE[0]);
  along(at, PARALLAX.hedge, 90, (x) => box(x, 190, 44, 52, HEDGE[1]));
  box(0, 242, 640, 30, VERGE);
  along(at, PARALLAX.hedge * 1.6, 260, (x) => box(x, 200, 5, 64, LINE));
  box(0, 272, 640, 88, TARMAC);
  box(0, 282, 640, 4, LINE);
  along(at, PARALLAX.near, 300, (x) => box(x, 318, 120, 5, LINE));
  for (let row = 40; row < 360; row += 1) {
    picture.span(row * scale, 0, (44 + row * 0.22) * scale, lit(BODY, light));
    if (scale > 1) picture.span(row * scale + 1, 0, (44 + row * 0.22) * scale, lit(BODY, light));
  }
  picture.ellipse(96 * scale, 96 * scale, 34 * scale, 50 * scale, lit(MIRROR, light));
}
