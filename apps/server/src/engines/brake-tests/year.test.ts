import { type BrakeState, type BrakeStatementCode, DEFAULT_BRAKE_LIMITS } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import { type BrakeVehicle, brakeYear, type PastTest, requiredTests } from './index.ts';

/*
 * GMR: Guide to maintaining roadworthiness, 5.3a (at least four laden roller tests a year, the annual test
 * included, spread evenly, since April 2025; risk assessments) and 5.4 (EBPMS).
 */

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
/** A Thursday of ISO week 48. */
const NOW = at('2026-11-26');

const test = (day: string, changed: Partial<PastTest> = {}): PastTest => ({
  testedMs: at(day),
  method: 'laden_roller',
  result: 'met',
  countsAsLaden: true,
  isAnnualTest: false,
  ...changed,
});
const annual = (day: string) => test(day, { isAnnualTest: true });
const unladen = (day: string, changed: Partial<PastTest> = {}) =>
  test(day, { method: 'unladen_roller', countsAsLaden: false, ...changed });
const report = (day: string, changed: Partial<PastTest> = {}) =>
  test(day, { method: 'ebpms', countsAsLaden: false, ...changed });

const vehicle = (
  tests: readonly PastTest[],
  changed: Partial<BrakeVehicle> = {},
): BrakeVehicle => ({
  category: 'goods',
  regime: 'roller',
  sinceMs: at('2020-01-01'),
  isOffRoad: false,
  tests,
  inspectionWeeks: 6,
  assessment: { isWritten: false, reviewMs: null },
  ...changed,
});

const FOUR = [test('2026-01-14'), annual('2026-04-15'), test('2026-07-15'), test('2026-10-14')];

type Case = readonly [
  reference: string,
  what: string,
  vehicle: BrakeVehicle,
  state: BrakeState,
  /** The Monday after the due week; null if nothing is due. */
  due: string | null,
  statements: readonly BrakeStatementCode[],
];

const ROLLER: readonly Case[] = [
  ['GMR 5.3a', 'four tests spread evenly', vehicle(FOUR), 'in_order', '2027-01-18', ['next_test']],
  [
    'GMR 5.3a',
    'the sequence of the records does not matter',
    vehicle(FOUR.toReversed()),
    'in_order',
    '2027-01-18',
    ['next_test'],
  ],
  [
    'GMR 5.3a',
    'no test ever',
    vehicle([]),
    'overdue',
    '2025-07-07',
    ['no_test', 'too_few', 'annual_test_missing'],
  ],
  [
    'GMR 5.3a',
    'only the annual test',
    vehicle([annual('2026-09-30')]),
    'in_order',
    '2027-01-04',
    ['next_test', 'too_few'],
  ],
  [
    'GMR 5.3a',
    'three tests',
    vehicle(FOUR.slice(1)),
    'in_order',
    '2027-01-18',
    ['next_test', 'too_few'],
  ],
  [
    'GMR 5.3a',
    'four tests in one quarter are not spread evenly',
    vehicle([annual('2026-10-01'), test('2026-10-08'), test('2026-10-15'), test('2026-10-22')]),
    'in_order',
    '2027-01-25',
    ['next_test', 'quarter_empty'],
  ],
  [
    'GMR 5.3a',
    'due within two weeks',
    vehicle([...FOUR.slice(0, 3), test('2026-08-31')]),
    'due',
    '2026-12-07',
    ['next_test'],
  ],
  [
    'GMR 5.3a',
    'due in this ISO week: on the last day it is not late',
    vehicle([...FOUR.slice(0, 3), test('2026-08-24')]),
    'due',
    '2026-11-30',
    ['next_test', 'quarter_empty'],
  ],
  [
    'GMR 5.3a',
    'due in the last ISO week',
    vehicle([...FOUR.slice(0, 3), test('2026-08-23')]),
    'overdue',
    '2026-11-23',
    ['test_late', 'quarter_empty'],
  ],
  [
    'GMR 5.3a',
    'the last is more than a quarter ago',
    vehicle(FOUR.slice(0, 3)),
    'overdue',
    '2026-10-19',
    ['test_late', 'too_few'],
  ],
  [
    'GMR 5.3a',
    'the tests of last year do not count',
    vehicle([annual('2025-05-01'), test('2025-06-01'), test('2025-08-01'), test('2025-10-01')]),
    'overdue',
    '2026-01-05',
    ['test_late', 'too_few', 'annual_test_missing'],
  ],
  [
    'GMR 5.3a',
    'an unladen test does not count',
    vehicle([...FOUR.slice(0, 3), unladen('2026-10-14')]),
    'overdue',
    '2026-10-19',
    ['test_late', 'too_few'],
  ],
  [
    'GMR 5.3a',
    'a decelerometer test does not count',
    vehicle([
      ...FOUR.slice(0, 3),
      test('2026-10-14', { method: 'decelerometer', countsAsLaden: false }),
    ]),
    'overdue',
    '2026-10-19',
    ['test_late', 'too_few'],
  ],
  [
    'GMR 5.3a',
    'a laden test that is not complete does not count',
    vehicle([
      ...FOUR.slice(0, 3),
      test('2026-10-14', { countsAsLaden: false, result: 'incomplete' }),
    ]),
    'overdue',
    '2026-10-19',
    ['test_late', 'too_few'],
  ],
  [
    'GMR 5.3a',
    'an EBPMS report does not count without the system',
    vehicle([...FOUR.slice(0, 3), report('2026-10-14')]),
    'overdue',
    '2026-10-19',
    ['test_late', 'too_few'],
  ],
  [
    'GMR 5.3a',
    'the annual test counts without details of the load',
    vehicle([
      ...FOUR.slice(0, 3),
      unladen('2026-10-14', { isAnnualTest: true, method: 'laden_roller' }),
    ]),
    'in_order',
    '2027-01-18',
    ['next_test'],
  ],
  [
    'GMR 5.3a',
    'no annual test among four',
    vehicle([test('2026-01-14'), test('2026-04-15'), test('2026-07-15'), test('2026-10-14')]),
    'in_order',
    '2027-01-18',
    ['next_test', 'annual_test_missing'],
  ],
  [
    'GMR 5.3',
    'the last test was below the limits',
    vehicle([...FOUR.slice(0, 3), test('2026-10-14', { result: 'below' })]),
    'overdue',
    '2027-01-18',
    ['last_below', 'next_test'],
  ],
  [
    'GMR 5.3',
    'tested again after the repair',
    vehicle([...FOUR, test('2026-10-13', { result: 'below' })]),
    'in_order',
    '2027-01-18',
    ['next_test'],
  ],
  [
    'GMR 5.3',
    'an incomplete test does not clear a failure',
    vehicle([
      ...FOUR.slice(0, 3),
      test('2026-10-14', { result: 'below' }),
      test('2026-10-15', { result: 'incomplete', countsAsLaden: false }),
    ]),
    'overdue',
    '2027-01-18',
    ['last_below', 'next_test'],
  ],
  [
    'GMR 5.3a',
    'a trailer',
    vehicle(FOUR, { category: 'trailer' }),
    'in_order',
    '2027-01-18',
    ['next_test'],
  ],
  [
    'GMR 5.3a',
    'a trailer without tests',
    vehicle([], { category: 'trailer' }),
    'overdue',
    '2025-07-07',
    ['no_test', 'too_few', 'annual_test_missing'],
  ],
  [
    'GMR 5.3a',
    'unladen tests of a bus count',
    vehicle(
      [
        unladen('2026-01-14'),
        unladen('2026-04-15', { isAnnualTest: true }),
        unladen('2026-07-15'),
        unladen('2026-10-14'),
      ],
      { category: 'psv' },
    ),
    'in_order',
    '2027-01-18',
    ['next_test'],
  ],
  [
    'GMR 5.3a',
    'a test of a bus that is not complete does not count',
    vehicle([...FOUR.slice(0, 3), unladen('2026-10-14', { result: 'incomplete' })], {
      category: 'psv',
    }),
    'overdue',
    '2026-10-19',
    ['test_late', 'too_few'],
  ],
  [
    'GMR 5.3a',
    'a light vehicle',
    vehicle([], { category: 'light' }),
    'not_required',
    null,
    ['not_required'],
  ],
  [
    'GMR 5.3a',
    'a vehicle that came this month',
    vehicle([], { sinceMs: at('2026-11-02') }),
    'in_order',
    '2027-02-08',
    ['no_test'],
  ],
  [
    'GMR 5.3a',
    'a vehicle that came four months ago, without a test',
    vehicle([], { sinceMs: at('2026-07-27') }),
    'overdue',
    '2026-11-02',
    ['no_test', 'too_few'],
  ],
  [
    'GMR 5.3a',
    'a vehicle that came four months ago, with one test',
    vehicle([test('2026-10-14')], { sinceMs: at('2026-07-27') }),
    'in_order',
    '2027-01-18',
    ['next_test'],
  ],
  [
    'GMR 5.3a',
    'empty quarters before its first day do not matter',
    vehicle([test('2026-08-26'), test('2026-11-20')], { sinceMs: at('2026-05-28') }),
    'in_order',
    '2027-02-22',
    ['next_test'],
  ],
  [
    'GMR 4',
    'off the road the cycle is paused',
    vehicle(FOUR.slice(0, 3), { isOffRoad: true }),
    'paused',
    '2026-10-19',
    ['off_road', 'test_late', 'too_few'],
  ],
  [
    'GMR 4',
    'off the road without a test',
    vehicle([], { isOffRoad: true, sinceMs: at('2026-11-02') }),
    'paused',
    '2027-02-08',
    ['off_road', 'no_test'],
  ],
  [
    'GMR 5.3a',
    'a test in the future does not count yet',
    vehicle([...FOUR, test('2026-12-01')]),
    'in_order',
    '2027-01-18',
    ['next_test'],
  ],
];

const ebpms = (tests: readonly PastTest[], changed: Partial<BrakeVehicle> = {}) =>
  vehicle(tests, { regime: 'ebpms', ...changed });
const assessed = (isWritten: boolean, review: string | null) =>
  vehicle([], {
    regime: 'risk_assessment',
    assessment: { isWritten, reviewMs: review === null ? null : at(review) },
  });

const OTHERS: readonly Case[] = [
  [
    'GMR 5.4',
    'a report within the interval',
    ebpms([report('2026-11-02')]),
    'in_order',
    '2026-12-21',
    ['ebpms_current'],
  ],
  ['GMR 5.4', 'due soon', ebpms([report('2026-10-21')]), 'due', '2026-12-07', ['ebpms_current']],
  ['GMR 5.4', 'too old', ebpms([report('2026-10-01')]), 'overdue', '2026-11-16', ['ebpms_missing']],
  ['GMR 5.4', 'no report', ebpms([]), 'overdue', '2025-05-19', ['ebpms_missing']],
  [
    'GMR 5.4',
    'a report that nobody reviewed',
    ebpms([report('2026-11-02', { result: 'incomplete' })]),
    'overdue',
    '2025-05-19',
    ['ebpms_missing'],
  ],
  [
    'GMR 5.4',
    'a low value',
    ebpms([report('2026-11-02', { result: 'below' })]),
    'overdue',
    '2026-12-21',
    ['last_below', 'ebpms_current'],
  ],
  [
    'GMR 5.4',
    'no laden tests are needed',
    ebpms([report('2026-11-16')]),
    'in_order',
    '2027-01-04',
    ['ebpms_current'],
  ],
  [
    'GMR 5.4',
    'every 13 weeks',
    ebpms([report('2026-10-01')], { inspectionWeeks: 13 }),
    'in_order',
    '2027-01-04',
    ['ebpms_current'],
  ],
  [
    'GMR 5.4',
    'a roller test is no report',
    ebpms([test('2026-11-02')]),
    'overdue',
    '2025-05-19',
    ['ebpms_missing'],
  ],
  [
    'GMR 5.4',
    'a new trailer before its first inspection',
    ebpms([], { category: 'trailer', sinceMs: at('2026-11-16') }),
    'in_order',
    '2027-01-04',
    ['ebpms_missing'],
  ],
  [
    'GMR 5.3a',
    'a written assessment',
    assessed(true, null),
    'in_order',
    null,
    ['assessment_current'],
  ],
  [
    'GMR 5.3a',
    'to be reviewed later',
    assessed(true, '2027-03-01'),
    'in_order',
    '2027-03-02',
    ['assessment_current'],
  ],
  [
    'GMR 5.3a',
    'to be reviewed soon',
    assessed(true, '2026-12-01'),
    'due',
    '2026-12-02',
    ['assessment_current'],
  ],
  [
    'GMR 5.3a',
    'to be reviewed today',
    assessed(true, '2026-11-26'),
    'due',
    '2026-11-27',
    ['assessment_current'],
  ],
  [
    'GMR 5.3a',
    'review passed',
    assessed(true, '2026-11-25'),
    'overdue',
    '2026-11-26',
    ['assessment_expired'],
  ],
  [
    'GMR 5.3a',
    'no assessment',
    assessed(false, null),
    'overdue',
    '2025-04-01',
    ['assessment_missing'],
  ],
];

describe.each([
  ['laden roller tests', ROLLER],
  ['EBPMS and risk assessments', OTHERS],
] as const)('the year of a vehicle by %s', (_, cases) => {
  it.each(cases)('%s: %s', (_reference, _what, of, state, due, statements) => {
    const found = brakeYear(of, DEFAULT_BRAKE_LIMITS, NOW);
    expect({
      state: found.state,
      due: found.dueMs === null ? null : new Date(found.dueMs).toISOString().slice(0, 10),
      statements: found.statements.map(({ code }) => code),
    }).toEqual({ state, due, statements });
  });
});

describe('tests required of a year', () => {
  it.each([
    ['GMR 5.3a', '2020-01-01', 4],
    ['GMR 5.3a', '2025-11-27', 4],
    ['GMR 5.3a', '2025-11-28', 3],
    ['GMR 5.3a', '2026-05-28', 2],
    ['GMR 5.3a', '2026-08-27', 1],
    ['GMR 5.3a', '2026-08-28', 0],
    ['GMR 5.3a', '2026-11-26', 0],
    ['GMR 5.3a', '2026-12-24', 0],
  ])('%s: of a vehicle since %s: %i', (_reference, since, required) => {
    expect(requiredTests({ sinceMs: at(since) }, DEFAULT_BRAKE_LIMITS, NOW)).toBe(required);
  });

  it('starts with the rule of April 2025', () => {
    const limits = DEFAULT_BRAKE_LIMITS;
    expect(requiredTests({ sinceMs: at('2020-01-01') }, limits, at('2025-06-30'))).toBe(0);
    expect(requiredTests({ sinceMs: at('2020-01-01') }, limits, at('2025-10-01'))).toBe(2);
  });
});

describe('the quarters of the last 52 weeks', () => {
  it('have one test each if they are spread evenly', () => {
    const { counted, quarters, required } = brakeYear(vehicle(FOUR), DEFAULT_BRAKE_LIMITS, NOW);
    expect([counted, required]).toEqual([4, 4]);
    expect(quarters.map(({ tests }) => tests)).toEqual([1, 1, 1, 1]);
    expect(quarters.at(-1)?.endMs).toBe(NOW);
  });

  it('count a test of this moment', () => {
    const { quarters } = brakeYear(vehicle([test('2026-11-26')]), DEFAULT_BRAKE_LIMITS, NOW);
    expect(quarters.at(-1)?.tests).toBe(1);
  });
});
