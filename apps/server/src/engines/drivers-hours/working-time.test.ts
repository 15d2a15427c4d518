import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from './activity.ts';
import { analyseDriversHours } from './index.ts';
import { clock, found, MONDAY_MS, plan, RULES } from './test-plan.ts';

/** [source, activities, what is found; empty for none] */
type Case = readonly [string, string, string];

const BREAKS: readonly Case[] = [
  ['Art. 5(1): 6 hours need none', 'W6 R12', ''],
  ['Art. 5(1): more than 6 hours need 30 minutes', 'W3 R0:30 W3:30 R12', ''],
  ['Art. 5(1): none taken', 'W7 R12', 'VSI 0:00/0:30'],
  ['2016/403: 29 minutes are minor', 'W3 R0:29 W4 R12', 'MI 0:29/0:30'],
  ['2016/403: 21 minutes are minor', 'W3 R0:21 W4 R12', 'MI 0:21/0:30'],
  ['2016/403: 20 minutes are serious', 'W3 R0:20 W4 R12', 'SI 0:20/0:30'],
  ['Art. 5(2): 15 minutes and 15 minutes', 'W3 R0:15 W2 R0:15 W2 R12', ''],
  ['Art. 5(2): parts below 15 minutes do not count', 'W3 R0:14 W2 R0:20 W2 R12', 'SI 0:20/0:30'],
  ['Art. 5(1): 9 hours need 30 minutes', 'W4:30 R0:30 W4:30 R12', ''],
  ['Art. 5(1): more than 9 hours need 45', 'W4:30 R0:45 W5 R12', ''],
  ['2016/403: 44 minutes are minor', 'W4:30 R0:44 W5 R12', 'MI 0:44/0:45'],
  ['2016/403: 30 minutes are serious', 'W4:30 R0:30 W5 R12', 'SI 0:30/0:45'],
  ['2016/403: 20 minutes are very serious', 'W4:30 R0:20 W5 R12', 'VSI 0:20/0:45'],
  ['Art. 5(1): six hours without a break', 'W6:01 R0:45 W1 R12', 'null 6:01/6:00'],
  ['Art. 3(b): availability is no working time', 'W3 A4 W3 R12', ''],
  ['Art. 3(a): driving is working time', 'D4 R0:15 D3 R12', 'SI 0:15/0:30'],
  ['a rest at the end of the day is no break of it', 'W7 R9 W1 R12', 'VSI 0:00/0:30'],
];

it.each(BREAKS)('breaks: %s', (_source, activities, expected) => {
  expect(found(activities, ['working_time_break'])).toBe(expected);
});

const NIGHT: readonly Case[] = [
  ['Art. 7(1): 10 hours with work at night', 'W5 R1 W5 R12', ''],
  ['Art. 7(1): more than 10 hours', 'W5 R1 W5:30 R12', 'MI 10:30/10:00'],
  ['2016/403: 11 hours are serious', 'W5 R1 W6 R12', 'SI 11:00/10:00'],
  ['2016/403: 13 hours are very serious', 'W5 R1 W8 R10', 'VSI 13:00/10:00'],
];

describe('night work, from 22:00', () => {
  const evening = MONDAY_MS + 22 * HOUR_MS;
  it.each(NIGHT)('%s', (_source, activities, expected) => {
    expect(found(activities, ['night_work'], {}, evening)).toBe(expected);
  });

  it('Art. 3(i): a day from 04:00 has none', () => {
    expect(found('W6 R1 W6 R11', ['night_work'], {}, MONDAY_MS + 4 * HOUR_MS)).toBe('');
    expect(found('W6 R1 W6 R11', ['night_work'], {}, MONDAY_MS + 3.9 * HOUR_MS)).not.toBe('');
  });

  it('Art. 3(i): the night is local', () => {
    const july = Date.UTC(2026, 6, 6, 3, 30);
    expect(found('W6 R1 W6 R11', ['night_work'], {}, july)).toBe('');
    expect(found('W6 R1 W6 R11', ['night_work'], { timeZone: 'UTC' }, july)).toBe('SI 12:00/10:00');
  });

  it('Art. 3(i): rest in the night is no work in it', () => {
    const activities = 'W2 R4 W4 R0:45 W5 R11';
    expect(found(activities, ['night_work'], {}, evening)).toBe('');
  });
});

/** Five or six days of work with breaks, and rest to the end of the week. */
const week = (hours: number, days = 5) => {
  const minutes = Math.round((hours / days) * 60);
  const half = (part: number) => `W${Math.floor(part / 60)}:${part % 60}`;
  const first = Math.floor(minutes / 2);
  const rest = 24 * 60 - minutes - 45;
  const day = `${half(first)} R0:45 ${half(minutes - first)} R${Math.floor(rest / 60)}:${rest % 60}`;
  return `${days}x(${day}) R${(7 - days) * 24}`;
};

const WEEKS: readonly (readonly [string, number, string])[] = [
  ['Art. 4(a): 60 hours', 60, ''],
  ['Art. 4(a): 61 hours', 61, 'MI 61:00/60:00'],
  ['2016/403: 65 hours are serious', 65, 'SI 65:00/60:00'],
  ['2016/403: 70 hours are very serious', 70, 'VSI 70:00/60:00'],
];

it.each(WEEKS)('weekly: %s', (_source, hours, expected) => {
  expect(found(week(hours, 6), ['working_time_week'])).toBe(expected);
});

const AVERAGES: readonly (readonly [string, string, string])[] = [
  [
    'Art. 4(a): 48 hours on average',
    `17x(${week(48).replace(/\d+x\(([^)]*)\)/, '$1 $1 $1 $1 $1')})`,
    '',
  ],
  [
    'Art. 4(a): 49 hours on average',
    `17x(${week(49).replace(/\d+x\(([^)]*)\)/, '$1 $1 $1 $1 $1')})`,
    'MI 49:00/48:00',
  ],
  [
    '2016/403: 56 hours on average',
    `17x(${week(56).replace(/\d+x\(([^)]*)\)/, '$1 $1 $1 $1 $1')})`,
    'SI 56:00/48:00',
  ],
  [
    '2016/403: 60 hours on average',
    `17x(${week(60).replace(/\d+x\(([^)]*)\)/, '$1 $1 $1 $1 $1')})`,
    'VSI 60:00/48:00',
  ],
  [
    'Art. 4(a): 16 weeks are no reference period',
    `16x(${week(60).replace(/\d+x\(([^)]*)\)/, '$1 $1 $1 $1 $1')})`,
    '',
  ],
];

it.each(AVERAGES)('average: %s', (_source, activities, expected) => {
  // From midnight, so that the last day of the last week ends with it.
  expect(found(activities, ['working_time_average'], {}, MONDAY_MS)).toBe(expected);
});

it('Art. 8: an agreement can extend the reference period', () => {
  const heavy = week(60).replace(/\d+x\(([^)]*)\)/, '$1 $1 $1 $1 $1');
  const light = week(30).replace(/\d+x\(([^)]*)\)/, '$1 $1 $1 $1 $1');
  const activities = `13x(${light}) 13x(${heavy})`;
  const average = (referenceWeeks: number) =>
    found(activities, ['working_time_average'], { referenceWeeks }, MONDAY_MS);
  expect(average(26)).toBe('');
  expect(average(17)).toContain('/48:00');
});

describe('SI 2005/639, regulation 4: leave does not lower the average', () => {
  /** 15 weeks of work after two weeks of leave, the analysis at the end of the last one. */
  const averageWith = (
    leave: readonly (readonly [fromDay: number, days: number])[],
    workH = 52,
  ) => {
    const spread = week(workH).replace(/\d+x\(([^)]*)\)/, '$1 $1 $1 $1 $1');
    const activities = plan(`W0:01 R335:59 15x(${spread})`, MONDAY_MS);
    const absences = leave.map(([fromDay, days]) => ({
      startMs: MONDAY_MS + fromDay * DAY_MS,
      endMs: MONDAY_MS + (fromDay + days) * DAY_MS,
    }));
    const endMs = activities.at(-1)?.endMs ?? 0;
    const { infringements, weeks } = analyseDriversHours(activities, RULES, endMs, absences);
    return {
      average: clock(weeks.at(-1)?.averageMs ?? 0),
      leave: weeks.slice(0, 2).map(({ leaveMs }) => clock(leaveMs)),
      isFound: infringements.some(({ rule }) => rule === 'working_time_average'),
    };
  };

  it.each([
    ['none', [], { average: '45:53', leave: ['0:00', '0:00'], isFound: false }],
    ['a day is 8 hours', [[0, 1]], { average: '46:21', leave: ['8:00', '0:00'], isFound: false }],
    ['four hours are four', [[0, 4 / 24]], { leave: ['4:00', '0:00'] }],
    ['two parts of a day', [[0, 0.2], [0.5, 0.2]], { leave: ['8:00', '0:00'] }], // biome-ignore format: a table
    ['five days', [[0, 5]], { leave: ['40:00', '0:00'] }],
    ['a week is 48 hours', [[0, 7]], { leave: ['48:00', '0:00'] }],
    ['over two weeks', [[0, 14]], { average: '51:32', leave: ['48:00', '48:00'], isFound: true }],
  ] as const)('%s', (_what, leave, expected) => {
    expect(averageWith(leave)).toMatchObject(expected);
  });

  it('the days are local', () => {
    // In July the Monday of London begins on Sunday at 23:00 UTC.
    const mondayMs = Date.UTC(2026, 6, 6);
    const activities = plan('W1 R167', mondayMs);
    const absence = { startMs: mondayMs - HOUR_MS, endMs: mondayMs + 23 * HOUR_MS };
    const leaveIn = (timeZone: string) =>
      analyseDriversHours(activities, { ...RULES, timeZone }, mondayMs + 7 * DAY_MS, [absence])
        .weeks[0]?.leaveMs;
    expect(leaveIn('Europe/London')).toBe(8 * HOUR_MS);
    const lagging = { ...absence, endMs: mondayMs + 4 * HOUR_MS };
    const { weeks } = analyseDriversHours(
      activities,
      { ...RULES, timeZone: 'UTC' },
      mondayMs + 7 * DAY_MS,
      [lagging],
    );
    expect(weeks[0]?.leaveMs).toBe(4 * HOUR_MS);
  });
});

it('weeks are cut on Monday at 00:00 UTC', () => {
  const sunday = MONDAY_MS - DAY_MS + 18 * HOUR_MS;
  expect(found(`W5 R0:45 W5 R13 ${week(55, 6)}`, ['working_time_week'], {}, sunday)).toBe('');
});
