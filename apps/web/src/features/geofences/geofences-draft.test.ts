import { describe, expect, it } from 'vitest';
import { bodyOf, type Draft, draftFaults, draftOf, NEW_DRAFT } from './geofences-draft.ts';
import type { Geofence } from './geofences-shape.ts';

const t = ((key: string) => key) as never;
const points = [
  { lat: 52, long: -2 },
  { lat: 53, long: -2 },
  { lat: 53, long: -1 },
];
const draft: Draft = {
  ...NEW_DRAFT,
  name: ' The yard ',
  shape: { ...NEW_DRAFT.shape, points },
};
const geofence: Geofence = {
  ...bodyOf(draft, 'MLS'),
  id: 3,
  customer: 1,
  created_at: '2026-01-01T00:00:00Z',
  speed_limit_kmh: 50,
};

describe('a geofence draft', () => {
  it('[M-20] converts to the request body', () =>
    expect(bodyOf({ ...draft, dwell: '30', groups: [4] }, 'KMS')).toMatchObject({
      name: 'The yard',
      shape: 'polygon',
      points,
      groups: [4],
      alert_on_entry: true,
      alert_on_exit: false,
      alert_dwell_min: 30,
      speed_limit_kmh: null,
    }));

  it('[M-P10] [S-02] the speed limit is in the user’s unit', () => {
    expect(bodyOf({ ...draft, speed: '30' }, 'MLS').speed_limit_kmh).toBe(48.3);
    expect(bodyOf({ ...draft, speed: '30' }, 'KMS').speed_limit_kmh).toBe(30);
    expect(draftOf(geofence, 'MLS').speed).toBe('31');
  });

  it('[M-20] an unchanged limit keeps all its decimals', () => {
    const kept = { ...draftOf(geofence, 'MLS'), name: 'Other' };
    expect(bodyOf(kept, 'MLS', geofence).speed_limit_kmh).toBe(50);
    expect(bodyOf({ ...kept, speed: '' }, 'MLS', geofence).speed_limit_kmh).toBeNull();
  });

  it('[M-P10] the name has 2 to 90 characters', () => {
    const faulty = (name: string) => 'name' in draftFaults({ ...draft, name }, 'MLS', t);
    expect([' a ', 'ab', 'a'.repeat(90), 'a'.repeat(91)].map(faulty)).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('[M-P10] returns errors by field', () => {
    const undrawn = { ...draft, shape: NEW_DRAFT.shape };
    expect(Object.keys(draftFaults(undrawn, 'MLS', t))).toEqual(['points']);
    const circle = { ...draft.shape, shape: 'circle', centre: points[0], radius: 4 } as const;
    const faulty = { ...draft, shape: circle as Draft['shape'], dwell: '1.5', speed: '500' };
    expect(Object.keys(draftFaults(faulty, 'MLS', t))).toEqual([
      'radius',
      'alert_dwell_min',
      'speed_limit_kmh',
    ]);
    expect(draftFaults(draft, 'MLS', t)).toEqual({});
  });
});
