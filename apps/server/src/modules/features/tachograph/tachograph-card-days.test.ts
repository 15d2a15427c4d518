import type { CardFile } from '@roadworthy/protocols';
import { describe, expect, it } from 'vitest';
import { cardActivities } from './tachograph-activities.ts';
import { cardContent } from './tachograph-card-content.ts';
import { cardDays } from './tachograph-card-days.ts';
import { cardUses } from './tachograph-days.ts';

const ACTIVITIES = { R: 'rest', A: 'available', W: 'work', D: 'drive' } as const;

/**
 * A day from its changes: minute and activity, `6:00D`. `h` behind it is entered by hand, `-` without a card.
 */
function day(date: string, text: string, distanceKm = 0, presenceCounter = 1) {
  const changes = text.split(' ').map((word) => {
    const [, hour, minute, letter, mark] = /^(\d+):(\d\d)([RAWD])([h-]?)$/.exec(word) ?? [];
    return {
      slot: 'driver' as const,
      crew: mark === 'h',
      cardInserted: mark === '',
      activity: ACTIVITIES[letter as keyof typeof ACTIVITIES],
      minute: Number(hour) * 60 + Number(minute),
    };
  });
  return { date: `${date}T00:00:00Z`, presenceCounter, distanceKm, changes };
}

type Day = ReturnType<typeof day>;

const file = (first: readonly Day[] | null, second: readonly Day[] | null, more: object = {}) => {
  const of = (days: readonly Day[] | null) =>
    days === null ? null : { driver_activity_data: { days }, ...more };
  return { first: of(first), second: of(second) } as unknown as CardFile;
};
const ring = <T>(...records: readonly T[]) => ({ newest: records.length - 1, records });

const driven = (one: CardFile) =>
  cardActivities(one)
    .filter(({ kind }) => kind === 'driving')
    .map(({ endMs, startMs }) =>
      [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(8, 16)).join('–'),
    );

const MORNING = '0:00R- 6:00D 9:00R-';
const AFTERNOON = '0:00R- 13:00D 16:00R-';
const NEXT = day('2026-03-03', '0:00R- 7:00D 8:00R-');
const BOTH = ['02T06:00–02T09:00', '02T13:00–02T16:00', '03T07:00–03T08:00'];

describe('the days of both applications of a card', () => {
  it('are counted once if they are the same', () => {
    const days = [day('2026-03-02', MORNING, 200), NEXT];
    const card = file(days, days);
    expect(driven(card)).toEqual(['02T06:00–02T09:00', '03T07:00–03T08:00']);
    expect(cardDays(card)).toEqual(days);
  });

  it.each([
    ['between days of generation 2', [NEXT], [day('2026-03-02', MORNING)]],
    ['before them', [day('2026-03-02', MORNING)], [NEXT]],
  ])('include a day in a vehicle of generation 1: %s', (_when, first, second) => {
    expect(driven(file(first, second))).toEqual(['02T06:00–02T09:00', '03T07:00–03T08:00']);
  });

  it('are united on a day in two vehicles', () => {
    const first = [day('2026-03-02', AFTERNOON, 150, 7), NEXT];
    const second = [day('2026-03-02', MORNING, 200, 9), NEXT];
    expect(driven(file(first, second))).toEqual(BOTH);
    expect(cardDays(file(first, second))[0]).toMatchObject({ distanceKm: 350 });
  });

  it('take the record with more where one contains the other', () => {
    const whole = day('2026-03-02', '0:00R- 6:00D 9:00R- 13:00D 16:00R-', 350);
    const part = day('2026-03-02', MORNING, 200);
    for (const card of [file([whole, NEXT], [part, NEXT]), file([part, NEXT], [whole, NEXT])]) {
      expect(driven(card)).toEqual(BOTH);
      expect(cardDays(card)[0]).toMatchObject({ distanceKm: 350 });
    }
  });

  it('take what was recorded instead of what the driver entered for the same time', () => {
    // The vehicle unit of generation 2 does not know the afternoon, and asks for it.
    const first = [day('2026-03-02', AFTERNOON), NEXT];
    const second = [day('2026-03-02', '0:00R- 6:00D 9:00Rh 20:00R-'), NEXT];
    expect(driven(file(first, second))).toEqual(BOTH);
    const rests = cardActivities(file(first, second)).filter(({ kind }) => kind === 'rest');
    expect(rests).toHaveLength(2);
  });

  it('between records of the same time take the one that knows more of the day, then the second', () => {
    const first = day('2026-03-02', '0:00R- 6:00D 8:00W 9:00R-');
    const longer = day('2026-03-02', '0:00R- 6:00D 8:30W 10:00R-');
    const second = day('2026-03-02', '0:00R- 6:00D 8:15W 9:00R-');
    expect(driven(file([longer, NEXT], [second, NEXT]))[0]).toBe('02T06:00–02T08:30');
    expect(driven(file([first, NEXT], [second, NEXT]))[0]).toBe('02T06:00–02T08:15');
  });

  it('end with the last activity whose end is known, also if only one application goes on', () => {
    const open = day('2026-03-02', '0:00R- 6:00D 9:00W');
    expect(driven(file([open], [open]))).toEqual(['02T06:00–02T09:00']);
    // The card was last in a vehicle of generation 2 at 9:00, and a day later in one of generation 1.
    const kinds = cardActivities(file([NEXT], [open])).map(({ kind }) => kind);
    expect(kinds).toEqual(['driving', 'driving']);
    const part = day('2026-03-02', '0:00R- 6:00D 8:00R-');
    expect(cardDays(file([part], [open]))[0]?.changes).toEqual(open.changes);
    expect(driven(file([part], [open]))).toEqual(['02T06:00–02T09:00']);
  });
});

describe('other records of both applications', () => {
  const vehicle = (text: string) => ({ nation: 'UK', number: { codePage: 1, text } });
  const use = (text: string, hour: number) => ({
    firstUseAt: `2026-03-02T${String(hour).padStart(2, '0')}:00:00Z`,
    lastUseAt: `2026-03-02T${String(hour + 1).padStart(2, '0')}:00:00Z`,
    odometerBeginKm: 1000,
    odometerEndKm: 1080,
    vehicle: vehicle(text),
  });
  const place = (hour: number, type: string) => ({
    time: `2026-03-02T${String(hour).padStart(2, '0')}:00:00Z`,
    type,
    nation: 'UK',
    odometerKm: 1000,
  });
  const condition = (hour: number, type: string) => ({
    time: `2026-03-02T${String(hour).padStart(2, '0')}:00:00Z`,
    type,
  });
  const event = { type: 'sensor_data', beginAt: '2026-03-02T09:00:00Z', endAt: null };
  const card = {
    first: {
      vehicles_used: ring(use('N1-AAA', 8), use('N2-BBB', 12)),
      places: ring(place(8, 'begin'), place(17, 'end')),
      specific_conditions: [condition(8, 'ferry_train_begin'), condition(9, 'ferry_train_end')],
      events_data: [{ ...event, vehicle: vehicle('N1-AAA') }],
    },
    second: {
      vehicles_used: ring({ ...use('N2-BBB', 12), vehicleIdentificationNumber: 'VIN2' }),
      places: ring({ ...place(17, 'end'), position: { latitude: 52, longitude: -1 } }),
      specific_conditions: ring(condition(12, 'out_of_scope_begin')),
      events_data: [{ ...event, vehicle: vehicle('N1-AAA') }],
    },
  } as unknown as CardFile;

  it('are shown once, with the VIN and position of generation 2', () => {
    const { conditions, events, places, vehicles } = cardContent(card);
    expect(vehicles.map(({ registration, vin }) => [registration, vin])).toEqual([
      ['N1-AAA', null],
      ['N2-BBB', 'VIN2'],
    ]);
    expect(places.map(({ latitude, type }) => [type, latitude])).toEqual([
      ['begin', null],
      ['end', 52],
    ]);
    expect(conditions).toHaveLength(3);
    expect(events).toHaveLength(1);
  });

  it('reach the missing driving and the hours', () => {
    expect(cardUses(card).map(({ registration }) => registration)).toEqual(['N1-AAA', 'N2-BBB']);
    const days = { days: [day('2026-03-02', '0:00R- 8:00R 9:00D 10:00R-')] };
    const { first } = card;
    const crossing = { ...card, first: { ...first, driver_activity_data: days } } as CardFile;
    expect(cardActivities(crossing).map(({ isFerry }) => isFerry)).toEqual([true, false]);
  });
});
