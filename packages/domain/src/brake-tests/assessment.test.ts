import { describe, expect, it } from 'vitest';
import { assessBrakes, type BrakeAxle, type BrakeTestFigures } from './assessment.ts';
import {
  type BrakeCategory,
  type BrakeLimits,
  type BrakeReason,
  type BrakeResult,
  brakeCategoryOf,
  DEFAULT_BRAKE_LIMITS,
} from './values.ts';

/*
 * Sources. GMR: Guide to maintaining roadworthiness (5.3 brake performance assessment, 5.3a laden tests,
 * 5.4 EBPMS). HVBT: Heavy vehicle brake test: best practice. MOT: MOT inspection manual, brake
 * performance. HGV 73: HGV inspection manual, section 73. DVSA 2022: "Bring your heavy goods vehicle to
 * annual test appropriately laden". AT: efficiencies at the annual test. OWN: a default of this product.
 */

const axle = (changed: Partial<BrakeAxle> = {}): BrakeAxle => ({
  is_steered: false,
  service_left: null,
  service_right: null,
  secondary_left: null,
  secondary_right: null,
  parking_left: null,
  parking_right: null,
  locked_left: false,
  locked_right: false,
  cold_left: null,
  cold_right: null,
  hot_left: null,
  hot_right: null,
  ...changed,
});

const laden = (changed: Partial<BrakeTestFigures> = {}): BrakeTestFigures => ({
  method: 'laden_roller',
  load: 80,
  weight: 18_000,
  axles: [],
  service: 60,
  secondary: 30,
  parking: 20,
  assessment: '',
  assessed_by: '',
  is_reviewed: false,
  ...changed,
});
const reason = { assessment: 'No ballast on site', assessed_by: 'R. Kaur' };
const unladen = (changed: Partial<BrakeTestFigures> = {}) =>
  laden({ method: 'unladen_roller', load: 30, ...reason, ...changed });
const warm = (changed: Partial<BrakeAxle> = {}) =>
  axle({ cold_left: 20, cold_right: 20, hot_left: 90, hot_right: 95, ...changed });
const decelerometer = (changed: Partial<BrakeTestFigures> = {}) =>
  laden({
    method: 'decelerometer',
    secondary: null,
    parking: null,
    axles: [warm(), warm()],
    ...reason,
    ...changed,
  });
const ebpms = (changed: Partial<BrakeTestFigures> = {}) =>
  laden({
    method: 'ebpms',
    load: null,
    secondary: null,
    parking: null,
    is_reviewed: true,
    ...changed,
  });
const written = (changed: Partial<BrakeTestFigures> = {}) =>
  laden({
    method: 'risk_assessment',
    load: null,
    service: null,
    secondary: null,
    parking: null,
    ...reason,
    ...changed,
  });
const forces = (...pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([service_left, service_right]) => axle({ service_left, service_right }));
const steered = (left: number, right: number) =>
  axle({ is_steered: true, service_left: left, service_right: right });
const locked = (wheels: number, of: number): readonly BrakeAxle[] =>
  Array.from({ length: of / 2 }, (_, n) =>
    axle({ locked_left: wheels > n * 2, locked_right: wheels > n * 2 + 1 }),
  );

type Case = readonly [
  reference: string,
  what: string,
  figures: BrakeTestFigures,
  category: BrakeCategory,
  result: BrakeResult,
  reasons: readonly BrakeReason[],
];

const LADEN: readonly Case[] = [
  ['AT', 'all figures above the limits', laden(), 'goods', 'met', []],
  ['AT', 'service at its limit', laden({ service: 50 }), 'goods', 'met', []],
  ['AT', 'service just below', laden({ service: 49.9 }), 'goods', 'below', ['service_below']],
  ['AT', 'secondary at its limit', laden({ secondary: 25 }), 'goods', 'met', []],
  ['AT', 'secondary below', laden({ secondary: 24.9 }), 'goods', 'below', ['secondary_below']],
  ['AT', 'parking at its limit', laden({ parking: 16 }), 'goods', 'met', []],
  ['AT', 'parking below', laden({ parking: 15.9 }), 'goods', 'below', ['parking_below']],
  [
    'AT',
    'all three below',
    laden({ service: 40, secondary: 20, parking: 10 }),
    'goods',
    'below',
    ['service_below', 'secondary_below', 'parking_below'],
  ],
  ['AT', 'no efficiency at all', laden({ service: 0 }), 'goods', 'below', ['service_below']],
  [
    'GMR 5.3',
    'no service figure',
    laden({ service: null }),
    'goods',
    'incomplete',
    ['service_missing'],
  ],
  [
    'GMR 5.3',
    'no secondary figure',
    laden({ secondary: null }),
    'goods',
    'incomplete',
    ['secondary_missing'],
  ],
  [
    'GMR 5.3',
    'no parking figure',
    laden({ parking: null }),
    'goods',
    'incomplete',
    ['parking_missing'],
  ],
  [
    'GMR 5.3',
    'below counts more than missing',
    laden({ service: 40, parking: null }),
    'goods',
    'below',
    ['service_below', 'parking_missing'],
  ],
  ['OWN', 'trailer service at its limit', laden({ service: 45 }), 'trailer', 'met', []],
  ['OWN', 'trailer service below', laden({ service: 44.9 }), 'trailer', 'below', ['service_below']],
  ['OWN', 'a trailer has no secondary', laden({ secondary: null }), 'trailer', 'met', []],
  [
    'OWN',
    'a low secondary figure of a trailer is not judged',
    laden({ secondary: 3 }),
    'trailer',
    'met',
    [],
  ],
  ['OWN', 'trailer parking', laden({ parking: 15 }), 'trailer', 'below', ['parking_below']],
  [
    'OWN',
    'bus at its limits',
    laden({ service: 50, secondary: 25, parking: 16 }),
    'psv',
    'met',
    [],
  ],
  ['OWN', 'bus below', laden({ service: 49 }), 'psv', 'below', ['service_below']],
  [
    'OWN',
    'bus without secondary',
    laden({ secondary: null }),
    'psv',
    'incomplete',
    ['secondary_missing'],
  ],
  [
    'MOT',
    'van at its limits',
    laden({ service: 50, secondary: null, parking: 16 }),
    'light',
    'met',
    [],
  ],
  [
    'MOT',
    'van below',
    laden({ service: 49, secondary: null }),
    'light',
    'below',
    ['service_below'],
  ],
  ['DVSA 2022', 'laden from 65 per cent', laden({ load: 65 }), 'goods', 'met', []],
  [
    'DVSA 2022',
    'below 65 without a reason',
    laden({ load: 64.9 }),
    'goods',
    'incomplete',
    ['assessment_missing', 'load_reduced'],
  ],
  [
    'DVSA 2022',
    'below 65 by design, with a reason',
    laden({ load: 60, ...reason }),
    'goods',
    'met',
    ['load_reduced'],
  ],
  [
    'DVSA 2022',
    '50 is the least',
    laden({ load: 50, ...reason }),
    'goods',
    'met',
    ['load_reduced'],
  ],
  [
    'DVSA 2022',
    'below 50 is not laden',
    laden({ load: 49.9, ...reason }),
    'goods',
    'incomplete',
    ['load_too_low'],
  ],
  ['DVSA 2022', 'fully laden', laden({ load: 100 }), 'trailer', 'met', []],
  [
    'DVSA 2022',
    'load not recorded',
    laden({ load: null }),
    'goods',
    'incomplete',
    ['load_missing'],
  ],
  [
    'HVBT 1.1',
    'three of four wheels locked',
    laden({ service: 45, axles: locked(3, 4) }),
    'goods',
    'met',
    ['passed_on_locks'],
  ],
  [
    'HVBT 1.1',
    'half of the wheels is not more than half',
    laden({ service: 45, axles: locked(2, 4) }),
    'goods',
    'below',
    ['service_below'],
  ],
  [
    'HVBT 1.1',
    'four of six wheels locked',
    laden({ service: 45, axles: locked(4, 6) }),
    'goods',
    'met',
    ['passed_on_locks'],
  ],
  [
    'HVBT 1.1',
    'three of six wheels locked',
    laden({ service: 45, axles: locked(3, 6) }),
    'goods',
    'below',
    ['service_below'],
  ],
  [
    'HVBT 1.1',
    'locks do not excuse the parking brake',
    laden({ parking: 10, axles: locked(4, 4) }),
    'goods',
    'below',
    ['parking_below'],
  ],
  [
    'HVBT 1.1',
    'locks need no mention where the limit is met',
    laden({ axles: locked(4, 4) }),
    'goods',
    'met',
    [],
  ],
  [
    'HVBT 1.1',
    'a locked wheel does not always mean a good brake: the imbalance remains',
    laden({
      service: 45,
      axles: [
        axle({ locked_left: true, locked_right: true, service_left: 2000, service_right: 1000 }),
      ],
    }),
    'goods',
    'below',
    ['passed_on_locks', 'imbalance'],
  ],
];

const FORCES: readonly Case[] = [
  [
    'MOT',
    'efficiency is force over weight',
    laden({ service: null, axles: forces([2300, 2300], [2300, 2300]) }),
    'goods',
    'met',
    [],
  ],
  [
    'MOT',
    'exactly half of the weight',
    laden({ service: null, axles: forces([2250, 2250], [2250, 2250]) }),
    'goods',
    'met',
    [],
  ],
  [
    'MOT',
    'below half of the weight',
    laden({ service: null, axles: forces([2200, 2200], [2250, 2250]) }),
    'goods',
    'below',
    ['service_below'],
  ],
  [
    'MOT',
    'forces without a weight give no efficiency',
    laden({ service: null, weight: null, axles: forces([2300, 2300]) }),
    'goods',
    'incomplete',
    ['service_missing'],
  ],
  [
    'MOT',
    'the printed figure takes precedence',
    laden({ service: 55, axles: forces([100, 100]) }),
    'goods',
    'met',
    [],
  ],
  [
    'MOT',
    'parking from forces',
    laden({ parking: null, axles: [axle({ parking_left: 1500, parking_right: 1500 })] }),
    'goods',
    'met',
    [],
  ],
  [
    'MOT',
    'parking from forces, below',
    laden({ parking: null, axles: [axle({ parking_left: 1400, parking_right: 1400 })] }),
    'goods',
    'below',
    ['parking_below'],
  ],
  [
    'MOT',
    'secondary from forces',
    laden({ secondary: null, axles: [axle({ secondary_left: 2250, secondary_right: 2250 })] }),
    'goods',
    'met',
    [],
  ],
  [
    'MOT',
    'secondary from forces, below',
    laden({ secondary: null, axles: [axle({ secondary_left: 2200, secondary_right: 2250 })] }),
    'goods',
    'below',
    ['secondary_below'],
  ],
  ['MOT', 'a difference of 30 per cent', laden({ axles: forces([1000, 700]) }), 'goods', 'met', []],
  [
    'MOT',
    'a difference of more than 30 per cent',
    laden({ axles: forces([1000, 699]) }),
    'goods',
    'below',
    ['imbalance'],
  ],
  [
    'MOT',
    'the right wheel may be the stronger one',
    laden({ axles: forces([650, 1000]) }),
    'goods',
    'below',
    ['imbalance'],
  ],
  [
    'MOT',
    'every axle is compared',
    laden({ axles: forces([1000, 1000], [1000, 1000], [1000, 600]) }),
    'trailer',
    'below',
    ['imbalance'],
  ],
  [
    'MOT',
    'axles are not compared with each other',
    laden({ axles: forces([2000, 2000], [900, 900]) }),
    'goods',
    'met',
    [],
  ],
  [
    'OWN',
    'a steered axle at 50 per cent',
    laden({ axles: [steered(1000, 500)] }),
    'goods',
    'below',
    ['imbalance'],
  ],
  [
    'OWN',
    'a steered axle above 50 per cent',
    laden({ axles: [steered(1000, 499)] }),
    'goods',
    'below',
    ['imbalance', 'imbalance_steered'],
  ],
  [
    'OWN',
    'above 50 per cent on an axle that is not steered',
    laden({ axles: forces([1000, 400]) }),
    'goods',
    'below',
    ['imbalance'],
  ],
  ['GMR 5.3', 'no force on both wheels', laden({ axles: forces([0, 0]) }), 'goods', 'met', []],
  [
    'GMR 5.3',
    'one wheel without brake',
    laden({ axles: forces([900, 0]) }),
    'goods',
    'below',
    ['imbalance'],
  ],
  [
    'GMR 5.3',
    'one wheel not measured',
    laden({ axles: [axle({ service_left: 900 })] }),
    'goods',
    'met',
    [],
  ],
  [
    'HGV 73',
    'a third of the parking force of the other wheel',
    laden({ axles: [axle({ parking_left: 900, parking_right: 300 })] }),
    'goods',
    'met',
    ['parking_uneven'],
  ],
  [
    'HGV 73',
    'more than a third',
    laden({ axles: [axle({ parking_left: 900, parking_right: 320 })] }),
    'goods',
    'met',
    [],
  ],
];

const UNLADEN: readonly Case[] = [
  ['GMR 5.3a', 'with a risk assessment', unladen(), 'goods', 'met', ['not_laden']],
  [
    'GMR 5.3a',
    'without a risk assessment',
    unladen({ assessment: '' }),
    'goods',
    'incomplete',
    ['assessment_missing', 'not_laden'],
  ],
  [
    'GMR 5.3a',
    'without a competent person',
    unladen({ assessed_by: ' ' }),
    'goods',
    'incomplete',
    ['assessment_missing', 'not_laden'],
  ],
  [
    'GMR 5.3a',
    'a trailer without a risk assessment',
    unladen({ assessment: '' }),
    'trailer',
    'incomplete',
    ['assessment_missing', 'not_laden'],
  ],
  [
    'GMR 5.3a',
    'passenger vehicles need no laden test',
    unladen({ assessment: '' }),
    'psv',
    'met',
    ['not_laden'],
  ],
  [
    'GMR 5.3a',
    'light vehicles need no laden test',
    unladen({ assessment: '', secondary: null }),
    'light',
    'met',
    ['not_laden'],
  ],
  [
    'AT',
    'the limits are the same',
    unladen({ service: 49 }),
    'goods',
    'below',
    ['not_laden', 'service_below'],
  ],
  [
    'HVBT 1.1',
    'locks do not pass a vehicle that is not loaded',
    unladen({ service: 45, axles: locked(4, 4) }),
    'goods',
    'below',
    ['not_laden', 'service_below'],
  ],
  [
    'GMR 5.3',
    'imbalance counts unladen too',
    unladen({ axles: forces([1000, 600]) }),
    'goods',
    'below',
    ['not_laden', 'imbalance'],
  ],
  [
    'GMR 5.3',
    'a figure is missing',
    unladen({ parking: null }),
    'goods',
    'incomplete',
    ['not_laden', 'parking_missing'],
  ],
];

const DECELEROMETER: readonly Case[] = [
  ['GMR 5.3', 'service with temperatures', decelerometer(), 'goods', 'met', []],
  [
    'GMR 5.3a',
    'no temperatures',
    decelerometer({ axles: [] }),
    'goods',
    'incomplete',
    ['temperatures_missing'],
  ],
  [
    'GMR 5.3a',
    'one brake without temperature after the test',
    decelerometer({ axles: [warm(), warm({ hot_right: null })] }),
    'goods',
    'incomplete',
    ['temperatures_missing'],
  ],
  [
    'GMR 5.3a',
    'one brake without temperature before the test',
    decelerometer({ axles: [warm({ cold_left: null })] }),
    'goods',
    'incomplete',
    ['temperatures_missing'],
  ],
  [
    'GMR 5.3',
    'a brake that stays cold',
    decelerometer({ axles: [warm({ hot_left: 25, hot_right: 60 })] }),
    'goods',
    'below',
    ['brake_cold'],
  ],
  [
    'OWN',
    'a brake that warms by 10 °C',
    decelerometer({ axles: [warm({ hot_left: 30, hot_right: 60 })] }),
    'goods',
    'met',
    [],
  ],
  [
    'OWN',
    'a brake that warms by less',
    decelerometer({ axles: [warm({ hot_left: 29, hot_right: 60 })] }),
    'goods',
    'below',
    ['brake_cold'],
  ],
  [
    'OWN',
    '40 °C across the axle',
    decelerometer({ axles: [warm({ hot_left: 100, hot_right: 140 })] }),
    'goods',
    'met',
    [],
  ],
  [
    'GMR 5.3',
    'uneven across the axle',
    decelerometer({ axles: [warm({ hot_left: 100, hot_right: 141 })] }),
    'goods',
    'below',
    ['temperature_uneven'],
  ],
  [
    'GMR 5.3',
    'cold on one side and hot on the other',
    decelerometer({ axles: [warm({ hot_left: 22, hot_right: 120 })] }),
    'goods',
    'below',
    ['brake_cold', 'temperature_uneven'],
  ],
  ['AT', 'service below', decelerometer({ service: 48 }), 'goods', 'below', ['service_below']],
  [
    'GMR 5.3',
    'no service figure',
    decelerometer({ service: null }),
    'goods',
    'incomplete',
    ['service_missing'],
  ],
  [
    'GMR 5.3a',
    'no reason for doing no laden roller test',
    decelerometer({ assessment: '' }),
    'goods',
    'incomplete',
    ['assessment_missing'],
  ],
  [
    'GMR 5.3',
    'not for trailers',
    decelerometer(),
    'trailer',
    'incomplete',
    ['decelerometer_trailer'],
  ],
  ['GMR 5.3a', 'a bus needs no reason', decelerometer({ assessment: '' }), 'psv', 'met', []],
  ['GMR 5.3', 'a van needs no reason', decelerometer({ assessment: '' }), 'light', 'met', []],
  [
    'AT',
    'a parking figure is judged if given',
    decelerometer({ parking: 12 }),
    'goods',
    'below',
    ['parking_below'],
  ],
];

const OTHERS: readonly Case[] = [
  ['GMR 5.4', 'a reviewed report', ebpms(), 'trailer', 'met', []],
  [
    'GMR 5.4',
    'a report that nobody has reviewed',
    ebpms({ is_reviewed: false }),
    'trailer',
    'incomplete',
    ['ebpms_not_reviewed'],
  ],
  ['GMR 5.4', 'no load is needed', ebpms({ load: null }), 'goods', 'met', []],
  ['GMR 5.4', 'no risk assessment is needed', ebpms({ assessment: '' }), 'goods', 'met', []],
  ['GMR 5.4', 'a low value', ebpms({ service: 40 }), 'trailer', 'below', ['service_below']],
  ['GMR 5.4', 'no value', ebpms({ service: null }), 'trailer', 'incomplete', ['service_missing']],
  ['GMR 5.3a', 'a documented risk assessment', written(), 'goods', 'not_measured', []],
  [
    'GMR 5.3a',
    'without a text',
    written({ assessment: '  ' }),
    'goods',
    'incomplete',
    ['assessment_missing'],
  ],
  [
    'GMR 5.3a',
    'without a competent person',
    written({ assessed_by: '' }),
    'trailer',
    'incomplete',
    ['assessment_missing'],
  ],
  ['GMR 5.3a', 'of a bus', written(), 'psv', 'not_measured', []],
  [
    'GMR 5.3a',
    'of a van it is needed too if nothing is measured',
    written({ assessment: '' }),
    'light',
    'incomplete',
    ['assessment_missing'],
  ],
  [
    'GMR 5.3a',
    'figures that came with it are not judged',
    written({ service: 10 }),
    'goods',
    'not_measured',
    [],
  ],
];

describe.each([
  ['a laden roller test', LADEN],
  ['forces', FORCES],
  ['an unladen roller test', UNLADEN],
  ['a decelerometer test', DECELEROMETER],
  ['EBPMS and risk assessments', OTHERS],
] as const)('assesses %s', (_, cases) => {
  it.each(cases)('%s: %s', (_reference, _what, figures, category, result, reasons) => {
    const found = assessBrakes(figures, category, DEFAULT_BRAKE_LIMITS);
    expect([found.result, found.reasons]).toEqual([result, reasons]);
  });
});

describe('what counts towards the four laden tests of a year', () => {
  it.each([
    ['GMR 5.3a', 'a laden roller test', laden(), true],
    ['GMR 5.3a', 'one below the limits', laden({ service: 40 }), true],
    ['GMR 5.3a', 'one with a reduced load and a reason', laden({ load: 55, ...reason }), true],
    ['GMR 5.3a', 'one without a load', laden({ load: null }), false],
    ['GMR 5.3a', 'one that lacks a figure', laden({ parking: null }), false],
    ['GMR 5.3a', 'an unladen test', unladen(), false],
    ['GMR 5.3a', 'a decelerometer test', decelerometer(), false],
    ['GMR 5.4', 'an EBPMS report', ebpms(), false],
    ['GMR 5.3a', 'a risk assessment', written(), false],
  ] as const)('%s: %s', (_reference, _what, figures, isCounted) => {
    expect(assessBrakes(figures, 'goods', DEFAULT_BRAKE_LIMITS).counts_as_laden).toBe(isCounted);
  });
});

describe('limits', () => {
  const stricter: BrakeLimits = { ...DEFAULT_BRAKE_LIMITS, imbalance: 20, load: 90 };

  it('are data', () => {
    const figures = laden({ axles: forces([1000, 750]) });
    expect(assessBrakes(figures, 'goods', stricter).reasons).toEqual([
      'assessment_missing',
      'load_reduced',
      'imbalance',
    ]);
  });

  it('shows efficiencies with their limits and the difference of each axle', () => {
    const figures = laden({
      service: null,
      axles: [steered(2600, 2400), ...forces([2300, 2300])],
    });
    const found = assessBrakes(figures, 'goods', DEFAULT_BRAKE_LIMITS);
    expect(found.service).toEqual({ efficiency: 53.3, least: 50, is_met: true });
    expect(found.imbalances).toEqual([7.7, 0]);
  });

  it('follow the type of the vehicle, or what its plan says', () => {
    expect(brakeCategoryOf('STR', null, null)).toBe('goods');
    expect(brakeCategoryOf('VAN', null, null)).toBe('light');
    expect(brakeCategoryOf('CAR', null, null)).toBe('light');
    expect(brakeCategoryOf('STR', null, 'psv')).toBe('psv');
    expect(brakeCategoryOf('STR', 'bus', null)).toBe('psv');
    expect(brakeCategoryOf('STR', 'tractor', null)).toBe('goods');
    expect(brakeCategoryOf('STR', 'semi_trailer', null)).toBe('trailer');
    expect(brakeCategoryOf('VAN', 'drawbar_trailer', null)).toBe('trailer');
    expect(brakeCategoryOf('STR', 'semi_trailer', 'light')).toBe('light');
    expect(brakeCategoryOf('STR', 'plant', null)).toBe('light');
  });
});
