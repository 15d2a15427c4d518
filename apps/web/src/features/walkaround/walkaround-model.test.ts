import { describe, expect, it } from 'vitest';
import { codeOf, knownVehicles, vehicleOfCode } from './walkaround-find.ts';
import {
  type Answer,
  bodyOf,
  type Draft,
  faultsOf,
  isOffRoad,
  isStale,
  itemsOf,
  newDraft,
  odometerM,
  openItems,
  photosOf,
  withoutTrailer,
  withTrailer,
} from './walkaround-model.ts';

const START = Date.parse('2026-06-01T06:30:00Z');
const VEHICLE = { id: 12, registration: 'AB12 CDE', type: 'VAN', code_digest: null } as const;
const draft = (changed: Partial<Draft> = {}): Draft => ({
  ...newDraft(
    { person: { id: 7, name: 'Ann' }, distance_unit: 'MLS' },
    VEHICLE,
    {
      id: 3,
      vehicle_type: 'VAN',
      version: 1,
      items: [
        { section: 'In the cab', name: 'Horn', area: 'other', hint: '' },
        { section: 'Outside', name: 'Tyres', area: 'tyres', hint: '' },
      ],
    },
    { reportKey: 'key', nowMs: START },
  ),
  ...changed,
});
const ok: Answer = { result: 'ok', severity: null, note: '', photos: [] };
const defect = (changed: Partial<Answer> = {}): Answer => ({
  result: 'defect',
  severity: 'major',
  note: ' Worn ',
  photos: ['a'],
  ...changed,
});

describe('a walkaround check', () => {
  it('[RP-27] asks about the faults of the vehicle after the template', () => {
    const question = {
      section: 'Reported',
      name: 'P0301',
      area: 'engine',
      hint: '',
      fault: 9,
    } as const;
    const asked = newDraft(
      { person: { id: 7, name: 'Ann' }, distance_unit: 'MLS' },
      { ...VEHICLE, questions: [question] },
      draft().template,
      { reportKey: 'key', nowMs: START },
    );
    expect(itemsOf(asked).map(({ item }) => item.name)).toEqual(['Horn', 'Tyres', 'P0301']);
    expect(openItems(asked)).toEqual([0, 1, 2]);
    const body = bodyOf({ ...asked, answers: [ok, ok, ok] }, new Map());
    expect(body.questions).toEqual([9]);
    expect(body.answers[2]).toEqual({ item: 2, result: 'ok', photos: [] });
    expect(bodyOf(draft({ answers: [ok, ok] }), new Map())).not.toHaveProperty('questions');
  });

  it('[RP-27] is complete when every item is answered, with odometer and signature', () => {
    expect(faultsOf(draft())).toEqual(['items', 'odometer', 'signature']);
    expect(openItems(draft({ answers: [ok, defect({ note: ' ' })] }))).toEqual([1]);
    expect(openItems(draft({ answers: [ok, defect({ severity: null })] }))).toEqual([1]);
    const whole = draft({
      answers: [ok, { ...ok, result: 'not_applicable' }],
      odometer: '12,345',
      signature: 'data:',
    });
    expect(faultsOf(whole)).toEqual([]);
    expect(faultsOf({ ...whole, signedName: ' ' })).toEqual(['signature']);
  });

  it('[RP-27] only a serious defect of a vital part, or a dangerous one, takes the vehicle off the road', () => {
    const of = (cab: Answer, outside: Answer) => isOffRoad(draft({ answers: [cab, outside] }));
    expect(of(ok, defect())).toBe(true);
    expect(of(defect(), ok)).toBe(false);
    expect(of(defect({ severity: 'dangerous' }), ok)).toBe(true);
    expect(of(ok, { ...defect(), result: 'ok' })).toBe(false);
  });

  it('[RP-27] is sent with metres, times in UTC, and only the photos of its defects', () => {
    const one = draft({
      answers: [{ ...ok, photos: ['gone'] }, defect({ photos: ['a', 'b'] })],
      odometer: '1000',
      doneAtMs: START + 300_000,
      position: { lat: 52, long: -1 },
    });
    expect(photosOf(one)).toEqual(['a', 'b']);
    const ids = new Map([
      ['a', 5],
      ['b', 6],
    ]);
    expect(bodyOf(one, ids)).toMatchObject({
      vehicle: 12,
      person: 7,
      template: 3,
      started_at: '2026-06-01T06:30:00.000Z',
      done_at: '2026-06-01T06:35:00.000Z',
      odometer: 1_609_000,
      lat: 52,
      long: -1,
      answers: [
        { item: 0, result: 'ok', photos: [] },
        { item: 1, result: 'defect', severity: 'major', note: 'Worn', photos: [5, 6] },
      ],
    });
    expect(odometerM({ odometer: '12 345', distanceUnit: 'KMS' })).toBe(12_345_000);
    expect(odometerM({ odometer: 'abc', distanceUnit: 'KMS' })).toBeUndefined();
    expect(odometerM({ odometer: ' ', distanceUnit: 'KMS' })).toBeNull();
  });

  it('[RP-27] restarts if it was started on another day', () => {
    expect(isStale(draft(), START + 11 * 3_600_000)).toBe(false);
    expect(isStale(draft(), START + 13 * 3_600_000)).toBe(true);
  });

  it('[J-01] [RP-27] finds its vehicle by the printed code offline, or by its registration', async () => {
    expect(codeOf('https://fleet.test/qr?qrid=abc_1-2')).toBe('abc_1-2');
    expect(codeOf('https://fleet.test/help/vehicle/abc')).toBe('abc');
    expect(codeOf(' abc ')).toBe('abc');
    expect(codeOf('https://elsewhere.test/')).toBeNull();
    expect(codeOf('<script>')).toBeNull();
    // SHA-256 of "abc".
    const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    const vehicles = [VEHICLE, { ...VEHICLE, id: 13, registration: 'XY1', code_digest: digest }];
    expect(await vehicleOfCode({ vehicles }, 'abc')).toMatchObject({ id: 13 });
    expect(knownVehicles(vehicles, '12c').map(({ id }) => id)).toEqual([12]);
    expect(knownVehicles(vehicles, '')).toHaveLength(2);
  });
});

describe('a combination', () => {
  const TRAILER = {
    id: 20,
    registration: 'TR101',
    type: 'STR',
    kind: 'semi_trailer',
    code_digest: null,
  } as const;
  const OTHER = { ...TRAILER, id: 21, registration: 'TR102' };
  const template = {
    id: 9,
    vehicle_type: 'STR' as const,
    version: 1,
    items: [
      { section: 'Outside', name: 'Coupling security', area: 'coupling' as const, hint: '' },
      { section: 'Outside', name: 'Tyres', area: 'tyres' as const, hint: '' },
    ],
  };
  const start = {
    person: { id: 7, name: 'Ann' },
    distance_unit: 'MLS' as const,
    trailers: [TRAILER, OTHER],
    trailer_template: template,
  };
  const coupled = newDraft(start, { ...VEHICLE, trailers: [20] }, draft().template, {
    reportKey: 'key',
    nowMs: START,
  });

  it('begins with the trailers that are coupled, and asks for the items of each', () => {
    expect(coupled.trailers?.map(({ vehicle }) => vehicle.registration)).toEqual(['TR101']);
    expect(itemsOf(coupled).map(({ asset, item }) => `${asset} ${item.name}`)).toEqual([
      '0 Horn',
      '0 Tyres',
      '1 Coupling security',
      '1 Tyres',
    ]);
    expect(openItems(coupled)).toHaveLength(4);
  });

  it('sends the answers of each asset with its own places, and photographs of all', () => {
    const both = withTrailer(coupled, { vehicle: OTHER, template });
    const answers = [ok, ok, ok, defect(), ok, ok];
    const sent = bodyOf({ ...both, answers }, new Map([['a', 5]]));
    expect(sent.answers.map(({ item }) => item)).toEqual([0, 1]);
    expect(sent.trailers).toMatchObject([
      { vehicle: 20, template: 9, answers: [{ item: 0 }, { item: 1, note: 'Worn', photos: [5] }] },
      { vehicle: 21, answers: [{ item: 0 }, { item: 1 }] },
    ]);
    expect(photosOf({ ...both, answers })).toEqual(['a']);
    expect(isOffRoad({ ...both, answers })).toBe(true);
  });

  it('takes a trailer away with its answers alone, and adds none twice', () => {
    const both = withTrailer(coupled, { vehicle: OTHER, template });
    expect(withTrailer(both, { vehicle: OTHER, template })).toBe(both);
    const answers = [ok, ok, ok, defect(), null, ok];
    const left = withoutTrailer({ ...both, answers }, 20);
    expect(left.trailers?.map(({ vehicle }) => vehicle.id)).toEqual([21]);
    expect(left.answers).toEqual([ok, ok, null, ok]);
    expect(bodyOf(withoutTrailer(left, 21), new Map()).trailers).toEqual([]);
  });

  it('is not asked of a vehicle without what the server says of trailers, nor of a motorcycle', () => {
    expect(bodyOf(draft(), new Map())).not.toHaveProperty('trailers');
    const bike = newDraft(start, { ...VEHICLE, type: 'BIK' }, draft().template, {
      reportKey: 'key',
      nowMs: START,
    });
    expect(bike.trailers).toBeUndefined();
  });

  it('a trailer alone has no odometer', () => {
    const alone = newDraft(start, TRAILER, template, { reportKey: 'key', nowMs: START });
    expect(alone.trailers).toBeUndefined();
    expect(faultsOf(alone)).not.toContain('odometer');
    expect(faultsOf(draft())).toContain('odometer');
  });
});
