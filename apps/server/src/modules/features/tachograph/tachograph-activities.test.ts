import type { CardFile } from '@roadworthy/protocols';
import { expect, it } from 'vitest';
import { cardActivities } from './tachograph-activities.ts';

const change = (minute: number, activity: 'rest' | 'available' | 'work' | 'drive', more = {}) => ({
  slot: 'driver',
  crew: false,
  cardInserted: true,
  activity,
  minute,
  ...more,
});
const day = (date: string, changes: object[]) => ({ date, distanceKm: 0, changes });
const file = (days: object[], conditions: object[] = []) =>
  ({
    first: { driver_activity_data: { days }, specific_conditions: conditions },
  }) as unknown as CardFile;
const shown = (one: CardFile) =>
  cardActivities(one).map(
    ({ endMs, isCrew, isFerry, isOutOfScope, kind, startMs }) =>
      `${kind} ${new Date(startMs).toISOString().slice(8, 16)}–${new Date(endMs)
        .toISOString()
        .slice(8, 16)}${isCrew ? ' crew' : ''}${isFerry ? ' ferry' : ''}${
        isOutOfScope ? ' out' : ''
      }`,
  );

it('each activity lasts until the next change, or the end of its day', () => {
  const days = [
    day('2026-03-02T00:00:00Z', [change(0, 'rest'), change(360, 'drive'), change(600, 'work')]),
    day('2026-03-03T00:00:00Z', [change(0, 'rest'), change(420, 'available'), change(480, 'rest')]),
  ];
  expect(shown(file(days))).toEqual([
    'rest 02T00:00–02T06:00',
    'driving 02T06:00–02T10:00',
    'work 02T10:00–03T00:00',
    'rest 03T00:00–03T07:00',
    'availability 03T07:00–03T08:00',
  ]);
});

it('time without the card counts only if it was entered by hand', () => {
  const days = [
    day('2026-03-02T00:00:00Z', [
      change(0, 'rest', { cardInserted: false }),
      change(360, 'work', { cardInserted: false, crew: true }),
      change(420, 'drive', { crew: true }),
      change(480, 'rest'),
    ]),
  ];
  expect(shown(file(days))).toEqual(['work 02T06:00–02T07:00', 'driving 02T07:00–02T08:00 crew']);
});

it('ferry and out of scope apply between their begin and end', () => {
  const days = [
    day('2026-03-02T00:00:00Z', [
      change(0, 'drive'),
      change(60, 'rest'),
      change(300, 'drive'),
      change(360, 'work'),
    ]),
  ];
  const conditions = [
    { time: '2026-03-02T00:30:00Z', type: 'ferry_train_begin' },
    { time: '2026-03-02T04:00:00Z', type: 'ferry_train_end' },
    { time: '2026-03-02T05:00:00Z', type: 'out_of_scope_begin' },
  ];
  expect(shown(file(days, conditions))).toEqual([
    'driving 02T00:00–02T01:00',
    'rest 02T01:00–02T05:00 ferry',
    'driving 02T05:00–02T06:00 out',
  ]);
});
