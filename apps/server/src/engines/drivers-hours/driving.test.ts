import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from './activity.ts';
import { analysed, clock, found, MONDAY_MS } from './test-plan.ts';

/** A day with so many hours of driving, in parts of at most 4.5 hours with whole breaks. */
function day(drivingH: number, restH = 11): string {
  let left = drivingH;
  const parts: string[] = [];
  while (left > 4.5) {
    parts.push('D4:30 R0:45');
    left -= 4.5;
  }
  const minutes = Math.round(left * 60);
  return `${parts.join(' ')} D${Math.floor(minutes / 60)}:${minutes % 60} R${restH}`;
}

const DAILY: readonly (readonly [string, string, string])[] = [
  ['Art. 6(1): 9 hours', day(9), ''],
  ['Art. 6(1): the first extension', day(10), ''],
  ['Art. 6(1): two extensions in a week', `${day(10)} ${day(10)}`, ''],
  ['Art. 6(1): a third one is not allowed', `${day(10)} ${day(10)} ${day(9.5)}`, 'MI 9:30/9:00'],
  ['Art. 6(1): more than 10 hours', day(10.5), 'MI 10:30/10:00'],
  [
    'Art. 6(1): a day of 9 hours and a minute uses an extension',
    `${day(9 + 1 / 60)} ${day(9.5)} ${day(9.5)}`,
    'MI 9:30/9:00',
  ],
  [
    '2016/403: 10 hours without extension are serious',
    `${day(10)} ${day(10)} ${day(10)}`,
    'SI 10:00/9:00',
  ],
  [
    '2016/403: 11 hours without extension are very serious',
    `${day(10)} ${day(10)} ${day(11)}`,
    'VSI 11:00/9:00',
  ],
  [
    '2016/403: 13.5 hours without extension, no rest of 4.5 hours',
    `${day(10)} ${day(10)} ${day(13.5)}`,
    'MSI 13:30/9:00',
  ],
  [
    '2016/403: a rest of 4.5 hours makes it very serious',
    `${day(10)} ${day(10)} D4:30 R4:30 D4:30 R0:45 D4:30 R11`,
    'VSI 13:30/9:00',
  ],
  ['2016/403: 11 hours with extension are serious', day(11), 'SI 11:00/10:00'],
  ['2016/403: below 12 hours with extension', day(11.9), 'SI 11:54/10:00'],
  ['2016/403: 12 hours with extension are very serious', day(12), 'VSI 12:00/10:00'],
  ['2016/403: 15 hours with extension are most serious', day(15), 'MSI 15:00/10:00'],
  ['C(2011) 3759: a rest of 7 hours ends the count', `${day(9, 7)} ${day(9)}`, ''],
  ['C(2011) 3759: a rest below 7 hours does not', 'D4:30 R0:45 D3 R6:59 D4 R11', 'SI 11:30/10:00'],
  ['Art. 4(k): a split daily rest does not end the day at its first part', 'D4:30 R3 D4:30 R9', ''],
  ['Art. 6(5): driving out of scope does not count', 'D4:30 R0:45 D4:30 R0:45 D3o R11', ''],
  ['Art. 6(1): work does not count', 'W2 D4:30 R0:45 D4:30 W1 R11', ''],
];

it.each(DAILY)('daily: %s', (_source, activities, expected) => {
  expect(found(activities, ['daily_driving'])).toBe(expected);
});

it('Art. 6(1): extensions count for the calendar week in which the day starts', () => {
  const days = `${day(10)} ${day(10)} ${day(10)} ${day(10)}`;
  const saturday = MONDAY_MS + 5 * DAY_MS + 6 * HOUR_MS;
  expect(found(days, ['daily_driving'], {}, saturday)).toBe('');
});

const SIX_DAYS = (hours: number) => `6x(${day(hours, 13)}) R27`;
const WEEKLY: readonly (readonly [string, string, string, string])[] = [
  ['Art. 6(2): 56 hours', `4x(${day(9)}) 2x(${day(10)}) R40`, '', ''],
  ['Art. 6(2): 57 hours', SIX_DAYS(9.5), 'MI 57:00/56:00', ''],
  ['2016/403: 60 hours are serious', SIX_DAYS(10), 'SI 60:00/56:00', ''],
  ['2016/403: below 65 hours', SIX_DAYS(10.75), 'SI 64:30/56:00', ''],
  ['2016/403: 66 hours are very serious', SIX_DAYS(11), 'VSI 66:00/56:00', ''],
  ['2016/403: 72 hours are most serious', SIX_DAYS(12), 'MSI 72:00/56:00', ''],
  ['Art. 6(3): 90 hours in two weeks', `5x(${day(9, 14)}) R43 5x(${day(9, 14)})`, '', ''],
];

it.each(WEEKLY)('weekly: %s', (_source, activities, weekly, fortnightly) => {
  expect(found(activities, ['weekly_driving'])).toBe(weekly);
  expect(found(activities, ['fortnightly_driving'])).toBe(fortnightly);
});

/** A week of five or six days from Monday 06:00 with so many hours of driving in all, and rest to its end. */
function week(drivingH: number): string {
  const days = drivingH > 47 ? 6 : 5;
  const one = drivingH / days;
  const pause = Math.ceil(one / 4.5 - 1e-9) - 1;
  const restMin = 24 * 60 - Math.round(one * 60) - pause * 45;
  const whole = `${days}x(${day(one, 0).replace(/R0$/, '')} R${Math.floor(restMin / 60)}:${restMin % 60})`;
  return `${whole} R${(7 - days) * 24}`;
}

const FORTNIGHTS: readonly (readonly [string, number, number, string])[] = [
  ['Art. 6(3): 45 and 45 hours', 45, 45, ''],
  ['Art. 6(3): 56 and 34 hours', 54, 36, ''],
  ['Art. 6(3): 54 and 37 hours', 54, 37, 'MI 91:00/90:00'],
  ['2016/403: below 100 hours', 54, 45, 'MI 99:00/90:00'],
  ['2016/403: 100 hours are serious', 55, 45, 'SI 100:00/90:00'],
  ['2016/403: 105 hours are very serious', 54, 51, 'VSI 105:00/90:00'],
  ['2016/403: below 112.5 hours', 54, 57, 'VSI 111:00/90:00'],
  ['2016/403: 112.5 hours are most serious', 57, 57, 'MSI 114:00/90:00'],
];

it.each(FORTNIGHTS)('fortnightly: %s', (_source, first, second, expected) => {
  const activities = `${week(first)} ${week(second)}`;
  expect(found(activities, ['fortnightly_driving'])).toBe(expected);
});

it('Art. 6(3): any two consecutive weeks, each pair for itself', () => {
  const activities = `${week(45)} ${week(54)} ${week(45)}`;
  expect(found(activities, ['fortnightly_driving'])).toBe('MI 99:00/90:00, MI 99:00/90:00');
});

it('Art. 4(i): a drive over midnight of Sunday counts for both weeks', () => {
  const sunday = MONDAY_MS + 6 * DAY_MS + 22 * HOUR_MS;
  const { weeks } = analysed('D4 R11', {}, sunday);
  expect(weeks.map(({ drivingMs }) => clock(drivingMs))).toEqual(['2:00', '2:00']);
});
