import { describe, expect, it } from 'vitest';
import {
  type CardRecords,
  type Gap,
  type InsertedCard,
  type TrackedTrip,
  type UnitDrive,
  unaccountedDriving,
  type VehicleRecords,
} from './index.ts';

/** 25 October 2026: clocks in Europe go back at 01:00 UTC. */
const DAY = Date.UTC(2026, 9, 25);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const [ANN, BOB, CAT] = [1, 2, 3];
const A: InsertedCard = { number: 'AAA', driverId: ANN };
const B: InsertedCard = { number: 'BBB', driverId: BOB };
const STRANGER: InsertedCard = { number: 'XXX', driverId: null };

/** A time as HH:MM of the day; hours may be negative or above 24. */
function at(text: string): number {
  const [, sign, hours, minutes] = /^(-?)(\d+):(\d+)$/.exec(text) ?? [];
  const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return DAY + (sign === '-' ? -ms : ms);
}
const span = (text: string) => {
  const [start = '', end = ''] = text.split(' to ');
  return { startMs: at(start), endMs: at(end) };
};
const KMH_60_M_PER_MS = 60_000 / HOUR_MS;

/** A trip at 60 km/h. */
function trip(text: string, driverId: number | null = ANN): TrackedTrip {
  const one = span(text);
  const distanceM = (one.endMs - one.startMs) * KMH_60_M_PER_MS;
  return { ...one, driverId, drives: [{ ...one, distanceM }] };
}
const drive = (
  text: string,
  card: InsertedCard | null = A,
  coDriver: InsertedCard | null = null,
): UnitDrive => ({ ...span(text), card, coDriver });
const card = (
  driverId: number,
  parts: { covered?: string[]; uses?: string[]; drives?: string[]; excused?: string[] },
): CardRecords => ({
  driverId,
  covered: (parts.covered ?? []).map(span),
  uses: (parts.uses ?? []).map(span),
  drives: (parts.drives ?? []).map(span),
  excused: (parts.excused ?? []).map(span),
});

interface Given {
  readonly trips?: TrackedTrip[];
  readonly drives?: UnitDrive[];
  readonly covered?: string[];
  readonly excused?: string[];
  readonly privately?: string[];
  readonly cards?: CardRecords[];
  readonly odometer?: [time: string, km: number][];
  readonly trackedFrom?: string | null;
}

/** The whole day is covered by the unit unless a case says otherwise. */
function recordsOf(given: Given): VehicleRecords {
  const { trackedFrom = '-48:00' } = given;
  return {
    window: span('-24:00 to 48:00'),
    trackedFromMs: trackedFrom === null ? null : at(trackedFrom),
    trips: given.trips ?? [],
    privateTravel: (given.privately ?? []).flatMap((text) => trip(text).drives),
    unit: {
      covered: (given.covered ?? ['-24:00 to 48:00']).map(span),
      drives: given.drives ?? [],
      excused: (given.excused ?? []).map(span),
    },
    cards: given.cards ?? [],
    odometer: (given.odometer ?? []).map(([time, km]) => ({ timeMs: at(time), km })),
  };
}

function clock(ms: number): string {
  const minutes = Math.round((ms - DAY) / MINUTE_MS);
  const size = Math.abs(minutes);
  const text = [Math.floor(size / 60), size % 60].map((n) => String(n).padStart(2, '0')).join(':');
  return minutes < 0 ? `-${text}` : text;
}
const NAMES = new Map([
  [ANN, 'ann'],
  [BOB, 'bob'],
  [CAT, 'cat'],
]);

/** A gap as a line: kind, times, driver, holder of the card, kilometres, files that are needed. */
function lineOf(gap: Gap): string {
  const parts = [gap.kind, `${clock(gap.startMs)}-${clock(gap.endMs)}`];
  if (gap.driverId !== null) parts.push(NAMES.get(gap.driverId) ?? '?');
  if (gap.cardDriverId !== null) parts.push(`card of ${NAMES.get(gap.cardDriverId)}`);
  if (gap.cardNumber !== null) parts.push(gap.cardNumber);
  if (gap.distanceM !== null) parts.push(`${Math.round(gap.distanceM / 1000)} km`);
  if (gap.needsUnit) parts.push('unit');
  if (gap.needsCard) parts.push('card');
  if (gap.isOdometer) parts.push('odometer');
  return parts.join(' ');
}

const CASES: readonly [name: string, given: Given, gaps: readonly string[]][] = [
  // Agreement
  ['nothing at all', {}, []],
  ['trip and unit agree', { trips: [trip('8:00 to 9:00')], drives: [drive('8:00 to 9:00')] }, []],
  [
    'the tracker is three minutes ahead, within tolerance',
    { trips: [trip('7:57 to 8:57')], drives: [drive('8:00 to 9:00')] },
    [],
  ],
  [
    'the tracker is three minutes behind, within tolerance',
    { trips: [trip('8:03 to 9:03')], drives: [drive('8:00 to 9:00')] },
    [],
  ],
  [
    'the unit splits driving at a halt that the trip spans',
    { trips: [trip('8:00 to 9:00')], drives: [drive('8:00 to 8:28'), drive('8:31 to 9:00')] },
    [],
  ],
  // Beyond the tolerance both sides are named
  [
    'clocks that differ by ten minutes',
    { trips: [trip('8:10 to 9:10')], drives: [drive('8:00 to 9:00')] },
    ['tracker_gap 08:00-08:07 ann AAA', 'not_recorded 09:03-09:10 ann 7 km'],
  ],
  // Without card
  [
    'driving without card',
    { trips: [trip('8:00 to 9:00')], drives: [drive('8:00 to 9:00', null)] },
    ['without_card 08:00-09:00 ann 60 km'],
  ],
  [
    'without card and without a driver of the trip',
    { trips: [trip('8:00 to 9:00', null)], drives: [drive('8:00 to 9:00', null)] },
    ['without_card 08:00-09:00 60 km'],
  ],
  [
    'the card is put in after a quarter of an hour',
    {
      trips: [trip('8:00 to 9:00')],
      drives: [drive('8:00 to 8:15', null), drive('8:15 to 9:00')],
    },
    ['without_card 08:00-08:15 ann 15 km'],
  ],
  [
    'one minute without card is less than is named',
    { trips: [trip('8:00 to 9:00')], drives: [drive('8:00 to 8:01', null), drive('8:01 to 9:00')] },
    [],
  ],
  [
    'a co-driver does not replace the card in the first slot',
    { trips: [trip('8:00 to 9:00', BOB)], drives: [drive('8:00 to 9:00', null, B)] },
    ['without_card 08:00-09:00 bob 60 km'],
  ],
  [
    'two stretches with a halt of five minutes are one',
    {
      trips: [trip('8:00 to 9:00')],
      drives: [drive('8:00 to 8:20', null), drive('8:25 to 9:00', null)],
    },
    ['without_card 08:00-09:00 ann 55 km'],
  ],
  [
    'two stretches with a halt of six minutes are two',
    {
      trips: [trip('8:00 to 9:00')],
      drives: [drive('8:00 to 8:20', null), drive('8:26 to 9:00', null)],
    },
    ['without_card 08:00-08:20 ann 20 km', 'without_card 08:26-09:00 ann 34 km'],
  ],
  [
    'the driver is that of the longer trip',
    {
      trips: [trip('8:00 to 8:20', BOB), trip('8:20 to 9:00', ANN)],
      drives: [drive('8:00 to 9:00', null)],
    },
    ['without_card 08:00-09:00 ann 60 km'],
  ],
  [
    'without card and without tracker is named twice',
    { drives: [drive('8:00 to 9:00', null)] },
    ['tracker_gap 08:00-09:00', 'without_card 08:00-09:00'],
  ],
  // Out of scope, ferry, private use
  [
    'out of scope needs no card',
    {
      trips: [trip('8:00 to 9:00')],
      drives: [drive('8:00 to 9:00', null)],
      excused: ['7:00 to 10:00'],
    },
    [],
  ],
  [
    'out of scope ends while driving',
    {
      trips: [trip('8:00 to 9:00')],
      drives: [drive('8:00 to 9:00', null)],
      excused: ['7:00 to 8:30'],
    },
    ['without_card 08:30-09:00 ann 30 km'],
  ],
  [
    'a ferry carries the vehicle: the tracker moves, the unit rests',
    { trips: [trip('8:00 to 12:00')], drives: [], excused: ['7:50 to 12:10'] },
    [],
  ],
  [
    'driving off the ferry is compared again',
    { trips: [trip('8:00 to 13:00')], drives: [], excused: ['7:50 to 12:10'] },
    ['not_recorded 12:10-13:00 ann 50 km'],
  ],
  [
    'a train hides the vehicle from the tracker',
    { drives: [drive('8:00 to 8:10')], excused: ['7:50 to 8:40'] },
    [],
  ],
  [
    'private use needs no card',
    { privately: ['8:00 to 9:00'], drives: [drive('8:00 to 9:00', null)] },
    [],
  ],
  [
    'private use ends while driving goes on',
    {
      privately: ['8:00 to 8:30'],
      trips: [trip('8:30 to 9:00')],
      drives: [drive('8:00 to 9:00', null)],
    },
    ['without_card 08:33-09:00 ann 27 km'],
  ],
  // Card of another
  [
    'the card of another driver',
    { trips: [trip('8:00 to 9:00', ANN)], drives: [drive('8:00 to 9:00', B)] },
    ['other_card 08:00-09:00 ann card of bob BBB 60 km'],
  ],
  [
    'the card of nobody in the fleet',
    { trips: [trip('8:00 to 9:00', ANN)], drives: [drive('8:00 to 9:00', STRANGER)] },
    ['other_card 08:00-09:00 ann XXX 60 km'],
  ],
  [
    'a card answers for a trip without driver',
    { trips: [trip('8:00 to 9:00', null)], drives: [drive('8:00 to 9:00', B)] },
    [],
  ],
  [
    'two drivers: the one of the trip is in the second slot',
    { trips: [trip('8:00 to 9:00', ANN)], drives: [drive('8:00 to 9:00', B, A)] },
    [],
  ],
  [
    'two drivers, and the trip is of a third',
    { trips: [trip('8:00 to 9:00', CAT)], drives: [drive('8:00 to 9:00', B, A)] },
    ['other_card 08:00-09:00 cat card of bob BBB 60 km'],
  ],
  [
    'two drivers change slots',
    {
      trips: [trip('8:00 to 10:00', ANN)],
      drives: [drive('8:00 to 9:00', A, B), drive('9:00 to 10:00', B, A)],
    },
    [],
  ],
  [
    'drivers change with clocks three minutes apart',
    {
      trips: [trip('8:00 to 9:03', ANN), trip('9:03 to 10:00', BOB)],
      drives: [drive('8:00 to 9:00', A), drive('9:00 to 10:00', B)],
    },
    [],
  ],
  [
    'drivers change and one forgets the card',
    {
      trips: [trip('8:00 to 9:00', ANN), trip('9:00 to 10:00', BOB)],
      drives: [drive('8:00 to 10:00', A)],
    },
    ['other_card 09:00-10:00 bob card of ann AAA 60 km'],
  ],
  // Not recorded by the unit
  [
    'the unit rests while the tracker moves',
    { trips: [trip('8:00 to 9:00')] },
    ['not_recorded 08:00-09:00 ann 60 km'],
  ],
  [
    'the unit stops recording in the middle',
    { trips: [trip('8:00 to 9:00')], drives: [drive('8:00 to 8:30')] },
    ['not_recorded 08:33-09:00 ann 27 km'],
  ],
  // Missing download
  [
    'neither unit nor card cover the time',
    { covered: [], trips: [trip('8:00 to 9:00')] },
    ['missing_download 08:00-09:00 ann 60 km unit card'],
  ],
  [
    'without a driver only the unit can tell',
    { covered: [], trips: [trip('8:00 to 9:00', null)] },
    ['missing_download 08:00-09:00 60 km unit'],
  ],
  [
    'the card covers the day and shows rest: the unit is missing',
    {
      covered: [],
      trips: [trip('8:00 to 9:00')],
      cards: [card(ANN, { covered: ['0:00 to 24:00'] })],
    },
    ['missing_download 08:00-09:00 ann 60 km unit'],
  ],
  [
    'a card answers for what no unit covers',
    {
      covered: [],
      trips: [trip('8:00 to 9:00')],
      cards: [
        card(ANN, {
          covered: ['0:00 to 24:00'],
          uses: ['7:30 to 9:30'],
          drives: ['8:00 to 9:00'],
        }),
      ],
    },
    [],
  ],
  [
    'a card that does not name the vehicle answers for its own driver',
    {
      covered: [],
      trips: [trip('8:00 to 9:00')],
      cards: [card(ANN, { covered: ['0:00 to 24:00'], drives: ['8:02 to 9:02'] })],
    },
    [],
  ],
  [
    'it does not answer for another',
    {
      covered: [],
      trips: [trip('8:00 to 9:00', BOB)],
      cards: [card(ANN, { covered: ['0:00 to 24:00'], drives: ['8:00 to 9:00'] })],
    },
    ['missing_download 08:00-09:00 bob 60 km unit card'],
  ],
  [
    'the card ends at noon, within a trip',
    {
      covered: [],
      trips: [trip('11:00 to 13:00')],
      cards: [
        card(ANN, {
          covered: ['0:00 to 12:00'],
          uses: ['11:00 to 12:00'],
          drives: ['11:00 to 12:00'],
        }),
      ],
    },
    ['missing_download 12:03-13:00 ann 57 km unit card'],
  ],
  [
    'the unit was downloaded at noon, within a trip',
    {
      covered: ['0:00 to 12:00'],
      trips: [trip('11:00 to 13:00')],
      drives: [drive('11:00 to 12:00')],
    },
    ['missing_download 12:00-13:00 ann 60 km unit card'],
  ],
  [
    'cards alone show the card of another',
    {
      covered: [],
      trips: [trip('8:00 to 9:00', ANN)],
      cards: [card(BOB, { uses: ['7:30 to 9:30'], drives: ['8:00 to 9:00'] })],
    },
    ['other_card 08:00-09:00 ann card of bob 60 km'],
  ],
  [
    'cards alone show two drivers',
    {
      covered: [],
      trips: [trip('8:00 to 9:00', ANN)],
      cards: [
        card(ANN, { uses: ['7:30 to 9:30'] }),
        card(BOB, { uses: ['7:30 to 9:30'], drives: ['8:00 to 9:00'] }),
      ],
    },
    [],
  ],
  [
    'a ferry on the card, without a unit',
    {
      covered: [],
      trips: [trip('8:00 to 12:00')],
      cards: [card(ANN, { covered: ['0:00 to 24:00'], excused: ['7:50 to 12:10'] })],
    },
    [],
  ],
  // Gap of the tracker
  [
    'the tracker recorded nothing',
    { drives: [drive('8:00 to 9:00')] },
    ['tracker_gap 08:00-09:00 ann AAA'],
  ],
  [
    'a vehicle without tracker has no gaps of it',
    { drives: [drive('8:00 to 9:00')], trackedFrom: null },
    [],
  ],
  [
    'gaps begin with the first record of the tracker',
    { drives: [drive('8:00 to 9:00')], trackedFrom: '8:30' },
    ['tracker_gap 08:30-09:00 ann AAA'],
  ],
  [
    'a card drove in this vehicle, the tracker recorded nothing',
    { covered: [], cards: [card(ANN, { uses: ['7:30 to 9:30'], drives: ['8:00 to 9:00'] })] },
    ['tracker_gap 08:00-09:00 ann'],
  ],
  [
    'a card that does not name the vehicle proves no gap of its tracker',
    { covered: [], cards: [card(ANN, { drives: ['8:00 to 9:00'] })] },
    [],
  ],
  [
    'a short halt that the trip counts as idling is no gap',
    {
      trips: [{ ...trip('8:00 to 9:00'), drives: trip('8:00 to 8:40').drives }],
      drives: [drive('8:00 to 9:00')],
    },
    [],
  ],
  // Odometer
  [
    'the odometer gives the distance of a gap',
    {
      drives: [drive('8:00 to 9:00')],
      odometer: [
        ['0:00', 100],
        ['24:00', 170],
      ],
    },
    ['tracker_gap 08:00-09:00 ann AAA 70 km'],
  ],
  [
    'two gaps share the distance by their time',
    {
      drives: [drive('8:00 to 9:00'), drive('12:00 to 14:00')],
      odometer: [
        ['0:00', 0],
        ['24:00', 180],
      ],
    },
    ['tracker_gap 08:00-09:00 ann AAA 60 km', 'tracker_gap 12:00-14:00 ann AAA 120 km'],
  ],
  [
    'only the odometer shows driving',
    {
      trips: [trip('8:00 to 9:00')],
      drives: [drive('8:00 to 9:00')],
      odometer: [
        ['0:00', 100],
        ['24:00', 190],
      ],
    },
    ['tracker_gap 00:00-24:00 30 km odometer'],
  ],
  [
    'less than five kilometres are rounding',
    {
      trips: [trip('8:00 to 9:00')],
      drives: [drive('8:00 to 9:00')],
      odometer: [
        ['0:00', 100],
        ['24:00', 164],
      ],
    },
    [],
  ],
  [
    'a tenth of a long journey is a corner cut',
    {
      trips: [trip('8:00 to 12:00')],
      drives: [drive('8:00 to 12:00')],
      odometer: [
        ['0:00', 0],
        ['24:00', 260],
      ],
    },
    [],
  ],
  [
    'the odometer goes back: another unit',
    {
      odometer: [
        ['0:00', 500_000],
        ['24:00', 12],
      ],
    },
    [],
  ],
  [
    'the odometer leaps: a correction',
    {
      odometer: [
        ['0:00', 12],
        ['24:00', 500_000],
      ],
    },
    [],
  ],
  [
    'private distance is not missing',
    {
      privately: ['8:00 to 9:00'],
      odometer: [
        ['0:00', 100],
        ['24:00', 160],
      ],
    },
    [],
  ],
  // Days and clocks
  [
    'a gap over midnight is one',
    { trips: [trip('23:30 to 24:30')], drives: [drive('23:30 to 24:30', null)] },
    ['without_card 23:30-24:30 ann 60 km'],
  ],
  [
    'the unit splits driving at midnight',
    {
      trips: [trip('23:30 to 24:30')],
      drives: [drive('23:30 to 24:00', null), drive('24:00 to 24:30', null)],
    },
    ['without_card 23:30-24:30 ann 60 km'],
  ],
  [
    'the hour that summer time repeats counts once',
    { trips: [trip('0:30 to 1:30')], drives: [drive('0:30 to 1:30', null)] },
    ['without_card 00:30-01:30 ann 60 km'],
  ],
  [
    'trips that overlap are each compared',
    {
      trips: [trip('8:00 to 9:00', ANN), trip('8:30 to 9:30', BOB)],
      drives: [drive('8:00 to 9:30', A)],
    },
    ['other_card 08:30-09:30 bob card of ann AAA 90 km'],
  ],
];

describe('unaccounted driving', () => {
  it.each(CASES)('%s', (_name, given, gaps) => {
    expect(unaccountedDriving(recordsOf(given)).map(lineOf)).toEqual(gaps);
  });

  it('names no gap for records that agree, whatever their number', () => {
    const texts = Array.from({ length: 400 }, (_, n) => `${n * 3}:00 to ${n * 3 + 2}:00`);
    const given = {
      trips: texts.map((text) => trip(text)),
      drives: texts.map((text) => drive(text)),
      covered: ['-24:00 to 2000:00'],
    };
    expect(unaccountedDriving(recordsOf(given))).toEqual([]);
  });
});
