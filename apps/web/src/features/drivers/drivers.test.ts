import { describe, expect, it } from 'vitest';
import { type Driver, driverBody, driverDraft, expiryState } from './drivers.ts';

describe('documents of a driver', () => {
  it('[O-20] expire the day after, and expire soon from 30 days before', () => {
    expect(expiryState('2026-06-01', '2026-06-02')).toBe('expired');
    expect(expiryState('2026-06-02', '2026-06-02')).toBe('soon');
    expect(expiryState('2026-07-02', '2026-06-02')).toBe('soon');
    expect(expiryState('2026-07-03', '2026-06-02')).toBe('valid');
  });
});

describe('the form of a driver', () => {
  it('[R-106] [O-20] sends the values unchanged, without the account', () => {
    const one = {
      id: 3,
      first_name: 'Ann',
      surname: 'Miles',
      vehicle: 7,
      vehicle_registration: 'N1 AAA',
      user: 12,
      licence_categories: ['C', 'CE'],
      licence_expires_on: '2027-01-01',
      cpc_expires_on: null,
    } as unknown as Driver;
    const body = driverBody(driverDraft(one), one);
    expect(body).toMatchObject({
      first_name: 'Ann',
      vehicle: 7,
      user: 12,
      licence_categories: ['C', 'CE'],
      licence_expires_on: '2027-01-01',
      cpc_expires_on: null,
    });
    expect(body).not.toHaveProperty('customer');
    const typed = { ...driverDraft(one), licence_categories: ' b, c1;CE ' };
    expect(driverBody(typed, one).licence_categories).toEqual(['b', 'c1', 'CE']);
  });
});
