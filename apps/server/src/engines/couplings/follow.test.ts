import { describe, expect, it } from 'vitest';
import {
  Follower,
  type FollowState,
  type Found,
  type Seen,
  sightOf,
  type TrailerFix,
} from './index.ts';

const MINUTE = 60_000;
const KM_DEG = 1 / 111.195;
const A = 11;
const B = 12;

/** Minutes, kilometres driven to the north (0: stands), and the trailers that records report. */
type Leg = readonly [minutes: number, km: number, reported?: readonly number[], every?: number];

/** Records twice a minute, or each so many minutes. */
function track(legs: readonly Leg[], { startMs = 0, km = 0 } = {}): Seen[] {
  const records: Seen[] = [];
  let [fromMs, fromKm] = [startMs, km];
  for (const [minutes, driven, reported = [], every = 0.5] of legs) {
    for (let at = every; at <= minutes; at += every) {
      records.push({
        timeMs: fromMs + at * MINUTE,
        latitudeDeg: 51 + (fromKm + (driven * at) / minutes) * KM_DEG,
        longitudeDeg: -1,
        reported,
        beside: [],
      });
    }
    fromMs += minutes * MINUTE;
    fromKm += driven;
  }
  return records;
}

function follow(records: readonly Seen[], state?: FollowState): Follower {
  const follower = new Follower(state);
  for (const record of records) follower.add(record);
  return follower;
}

/** Trailer, start and end in minutes, `-` while it lasts, `!` if silent. */
const text = ({ endMs, silentSinceMs, startMs, trailerId }: Found): string =>
  `${trailerId} ${startMs / MINUTE}-${endMs === null ? '' : endMs / MINUTE}${
    silentSinceMs === null ? '' : `!${silentSinceMs / MINUTE}`
  }`;
const texts = (follower: Follower): string[] => [...follower.ended, ...follower.open].map(text);

const YARD: Leg = [10, 0, [A]];
const ROAD: Leg = [30, 30, [A]];
const HOME: Leg = [30, 0, [A]];

const REPORTED: readonly (readonly [
  name: string,
  legs: readonly Leg[],
  found: readonly string[],
])[] = [
  ['nothing without a trailer', [[60, 50]], []],
  ['a neighbour that stays on the yard', [YARD, [30, 30]], []],
  ['a neighbour that is seen until the gate', [YARD, [1, 0.4, [A]], [30, 30]], []],
  [
    'a neighbour while it is moved on the yard',
    [YARD, [2, 0.4, [A]], YARD, [2, 0.5, [A]], [30, 30]],
    [],
  ],
  [
    'a neighbour for days',
    [
      [3000, 0, [A], 10],
      [30, 30],
    ],
    [],
  ],
  ['a trailer from where the movement begins', [YARD, ROAD], ['11 10-']],
  ['not before it has moved far enough', [YARD, [5, 1.2, [A]]], []],
  [
    'not before it has moved long enough',
    [
      [0.5, 0, [A]],
      [1, 2, [A]],
    ],
    [],
  ],
  ['not if few records see it', [YARD, [1, 1, [A]], [10, 8], [1, 1, [A]], [10, 8]], []],
  [
    'a beacon that each second record reports',
    [YARD, ...Array.from({ length: 20 }, (_, n): Leg => [1, 0.8, n % 2 === 0 ? [A] : []])],
    ['11 10-'],
  ],
  ['one that is first seen on the road', [[10, 10], ROAD], ['11 10.5-']],
  ['its movement after a stop near the gate', [YARD, [2, 0.6, [A]], [5, 0, [A]], ROAD], ['11 17-']],
  ['it while both stand', [YARD, ROAD, [600, 0, [A], 5]], ['11 10-']],
  ['it while the beacon sleeps on a stop', [YARD, ROAD, HOME, [600, 0, [], 5]], ['11 10-']],
  ['the same trailer after a night', [YARD, ROAD, HOME, [600, 0, [], 5], ROAD], ['11 10-']],
  ['the end when the vehicle leaves without it', [YARD, ROAD, HOME, [30, 30]], ['11 10-70']],
  ['no end while it moves on the yard without it', [YARD, ROAD, HOME, [3, 0.6]], ['11 10-']],
  [
    'the end at the stop, if it was last seen just before',
    [YARD, ROAD, [3, 2], [20, 0], [30, 30]],
    ['11 10-43'],
  ],
  ['the end after a stop of minutes', [YARD, ROAD, [4, 0, [A]], [30, 30]], ['11 10-44']],
  ['no end at a traffic light', [YARD, ROAD, [1, 0, [A]], [2, 1.5], ROAD], ['11 10-']],
  ['no end if a few records miss it', [YARD, ROAD, [1, 0.9], ROAD, [2, 2], ROAD], ['11 10-']],
  ['a beacon that falls silent on the road, with a mark', [YARD, ROAD, [60, 60]], ['11 10-!40']],
  ['no mark before it was silent for long', [YARD, ROAD, [4, 4.5]], ['11 10-']],
  ['it without the mark once it is seen again', [YARD, ROAD, [60, 60], ROAD], ['11 10-']],
  [
    'a silent one for a day, then ended at the first long stop',
    [YARD, ROAD, [60, 60], [1500, 0, [], 10], [30, 30]],
    ['11 10-100!40'],
  ],
  [
    'a silent one ended by the day if there was no stop',
    [YARD, ROAD, [1500, 1500, [], 1]],
    ['11 10-1480!40'],
  ],
  [
    'the end before a time without records, if it is gone after',
    [YARD, ROAD, [60, 0, [], 60], [30, 30]],
    ['11 10-40'],
  ],
  ['the same after a time without records', [YARD, ROAD, [300, 100, [], 300], ROAD], ['11 10-']],
  [
    'it dropped in a time without records (private use)',
    [YARD, ROAD, [300, 100, [], 300], [30, 30]],
    ['11 10-40'],
  ],
  [
    'two at the same time',
    [
      [10, 0, [A, B]],
      [30, 30, [A, B]],
    ],
    ['11 10-', '12 10-'],
  ],
  ['a swap', [YARD, ROAD, [20, 0, [A, B]], [30, 30, [B]]], ['11 10-60', '12 60-']],
  [
    'the one that moves along, not its neighbour',
    [
      [10, 0, [A, B]],
      [30, 30, [B]],
    ],
    ['12 10-'],
  ],
  [
    'it again after it was dropped',
    [YARD, ROAD, HOME, [60, 60], [60, -60], HOME, ROAD],
    ['11 10-70', '11 220-'],
  ],
  [
    'a shuttle: two rounds',
    [YARD, ROAD, HOME, [30, -30], [30, 30], HOME, ROAD],
    ['11 10-70', '11 160-'],
  ],
];

describe('the device reports identities', () => {
  it.each(REPORTED)('finds %s', (_, legs, found) => {
    expect(texts(follow(track(legs)))).toEqual(found);
  });

  it('gives the same in two passes as in one, wherever the first ends', () => {
    for (const [, legs] of REPORTED) {
      const all = track(legs);
      for (const at of [5, 17, 40, 77, 110].filter((one) => one < all.length)) {
        const first = follow(all.slice(0, at));
        const stored = JSON.parse(JSON.stringify(first.state)) as FollowState;
        const second = follow(all.slice(at), stored);
        expect([...first.ended.map(text), ...texts(second)]).toEqual(texts(follow(all)));
      }
    }
  });
});

/** The positions of a trailer, with the speed, km beside the road and a time by which its clock differs. */
const fixes = (legs: readonly Leg[], { km = 0, east = 0, startMs = 0 } = {}): TrailerFix[] =>
  track(legs, { km, startMs }).map(({ latitudeDeg, timeMs }, n, all) => ({
    timeMs,
    latitudeDeg,
    longitudeDeg: -1 + east * KM_DEG,
    speedKmh: all[n - 1]?.latitudeDeg === latitudeDeg ? 0 : 60,
  }));
/** A vehicle's records, compared with the trailer. */
const beside = (legs: readonly Leg[], trailer: readonly TrailerFix[]) =>
  texts(follow(track(legs).map((at) => ({ ...at, beside: [[A, sightOf(trailer, at)]] as const }))));

const DAY: readonly Leg[] = [
  [10, 0],
  [30, 30],
  [30, 0],
];
const PLACES: readonly (readonly [
  name: string,
  vehicle: readonly Leg[],
  trailer: readonly TrailerFix[],
  found: readonly string[],
])[] = [
  ['a trailer that moves along', DAY, fixes(DAY), ['11 10-']],
  [
    'one whose tracker reports each two minutes',
    DAY,
    fixes([
      [10, 0, [], 2],
      [30, 30, [], 2],
      [30, 0, [], 10],
    ]),
    ['11 10-'],
  ],
  ['none parked beside it', [[60, 0]], fixes([[60, 0]]), []],
  ['none that stays when it leaves', DAY, fixes([[70, 0]]), []],
  ['none on the other road', DAY, fixes(DAY, { east: 0.6 }), []],
  [
    'none that follows at ten minutes',
    DAY,
    fixes([
      [20, 0],
      [30, 30],
      [20, 0],
    ]),
    [],
  ],
  [
    'the end when the vehicle leaves alone',
    [...DAY, [30, 30]],
    fixes([...DAY, [60, 0, [], 20]]),
    ['11 10-70'],
  ],
  ['the end if the tracker sleeps once it stands', [...DAY, [30, 30]], fixes(DAY), ['11 10-70']],
  [
    'the mark if the tracker stops on the road',
    [
      [10, 0],
      [30, 30],
      [60, 60],
    ],
    fixes([
      [10, 0],
      [30, 30],
    ]),
    ['11 10-!40'],
  ],
  [
    'the end if another vehicle takes it away',
    [...DAY, [60, 0]],
    fixes([...DAY, [60, 60]]),
    ['11 10-70'],
  ],
];

describe('a trailer has a tracker of its own', () => {
  it.each(PLACES)('finds %s', (_, vehicle, trailer, found) => {
    expect(beside(vehicle, trailer)).toEqual(found);
  });
});
