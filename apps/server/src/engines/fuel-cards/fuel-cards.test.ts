import type { FuelCardRule } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import { type FuelCardFacts, judgeFill, MINUTE_MS, productOf, type TrackPoint } from './index.ts';

const T = Date.parse('2026-06-01T12:00:00Z');
const at = (minute: number) => T + minute * MINUTE_MS;
/** Degrees of latitude, north of the site. */
const km = (far: number) => far / 111.195;
const SITE = { latitudeDeg: 52, longitudeDeg: -1, radiusM: 1000 };
const point = (minute: number, far: number, changed: Partial<TrackPoint> = {}): TrackPoint => ({
  timeMs: at(minute),
  place: { latitudeDeg: 52 + km(far), longitudeDeg: -1 },
  isPrivate: false,
  ignition: true,
  odometerM: null,
  ...changed,
});
const every = (minutes: number, far: number, changed: Partial<TrackPoint> = {}) =>
  Array.from({ length: Math.floor(120 / minutes) + 1 }, (_, n) =>
    point(-60 + n * minutes, far, changed),
  );
const fill = (litres: number | null, changed: object = {}) => ({
  startMs: T,
  endMs: T,
  litres,
  energyKwh: null,
  product: 'diesel' as const,
  ...changed,
});
const levels = (before: number, after: number) =>
  Array.from({ length: 24 }, (_, n) => ({
    timeMs: at(-60 + n * 5),
    litres: n < 12 ? before : after,
  }));
const facts = (changed: Partial<FuelCardFacts> = {}): FuelCardFacts => ({
  fill: fill(200),
  site: SITE,
  hasPlaceName: true,
  others: [],
  previous: null,
  drivenSinceM: null,
  fuel: 'diesel',
  isHybrid: false,
  tankL: 400,
  isTankKnown: true,
  useLPerM: 30 / 100_000,
  track: every(5, 0),
  levels: [],
  refuels: [],
  offRoad: [],
  archivedMs: null,
  ...changed,
});
const DAY = fill(200, { startMs: at(-720), endMs: at(720) });
const PARKED = { ignition: false } as const;

const CASES: Readonly<
  Record<FuelCardRule, readonly (readonly [string, Partial<FuelCardFacts>, string])[]>
> = {
  place: [
    ['at the site', {}, 'ok'],
    ['at the edge of the site', { track: every(5, 0.99) }, 'ok'],
    ['5 km away all the time, records every minute', { track: every(1, 5) }, 'finding'],
    [
      '5 km away, but records every 10 minutes: it can have been there',
      { track: every(10, 5) },
      'no_positions',
    ],
    ['parked 20 km away with a record an hour', { track: every(60, 20, PARKED) }, 'finding'],
    ['the same with the ignition on', { track: every(60, 20) }, 'no_positions'],
    [
      'parked for a day by the odometer',
      { track: [-900, 900].map((minute) => point(minute, 30, { ...PARKED, odometerM: 5000 })) },
      'finding',
    ],
    [
      'a day without records, the odometer has moved',
      {
        track: [
          point(-900, 30, { ...PARKED, odometerM: 5000 }),
          point(900, 30, { ...PARKED, odometerM: 65_000 }),
        ],
      },
      'no_positions',
    ],
    [
      'a day without records and odometer',
      { track: [-900, 900].map((minute) => point(minute, 30, PARKED)) },
      'no_positions',
    ],
    [
      'there 25 minutes later: clocks differ',
      { track: every(1, 5).map((one) => (one.timeMs === at(25) ? point(25, 0) : one)) },
      'ok',
    ],
    [
      '200 km away before and after, an hour apart',
      { track: [point(-31, 200), point(31, 200)] },
      'finding',
    ],
    [
      '60 km away before and after, an hour apart',
      { track: [point(-31, 60), point(31, 60)] },
      'no_positions',
    ],
    ['no tracker', { track: [] }, 'no_positions'],
    [
      'positions end before it: they may be late',
      { track: every(1, 5).filter(({ timeMs }) => timeMs < T) },
      'no_positions',
    ],
    [
      'positions begin after it',
      { track: every(1, 5).filter(({ timeMs }) => timeMs > T) },
      'no_positions',
    ],
    ['records without a place', { track: every(1, 5, { place: null }) }, 'no_positions'],
    ['private use', { track: every(1, 5, { place: null, isPrivate: true }) }, 'private_use'],
    ['a site that is not known', { site: null }, 'place_unknown'],
    ['a file without a place', { site: null, hasPlaceName: false }, 'no_place'],
    ['no time of day', { fill: DAY, track: every(1, 5) }, 'no_time'],
  ],
  capacity: [
    ['a full tank', { fill: fill(400) }, 'ok'],
    ['5 % above', { fill: fill(420) }, 'ok'],
    ['more', { fill: fill(420.1) }, 'finding'],
    ['a small tank, 3 litres above', { tankL: 40, fill: fill(43) }, 'ok'],
    ['a small tank, more', { tankL: 40, fill: fill(43.5) }, 'finding'],
    ['no quantity', { fill: fill(null) }, 'no_quantity'],
    ['AdBlue is not for this tank', { fill: fill(900, { product: 'adblue' }) }, 'no_quantity'],
    ['without a time of day', { fill: { ...DAY, litres: 900 } }, 'finding'],
  ],
  level: [
    ['all of it in the tank', { levels: levels(100, 300) }, 'ok'],
    ['20 litres less: within 5 % of the tank', { levels: levels(100, 280) }, 'ok'],
    ['25 litres less', { levels: levels(100, 275) }, 'finding'],
    [
      'a small fill, 18 litres less: 5 % of a large tank',
      { fill: fill(100), levels: levels(100, 182) },
      'ok',
    ],
    ['nothing in the tank', { levels: levels(100, 100) }, 'finding'],
    ['a large fill, 10 % less', { fill: fill(300), levels: levels(20, 290) }, 'ok'],
    ['a full tank, which the sensor does not see', { levels: levels(215, 380) }, 'ok'],
    ['a full tank, but far less', { levels: levels(260, 380) }, 'finding'],
    [
      'the filling that the levels show counts',
      { levels: levels(100, 270), refuels: [{ atMs: at(10), litres: 195 }] },
      'ok',
    ],
    [
      'a filling hours later does not',
      { levels: levels(100, 100), refuels: [{ atMs: at(300), litres: 195 }] },
      'finding',
    ],
    ['two cards at one stop', { levels: levels(100, 300), others: [fill(90)] }, 'finding'],
    ['two cards that add up', { levels: levels(50, 340), others: [fill(90)] }, 'ok'],
    ['readings only before it', { levels: levels(100, 100).slice(0, 12) }, 'no_level'],
    ['no sensor', {}, 'no_level'],
    ['no time of day', { fill: DAY, levels: levels(100, 100) }, 'no_time'],
    [
      'an unknown tank is judged by its level',
      { isTankKnown: false, tankL: 1500, levels: levels(100, 200) },
      'finding',
    ],
    [
      'an unknown tank, 40 litres less',
      { isTankKnown: false, tankL: 1500, levels: levels(100, 260) },
      'ok',
    ],
    ['AdBlue', { fill: fill(20, { product: 'adblue' }), levels: levels(100, 100) }, 'no_quantity'],
  ],
  product: [
    ['diesel for diesel', {}, 'ok'],
    ['AdBlue for diesel', { fill: fill(20, { product: 'adblue' }) }, 'ok'],
    ['AdBlue for petrol', { fuel: 'petrol', fill: fill(20, { product: 'adblue' }) }, 'finding'],
    ['petrol for diesel', { fill: fill(40, { product: 'petrol' }) }, 'finding'],
    ['electricity for diesel', { fill: fill(null, { product: null, energyKwh: 30 }) }, 'finding'],
    [
      'petrol for a hybrid',
      { isHybrid: true, fuel: null, fill: fill(40, { product: 'petrol' }) },
      'ok',
    ],
    ['an unknown product', { fill: fill(40, { product: null }) }, 'no_product'],
    ['a vehicle without a known fuel', { fuel: null }, 'no_product'],
  ],
  too_soon: [
    ['400 km later', { previous: fill(250), drivenSinceM: 400_000 }, 'ok'],
    ['at once, but the tank holds both', { previous: fill(200), drivenSinceM: 0 }, 'ok'],
    ['at once, 5 % above', { previous: fill(220), drivenSinceM: 0 }, 'ok'],
    ['at once, more than the tank', { previous: fill(230), drivenSinceM: 0 }, 'finding'],
    ['20 km later', { previous: fill(230), drivenSinceM: 20_000 }, 'finding'],
    ['25 km later', { previous: fill(230), drivenSinceM: 25_000 }, 'ok'],
    ['the distance is not known', { previous: fill(400), drivenSinceM: null }, 'no_positions'],
    ['the first fill', {}, 'no_fill_before'],
    [
      'AdBlue before',
      { previous: fill(400, { product: 'adblue' }), drivenSinceM: 0 },
      'no_fill_before',
    ],
  ],
  private_use: [
    ['at work', {}, 'ok'],
    [
      'records of private use around it',
      { track: every(5, 0, { place: null, isPrivate: true }) },
      'finding',
    ],
    [
      'private use ends before it',
      { track: every(5, 0).map((one, n) => (n < 8 ? { ...one, isPrivate: true } : one)) },
      'ok',
    ],
    [
      'private use ends with it',
      { track: every(5, 0).map((one, n) => (n <= 12 ? { ...one, isPrivate: true } : one)) },
      'ok',
    ],
    [
      'private use begins after it',
      { track: every(5, 0).map((one, n) => (n > 12 ? { ...one, isPrivate: true } : one)) },
      'ok',
    ],
    ['no records', { track: [] }, 'no_positions'],
    ['no time of day', { fill: DAY }, 'no_time'],
  ],
  off_road: [
    ['on the road', {}, 'ok'],
    ['off the road', { offRoad: [{ startMs: at(-60), endMs: null }] }, 'finding'],
    ['back before it', { offRoad: [{ startMs: at(-60), endMs: at(-1) }] }, 'ok'],
    ['off later', { offRoad: [{ startMs: at(1), endMs: null }] }, 'ok'],
    [
      'off for a part of the day, without a time',
      { fill: DAY, offRoad: [{ startMs: at(-60), endMs: null }] },
      'ok',
    ],
    [
      'back at noon, without a time',
      { fill: DAY, offRoad: [{ startMs: at(-800), endMs: at(0) }] },
      'ok',
    ],
    [
      'off for the whole day',
      { fill: DAY, offRoad: [{ startMs: at(-800), endMs: at(800) }] },
      'finding',
    ],
  ],
  archived: [
    ['in use', {}, 'ok'],
    ['archived before', { archivedMs: at(-1) }, 'finding'],
    ['archived later', { archivedMs: at(1) }, 'ok'],
    ['archived on that day, without a time', { fill: DAY, archivedMs: at(0) }, 'ok'],
  ],
};

describe.each(Object.entries(CASES))('the rule %s', (rule, cases) => {
  it.each(cases)('%s', (_, changed, expected) => {
    const verdict = judgeFill(facts(changed))[rule as FuelCardRule];
    expect(verdict.outcome === 'unknown' ? verdict.reason : verdict.outcome).toBe(expected);
  });
});

it.each([
  ['DIESEL', 'diesel'],
  ['Gasóleo simples', 'diesel'],
  ['Gas oil', 'diesel'],
  ['Unleaded 95', 'petrol'],
  ['Gasolina 95', 'petrol'],
  ['AdBlue bulk', 'adblue'],
  ['LPG', 'gas'],
  ['Electric', 'electric'],
  ['Car wash', null],
])('the product %s', (text, product) => {
  expect(productOf(text)).toBe(product);
});
