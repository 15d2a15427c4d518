import { DEFAULT_DRIVERS_FILE_SETTINGS, type DrivingClass } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import {
  type DriverDocument,
  type DriverFacts,
  drivingStatements,
  fileItems,
  pointsOn,
  stateOn,
  trainingHours,
} from './index.ts';
import { medicalDueOn } from './medical.ts';

const TODAY = '2026-06-15';
let nextId = 0;
const documentOf = (
  kind: DriverDocument['kind'],
  values: Partial<DriverDocument> = {},
): DriverDocument => {
  nextId += 1;
  return {
    id: nextId,
    kind,
    title: '',
    issued_on: null,
    expires_on: null,
    hours: null,
    categories: [],
    points: [],
    licence_status: null,
    disqualified_until: null,
    ...values,
  };
};
const category = (name: string, expires_on: string | null = null, codes: string[] = []) => ({
  category: name,
  expires_on,
  codes,
});
const licence = (...categories: ReturnType<typeof category>[]) =>
  documentOf('licence', { expires_on: '2030-01-01', categories });
const factsOf = (documents: DriverDocument[], values: Partial<DriverFacts> = {}): DriverFacts => ({
  born_on: '1990-01-01',
  exempt: [],
  documents,
  ...values,
});
const itemOf = (facts: DriverFacts, kind: string) => {
  const item = fileItems(facts, DEFAULT_DRIVERS_FILE_SETTINGS, TODAY).find(
    (one) => one.kind === kind,
  );
  if (item === undefined) throw new Error(`no ${kind}`);
  return { ...item, state: stateOn(item, TODAY, 30) };
};
const course = (on: string, hours: number) => documentOf('cpc_course', { issued_on: on, hours });
/** All that a lorry driver needs, in order. */
const complete = () => [
  licence(category('B'), category('C', '2028-01-01'), category('CE', '2028-01-01')),
  documentOf('entitlement_check', { issued_on: '2026-06-01' }),
  documentOf('cpc_card', { expires_on: '2029-09-09' }),
  documentOf('tachograph_card', { expires_on: '2029-09-09' }),
  documentOf('right_to_work'),
];

describe('the medical of a group 2 licence (at 45, every 5 years, yearly from 65)', () => {
  it.each([
    ['without one: on the 45th birthday', '1990-02-01', null, '2035-02-01'],
    ['one of the first licence does not count at 45', '1980-02-01', '2005-03-01', '2025-02-01'],
    ['up to four months early counts for the birthday', '1980-02-01', '2024-11-01', '2030-02-01'],
    ['earlier than that does not', '1980-02-01', '2024-09-30', '2025-02-01'],
    ['five years after one at 50', '1976-02-01', '2026-03-10', '2031-03-10'],
    ['at 65 at the latest', '1963-02-01', '2025-05-05', '2028-02-01'],
    ['yearly from 65', '1960-02-01', '2025-02-20', '2026-02-20'],
    ['yearly, counted from the 65th birthday if early', '1960-02-01', '2024-12-01', '2026-02-01'],
    ['born on 29 February', '1980-02-29', null, '2025-02-28'],
  ])('%s', (_name, born, last, due) => {
    expect(medicalDueOn(born, last)).toBe(due);
  });
});

describe('items of a file', () => {
  it.each([
    ['licence', '2026-06-14', 'expired'],
    ['licence', '2026-06-15', 'expires_soon'],
    ['licence', '2026-07-15', 'expires_soon'],
    ['licence', '2026-07-16', 'valid'],
    ['right_to_work', '2026-06-14', 'expired'],
    ['right_to_work', null, 'valid'],
  ] as const)('%s until %s is %s', (kind, expires_on, state) => {
    expect(itemOf(factsOf([documentOf(kind, { expires_on })]), kind).state).toBe(state);
  });

  it('take the earliest of the licence and its categories of lorries and buses', () => {
    const of = (...categories: ReturnType<typeof category>[]) =>
      itemOf(factsOf([licence(...categories)]), 'licence').due_on;
    expect(of(category('B', '2026-01-01'))).toBe('2030-01-01');
    expect(of(category('B', '2026-01-01'), category('C+E', '2027-02-02'))).toBe('2027-02-02');
  });

  it('are not needed by drivers of cars and vans, or by a recorded exemption', () => {
    const car = factsOf([licence(category('B'))]);
    for (const kind of ['cpc_card', 'cpc_training', 'tachograph_card', 'medical']) {
      expect(itemOf(car, kind).state).toBe('not_needed');
    }
    const lorry = factsOf([licence(category('C1'))]);
    expect(itemOf(lorry, 'cpc_card').state).toBe('missing');
    expect(itemOf({ ...lorry, exempt: ['cpc_card'] }, 'cpc_card').state).toBe('not_needed');
  });

  it('use the newest document of a kind, and the newest training of each name', () => {
    const facts = factsOf([
      documentOf('right_to_work', { expires_on: '2025-01-01' }),
      documentOf('right_to_work', { expires_on: '2027-01-01' }),
      documentOf('training', { title: 'ADR', expires_on: '2025-01-01' }),
      documentOf('training', { title: 'adr', expires_on: '2029-01-01' }),
      documentOf('training', { title: 'Tail lift' }),
    ]);
    expect(itemOf(facts, 'right_to_work').due_on).toBe('2027-01-01');
    const items = fileItems(facts, DEFAULT_DRIVERS_FILE_SETTINGS, TODAY).filter(
      ({ kind }) => kind === 'training',
    );
    expect(items.map(({ title, due_on }) => [title, due_on])).toEqual([
      ['adr', '2029-01-01'],
      ['Tail lift', null],
    ]);
  });

  it('say nothing about a medical without a date of birth and an examination', () => {
    const lorry = factsOf([licence(category('C'))], { born_on: null });
    expect(itemOf(lorry, 'medical').state).toBe('missing');
    const examined = documentOf('medical', { issued_on: '2026-01-01', expires_on: '2027-01-01' });
    expect(itemOf({ ...lorry, documents: [...lorry.documents, examined] }, 'medical').due_on).toBe(
      '2027-01-01',
    );
  });
});

describe('entitlement checks', () => {
  const points = (...given: [string, number][]) =>
    given.map(([on, number]) => ({ on, points: number, code: 'SP30' }));
  it.each([
    ['three months without points', [], '2026-09-01'],
    ['with fewer points than the limit', points(['2026-01-01', 3]), '2026-09-01'],
    ['monthly from six points', points(['2026-01-01', 3], ['2025-01-01', 3]), '2026-07-01'],
    [
      'points of more than three years do not count',
      points(['2026-01-01', 3], ['2023-06-15', 3]),
      '2026-09-01',
    ],
  ])('%s', (_name, given, due) => {
    const facts = factsOf([
      documentOf('licence', { points: given }),
      documentOf('entitlement_check', { issued_on: '2026-06-01' }),
    ]);
    expect(itemOf(facts, 'entitlement_check').due_on).toBe(due);
  });

  it('count points of the day on which they begin', () => {
    const one = documentOf('licence', { points: points(['2026-06-15', 3], ['2026-06-16', 6]) });
    expect(pointsOn(one, TODAY)).toBe(3);
  });
});

describe('periodic training of the driver CPC (35 h in 5 years)', () => {
  const card = (expires_on: string) => documentOf('cpc_card', { expires_on });
  it.each([
    ['five days of seven hours', [7, 7, 7, 7, 7], 35],
    ['a course under seven hours does not count', [7, 7, 7, 7, 6.5], 28],
    ['a course of two days', [14, 7], 21],
  ])('%s', (_name, hours, counted) => {
    expect(
      trainingHours(
        hours.map((one) => course('2026-01-10', one)),
        '2029-09-09',
      ),
    ).toBe(counted);
  });

  it('count in the five years before the card expires', () => {
    const courses = [
      course('2024-09-09', 7),
      course('2024-09-10', 7),
      course('2029-09-09', 7),
      course('2029-09-10', 7),
    ];
    expect(trainingHours(courses, '2029-09-09')).toBe(14);
  });

  it('are due when the card expires, and complete with 35 hours', () => {
    const some = [licence(category('C')), card('2026-07-01'), course('2025-01-01', 28)];
    expect(itemOf(factsOf(some), 'cpc_training')).toMatchObject({
      state: 'expires_soon',
      due_on: '2026-07-01',
    });
    expect(itemOf(factsOf([...some, course('2026-01-01', 7)]), 'cpc_training').state).toBe('valid');
  });
});

describe('whether a person may drive a class', () => {
  const of = (documents: DriverDocument[], values: Partial<DriverFacts> = {}) => {
    const facts = factsOf(documents, values);
    return drivingStatements(
      facts,
      fileItems({ ...facts, exempt: [] }, DEFAULT_DRIVERS_FILE_SETTINGS, TODAY),
      TODAY,
    );
  };
  const permitted = (documents: DriverDocument[], values?: Partial<DriverFacts>) =>
    of(documents, values)
      .filter((one) => one.may_drive)
      .map((one) => one.class);
  const statement = (
    documents: DriverDocument[],
    name: DrivingClass,
    values?: Partial<DriverFacts>,
  ) => of(documents, values).find((one) => one.class === name);

  it.each([
    [['B'], ['B']],
    [
      ['B', 'C1'],
      ['B', 'C1'],
    ],
    [
      ['B', 'C'],
      ['B', 'C1', 'C'],
    ],
    [
      ['B', 'C1+E'],
      ['B', 'C1', 'C1E'],
    ],
    [
      ['B', 'CE'],
      ['B', 'C1', 'C', 'C1E', 'CE'],
    ],
    [
      ['B', 'D1'],
      ['B', 'D1'],
    ],
    [
      ['B', 'D'],
      ['B', 'D1', 'D'],
    ],
  ])('licence %s permits %s', (held, classes) => {
    const [, ...others] = complete();
    expect(permitted([licence(...held.map((name) => category(name))), ...others])).toEqual(classes);
  });

  it.each([
    ['an expired card of the CPC', 'cpc_card', 'cpc_expired'],
    ['an expired tachograph card', 'tachograph_card', 'card_expired'],
    ['an expired right to work', 'right_to_work', 'right_to_work_expired'],
  ] as const)('not a lorry with %s', (_name, kind, reason) => {
    const documents = [...complete(), documentOf(kind, { expires_on: '2026-06-14' })];
    expect(statement(documents, 'C')?.reasons).toEqual([reason]);
    expect(statement(documents, 'B')?.may_drive).toBe(kind !== 'right_to_work');
  });

  it('no vehicle after the last day of an engagement', () => {
    const until = (day: string | null) => statement(complete(), 'C', { engaged_until: day });
    expect(until('2026-06-14')).toMatchObject({ may_drive: false, reasons: ['engagement_ended'] });
    expect(until('2026-06-15')?.may_drive).toBe(true);
    expect(until(null)?.may_drive).toBe(true);
  });

  it('names an expired category, an expired licence and a missing one', () => {
    const [, ...others] = complete();
    expect(statement([licence(category('C', '2026-06-14')), ...others], 'C')?.reasons).toEqual([
      'category_expired',
    ]);
    const expired = documentOf('licence', {
      expires_on: '2026-06-14',
      categories: [category('B')],
    });
    expect(statement([expired, ...others], 'B')?.reasons).toEqual(['licence_expired']);
    expect(statement(others, 'B')?.reasons).toEqual(['licence_missing']);
  });

  it.each([
    ['disqualified', null, ['disqualified']],
    ['disqualified', '2026-06-15', ['disqualified']],
    ['disqualified', '2026-06-14', []],
    ['revoked', null, ['licence_not_valid']],
    ['expired', null, ['licence_expired']],
    ['valid', null, []],
  ] as const)('after a check that says %s until %s: %s', (status, until, reasons) => {
    const others = complete();
    const checked = documentOf('entitlement_check', {
      issued_on: '2026-06-10',
      licence_status: status,
      disqualified_until: until,
    });
    expect(statement([...others, checked], 'B')?.reasons).toEqual(reasons);
    const later = documentOf('entitlement_check', { issued_on: '2026-06-12' });
    expect(statement([...others, checked, later], 'B')?.reasons).toEqual([]);
  });

  it('needs a medical from 45', () => {
    expect(statement(complete(), 'CE', { born_on: '1981-06-15' })?.may_drive).toBe(true);
    expect(statement(complete(), 'CE', { born_on: '1981-06-14' })?.reasons).toEqual([
      'medical_expired',
    ]);
  });

  it('warns of recorded exemptions, and takes none instead of a medical', () => {
    const [held, check, , , work] = complete();
    const documents = [held, check, work].filter((one) => one !== undefined);
    const exempt = ['cpc_card', 'tachograph_card', 'medical'] as const;
    expect(statement(documents, 'C', { exempt })).toMatchObject({
      may_drive: true,
      warnings: ['cpc_exempt', 'card_exempt'],
    });
    expect(statement(documents, 'B', { exempt })?.warnings).toEqual([]);
    expect(statement(documents, 'C', { exempt, born_on: '1970-01-01' })?.reasons).toEqual([
      'medical_expired',
    ]);
  });

  it('warns of an overdue check and of restrictions', () => {
    const [, , ...others] = complete();
    const restricted = licence(category('B', null, ['01', '78']));
    expect(statement([restricted, ...others], 'B')).toMatchObject({
      may_drive: true,
      warnings: ['check_missing', 'restricted'],
      codes: ['01', '78'],
    });
  });
});
