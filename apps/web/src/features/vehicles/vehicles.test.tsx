import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerCalls, freshScreens, openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';
import { type Vehicle, vehicleBody, vehicleDraft } from './vehicles.ts';

const { sent } = freshScreens();
const user = userEvent.setup({ delay: null });

const VAN: Vehicle = {
  id: 7,
  registration: 'AB12 CDE',
  type: 'VAN',
  vehicle_type: { id: 1, reference: 'FUEL', name: 'Diesel' },
  manufacturer_model: null,
  permission: null,
  vin: null,
  livery_category: null,
  contract_type: null,
  lease_company: null,
  repairer: null,
  tracker: null,
  trackers: [],
  driver: null,
  vehicle_groups: [],
  schedule_types: [],
  customer: 1,
  odometer: null,
  is_active: true,
  first_registered_on: null,
  kind: 'van',
  axles: null,
  axle_weights_kg: null,
  gross_weight_kg: null,
  train_weight_kg: null,
  trailer_number: null,
  identifiers: [],
  owner: null,
  is_international_haulage: false,
  names: {
    contract_type: null,
    lease_company: null,
    repairer: null,
    driver: null,
    customer: 'Home',
    vehicle_groups: [],
    schedule_types: [],
  },
};

const LABEL = 'International haulage';

describe('the form of a vehicle', () => {
  let one: Vehicle;
  beforeEach(() => {
    one = VAN;
    answerCalls({
      '/api/administration/vehicles/': () => ({ count: 1, results: [one], count_is_limit: false }),
      '/api/vehicle/7/': (_url, init) => {
        if (init?.method !== 'PUT') return one;
        const body = JSON.parse(String(init.body));
        sent.push(body);
        one = { ...one, ...body };
        return one;
      },
    });
  });
  const open = async () => {
    await openScreen('/administration/vehicles?open=7', testUser({ role: 'ADMIN' }));
    return (await screen.findByLabelText(/Gross weight/)) as HTMLInputElement;
  };

  it('asks for the mass of a van in international haulage, and stores both', async () => {
    const weight = await open();
    await user.click(screen.getByRole('checkbox', { name: LABEL }));
    expect(screen.getByText(/since 1 July 2026/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/decides whether the vehicle needs a tachograph/)).toBeTruthy();
    expect(weight.getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
    await user.type(weight, '3500');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ gross_weight_kg: 3500, is_international_haulage: true });
  });

  it('offers the use for cars and vans only', async () => {
    one = { ...VAN, type: 'STR', kind: 'rigid' };
    await open();
    expect(screen.queryByRole('checkbox', { name: LABEL })).toBe(null);
  });

  it('drops the use with a type that has none', () => {
    const draft = { ...vehicleDraft(VAN), is_international_haulage: true };
    expect(vehicleBody(draft).is_international_haulage).toBe(true);
    const lorry = { ...draft, type: 'STR' } as const;
    expect(vehicleBody(lorry).is_international_haulage).toBe(false);
  });
});
