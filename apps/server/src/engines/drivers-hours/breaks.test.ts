import { expect, it } from 'vitest';
import { analysed, clock, found } from './test-plan.ts';

/** [source, activities, what is found; empty for none] */
const CASES: readonly (readonly [string, string, string])[] = [
  ['Art. 7 §1: 4.5 hours without a break are allowed', 'D4:30 R11', ''],
  ['Art. 7 §1: a minute more is not', 'D4:31 R11', 'MI 4:31/4:30'],
  ['Art. 7 §1: a break of 45 minutes after 4.5 hours', 'D4:30 R0:45 D4:30 R11', ''],
  ['Art. 7 §1: 44 minutes are no whole break', 'D4:30 R0:44 D1 R11', 'SI 5:30/4:30'],
  ['Art. 7 §1: work does not interrupt the count', 'D2 W3 D2:30 R11', ''],
  ['Art. 7 §1: work is no break', 'D2:30 W1 D2:30 R11', 'SI 5:00/4:30'],
  ['Art. 4(d): availability is no break of a single driver', 'D2:30 A1 D2:30 R11', 'SI 5:00/4:30'],
  ['Art. 7 §2: 15 and then 30 minutes', 'D2 R0:15 D2:30 R0:30 D4:30 R11', ''],
  [
    'Art. 7 §2: 30 and then 15 minutes are not enough',
    'D2 R0:30 D2:30 R0:15 D1 R11',
    'SI 5:30/4:30',
  ],
  ['Art. 7 §2: 30 and then 30 minutes', 'D2 R0:30 D2:30 R0:30 D4:30 R11', ''],
  ['Art. 7 §2: 14 minutes are no first part', 'D2 R0:14 D2:30 R0:30 D1 R11', 'SI 5:30/4:30'],
  ['Art. 7 §2: 29 minutes are no second part', 'D2 R0:15 D2:30 R0:29 D1 R11', 'SI 5:30/4:30'],
  [
    'Art. 7 §2: 15 minutes three times are not enough',
    'D1:30 R0:15 D1:30 R0:15 D1:30 R0:15 D0:30 R11',
    'SI 5:00/4:30',
  ],
  ['Art. 7 §2: a third part completes it', 'D1 R0:15 D1 R0:15 D1 R0:30 D4:30 R11', ''],
  ['Art. 7 §2: several short first parts', 'D1 R0:20 D1 R0:25 D2:30 R0:30 D4:30 R11', ''],
  ['C-116/92: a whole break starts a new count', 'D1 R0:45 D4:30 R11', ''],
  ['C-116/92: also before 4.5 hours, by 15 and 30 minutes', 'D1 R0:15 D1 R0:30 D4:30 R11', ''],
  ['C-116/92: driving before the break does not return', 'D3 R0:45 D4 R0:45 D2 R11', ''],
  [
    'Art. 7: the first part belongs to its own period',
    'D2 R0:45 R0:15 D4:30 R0:30 D1 R11',
    'SI 5:30/4:30',
  ],
  ['Art. 7: a break before driving is no first part', 'W1 R0:20 D4 R0:30 D1 R11', 'SI 5:00/4:30'],
  ['Art. 7: a break that continues as unknown time', 'D4:30 R0:30 U0:15 D4:30 R11', ''],
  ['Annex I C: unknown time counts as break', 'D4:30 U0:45 D4:30 R11', ''],
  ['Art. 7 §3: availability counts in multi-manning', 'D4:30c A0:45c D4:30c R11', ''],
  ['Art. 7 §3: 44 minutes of it do not', 'D4:30c A0:44c D0:30c R11', 'SI 5:00/4:30'],
  ['Art. 7 §3: availability and rest are one break', 'D4:30c A0:30c R0:15 D4:30c R11', ''],
  ['Art. 6(5): driving out of scope is other work', 'D2o D4:30 R11', ''],
  ['Art. 6(5): it does not end the count either', 'D2:30 D2o D2:30 R11', 'SI 5:00/4:30'],
  ['2016/403 group 3: minor below 5 hours', 'D4:59 R11', 'MI 4:59/4:30'],
  ['2016/403 group 3: serious from 5 hours', 'D5 R11', 'SI 5:00/4:30'],
  ['2016/403 group 3: serious below 6 hours', 'D5:59 R11', 'SI 5:59/4:30'],
  ['2016/403 group 3: very serious from 6 hours', 'D6 R11', 'VSI 6:00/4:30'],
  ['two periods of one day', 'D5 R0:45 D6 R11', 'SI 5:00/4:30, VSI 6:00/4:30'],
  ['breaks of other lengths between', 'D1 R0:10 D1 R0:10 D1 R0:10 D1:45 R11', 'MI 4:45/4:30'],
  ['a daily rest ends every count', 'D4 R9 D4:30 R11', ''],
];

it.each(CASES)('%s', (_source, activities, expected) => {
  expect(found(activities, ['break'])).toBe(expected);
});

it('the period of a breach is from the first to the last driving without a break', () => {
  const { infringements } = analysed('W1 D3 R0:20 D2 W1 R11');
  const breach = infringements.find(({ rule }) => rule === 'break');
  expect(clock((breach?.endMs ?? 0) - (breach?.startMs ?? 0))).toBe('5:20');
});
