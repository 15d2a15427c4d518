import { type Canvas, lit, type Moment } from '../moment.ts';
import { toneOf } from '../picture.ts';

/** Row of the horizon, in units from the top. */
const HORIZON = 150;
const FOOT = 360;
const MIDDLE = 320;
/** Camera height above the road times focal length; determines how fast the road approaches. */
const DEPTH = 900;
/** Half the width of a two-lane carriageway, m. */
const HALF_ROAD_M = 5.5;
/** Spacing of the centre line's dashes (one part line, two parts gap) and of roadside posts, m. */
const DASH_M = 9;
const POST_M = 24;
const STRIPE_M = 14;

const SKY_TOP = toneOf(96, 142, 196);
const SKY_LOW = toneOf(200, 214, 226);
const HILLS = toneOf(92, 116, 104);
const GRASS = [toneOf(72, 112, 58), toneOf(80, 122, 64)] as const;
const ROAD = [toneOf(84, 86, 90), toneOf(88, 90, 94)] as const;
const EDGE = toneOf(214, 214, 206);
const TRUNK = toneOf(74, 60, 46);
const CROWN = toneOf(48, 86, 44);
const BONNET = toneOf(40, 62, 104);
const OTHER = toneOf(150, 40, 38);
const GLASS = toneOf(34, 44, 56);
const LAMP = toneOf(255, 70, 60);
const BEAM = toneOf(255, 246, 214);

type Direction = 'ahead' | 'behind';

/** Pseudo-random number from 0 to 1, the same for the same place. */
function chance(place: number): number {
  const mixed = Math.imul(place ^ (place >>> 15), 0x2c1b_3c6d) >>> 0;
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 0x1_0000_0000;
}

/** Lateral offset of the road at a distance, in units. */
function bend(distanceM: number, aheadM: number): number {
  const here = Math.sin(distanceM / 620) * 0.6 + Math.sin(distanceM / 1730);
  return here * (aheadM / 60) ** 2 * 9;
}

function drawSky({ picture, scale, light }: Canvas, at: Moment): void {
  for (let row = 0; row < HORIZON * scale; row += 1) {
    // In steps, like the banding of a low-bitrate camera.
    const part = Math.floor((row / (HORIZON * scale)) * 12) / 12;
    const tone = {
      y: SKY_TOP.y + (SKY_LOW.y - SKY_TOP.y) * part,
      u: SKY_TOP.u + (SKY_LOW.u - SKY_TOP.u) * part,
      v: SKY_TOP.v + (SKY_LOW.v - SKY_TOP.v) * part,
    };
    picture.span(row, 0, picture.widthPx, lit(tone, light));
  }
  const hills = lit(HILLS, light);
  const turn = Math.round(at.headingDeg * 4 + at.distanceM / 80);
  for (let x = 0; x < 640; x += 4) {
    const place = x + turn;
    const height = 12 + 9 * Math.sin(place / 70) + 6 * Math.sin(place / 23);
    const top = (HORIZON - Math.max(2, height)) * scale;
    picture.rectangle(x * scale, top, 4 * scale, HORIZON * scale - top, hills);
  }
}

function drawGround({ picture, scale, light }: Canvas, at: Moment, direction: Direction): void {
  const way = direction === 'ahead' ? at.distanceM : -at.distanceM;
  const tones = {
    grass: GRASS.map((tone) => lit(tone, light)),
    // At night the headlamps light the road ahead.
    road: ROAD.map((tone) => lit(tone, direction === 'ahead' ? Math.max(light, 0.55) : light)),
    edge: lit(EDGE, Math.max(light, 0.6)),
  };
  for (let row = HORIZON * scale; row < FOOT * scale; row += 1) {
    const below = row / scale - HORIZON + 1;
    const aheadM = DEPTH / below;
    const unitsAMetre = below / 6;
    const centre = MIDDLE + (direction === 'ahead' ? bend(way, aheadM) : -bend(way, aheadM));
    const half = HALF_ROAD_M * unitsAMetre;
    const stripe = Math.floor((way + aheadM) / STRIPE_M) & 1;
    const line = Math.max(1, 0.16 * unitsAMetre);
    const span = (from: number, to: number, tone: (typeof GRASS)[number] | undefined) => {
      if (tone !== undefined) picture.span(row, from * scale, to * scale, tone);
    };
    span(0, 640, tones.grass[stripe]);
    span(centre - half, centre + half, tones.road[stripe]);
    span(centre - half * 0.94, centre - half * 0.94 + line, tones.edge);
    span(centre + half * 0.94 - line, centre + half * 0.94, tones.edge);
    const isDash = ((way + aheadM) / DASH_M) % 3 < 1;
    if (isDash) span(centre - line / 2, centre + line / 2, tones.edge);
  }
}

/** Roadside trees, the farthest first. */
function drawTrees({ picture, scale, light }: Canvas, at: Moment, direction: Direction): void {
  const way = direction === 'ahead' ? at.distanceM : -at.distanceM;
  const first = Math.ceil((way + 5) / POST_M);
  for (let n = first + 7; n >= first; n -= 1) {
    if (chance(n) < 0.35) continue;
    const aheadM = n * POST_M - way;
    const below = DEPTH / aheadM;
    const unitsAMetre = below / 6;
    const side = chance(n * 7 + 1) < 0.5 ? -1 : 1;
    const offsetM = HALF_ROAD_M + 3 + chance(n * 13 + 5) * 6;
    const swing = direction === 'ahead' ? bend(way, aheadM) : -bend(way, aheadM);
    const x = (MIDDLE + swing + side * offsetM * unitsAMetre) * scale;
    const foot = (HORIZON + below) * scale;
    const height = (5 + chance(n * 3 + 2) * 4) * unitsAMetre * scale;
    const width = height * 0.08;
    picture.rectangle(x - width / 2, foot - height * 0.4, width, height * 0.4, lit(TRUNK, light));
    picture.ellipse(x, foot - height * 0.65, height * 0.3, height * 0.38, lit(CROWN, light));
  }
}

/** Another vehicle, which keeps its distance and falls back at high speed. */
function drawOther({ picture, scale, light }: Canvas, at: Moment, direction: Direction): void {
  const aheadM = 11 + at.speedKmh * 0.12 + 4 * Math.sin(at.distanceM / 150);
  const below = DEPTH / aheadM;
  const size = (below / 6) * scale;
  const swing = bend(direction === 'ahead' ? at.distanceM : -at.distanceM, aheadM);
  const lane = direction === 'ahead' ? -2.6 : 2.6;
  const x = (MIDDLE + (direction === 'ahead' ? swing : -swing)) * scale + lane * size;
  const foot = (HORIZON + below) * scale;
  picture.rectangle(x - size, foot - 1.6 * size, 2 * size, 1.4 * size, lit(OTHER, light));
  picture.rectangle(x - 0.8 * size, foot - 1.5 * size, 1.6 * size, 0.55 * size, lit(GLASS, light));
  const lamp = lit(direction === 'ahead' ? LAMP : BEAM, 1);
  picture.rectangle(x - 0.95 * size, foot - 0.75 * size, 0.35 * size, 0.25 * size, lamp);
  picture.rectangle(x + 0.6 * size, foot - 0.75 * size, 0.35 * size, 0.25 * size, lamp);
}

/** The road ahead of the vehicle, or behind it. */
export function drawRoad(canvas: Canvas, at: Moment, direction: Direction): void {
  const { picture, scale, light } = canvas;
  drawSky(canvas, at);
  drawGround(canvas, at, direction);
  drawTrees(canvas, at, direction);
  drawOther(canvas, at, direction);
  const edge = lit(direction === 'ahead' ? BONNET : GLASS, light);
  picture.ellipse(MIDDLE * scale, 372 * scale, 360 * scale, 48 * scale, edge);
}
