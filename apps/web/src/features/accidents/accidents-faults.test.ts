import { describe, expect, it } from 'vitest';
import { faultsOf, STEPS, stepOfField } from './accidents-faults.ts';
import { bodyOf, type Draft, localTime, newDraft } from './accidents-model.ts';
import { emptyParty } from './involved-parties/accidents-involved-parties-party.ts';

const NOW_MS = Date.parse('2026-06-01T10:00:00Z');
const text = (key: string) => key;
const draft = (changed: Partial<Draft> = {}): Draft => ({
  ...newDraft('abc', 'report-1', NOW_MS),
  vehicle: { id: 12, registration: 'AB12 CDE' },
  driverName: 'Ann',
  description: 'A van pulled out.',
  signature: 'data:image/png;base64,AAAA',
  signedName: 'Ann',
  ...changed,
});
const wrong = (step: (typeof STEPS)[number], changed: Partial<Draft>) =>
  Object.keys(faultsOf(step, draft(changed), text, NOW_MS));

describe('the accident form', () => {
  it('[K-P03] a complete report is valid', () => {
    for (const step of STEPS) expect(wrong(step, {})).toEqual([]);
  });

  it('[K-P03] requires vehicle, name, a time that is not in the future, and a description', () => {
    expect(wrong('what', { vehicle: null, driverName: ' ', description: 'x' })).toEqual([
      'vehicle',
      'driver_name',
      'description',
    ]);
    expect(wrong('what', { description: 'x'.repeat(2001) })).toEqual(['description']);
    expect(wrong('what', { happenedAt: '' })).toEqual(['happened_at']);
    expect(wrong('what', { happenedAt: localTime(NOW_MS + 3_600_000) })).toEqual(['happened_at']);
    expect(wrong('what', { happenedAt: localTime(NOW_MS) })).toEqual([]);
  });

  it('[P-176] [P-177] [K-20] requires the names of other parties and witnesses', () => {
    const nobody = { ...emptyParty('a'), photos: [], registration: 'XY1', number_in_vehicle: null };
    expect(wrong('people', { parties: [nobody], witnesses: [nobody] })).toEqual([
      'parties.0.driver_name',
      'parties.0.number_in_vehicle',
      'witnesses.0.driver_name',
      'witnesses.0.number_in_vehicle',
    ]);
  });

  it('[K-P03] requires a signature and its name', () => {
    expect(wrong('sign', { signature: null })).toEqual(['signature']);
    expect(wrong('sign', { signedName: 'A' })).toEqual(['signature']);
  });

  it('[K-P03] [V-41] sends the entries, and injury details only for people who were injured', () => {
    const party = {
      ...emptyParty('a'),
      driver_name: ' Petra ',
      registration: 'xy1',
      photos: ['p'],
    };
    const hurt = { ...party, injured: true, injury_details: 'A cut' };
    const body = bodyOf(
      draft({ parties: [{ ...party, injury_details: 'A cut' }, hurt] }),
      new Map([['p', 7]]),
    );
    expect(body).toMatchObject({ qrid: 'abc', vehicle: 12, police_reference: null, lat: null });
    expect(body.parties).toMatchObject([
      { driver_name: 'Petra', registration: 'XY1', injury_details: '', photos: [{ photo: '7' }] },
      { injury_details: 'A cut' },
    ]);
  });

  it('maps a field that the server rejected to its step', () => {
    const steps = ['vehicle', 'address', 'parties.0.photos.1', 'photos.3', 'signature'].map(
      (field) => STEPS[stepOfField(field)],
    );
    expect(steps).toEqual(STEPS);
  });
});
