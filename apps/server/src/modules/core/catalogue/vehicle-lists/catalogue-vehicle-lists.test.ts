import { contract } from '@roadworthy/contract';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../../test/api.ts';
import { withTrackedFleet } from '../../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;

withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

const path = (kind: string, rest = '') => `/api/administration/vehicle_lists/${kind}/${rest}`;
const create = (as: number, kind: string, body: object) =>
  api.ask(path(kind), { as, method: 'POST', body });
const change = (as: number, kind: string, id: number, body: object) =>
  api.ask(path(kind, `${id}/`), { as, method: 'PUT', body });
const archive = (as: number, kind: string, ids: number[], archived: boolean) =>
  api.ask(path(kind, 'archive/'), { as, method: 'POST', body: { ids, archived } });
const names = async (as: number, kind: string, ask = '') =>
  (await api.ask(path(kind, ask), { as })).body.results.map(({ name }: { name: string }) => name);

describe('the lists of the vehicle form', () => {
  it.each([
    ['[R-089]', 'manufacturer', '/api/vehicle_manufacturers/', 'name'],
    ['[R-091]', 'livery', '/api/livery_category/', 'category_name'],
    ['[R-092]', 'driver_category', '/api/administration/driver_category/', 'name'],
    ['[R-093]', 'contract_type', '/api/administration/vehicle_contract_type/', 'name'],
    ['[R-094]', 'lease_company', '/api/administration/lease_companies/', 'name'],
  ])(
    '%s [O-23] %s is made, found, changed, archived and brought back',
    async (_id, kind, choices, field) => {
      const { admin, foreign, manager } = fleet.people;
      const made = await create(admin, kind, { name: 'Zeta' });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      expect(contract.vehicleLists.create.answer.parse(made.body)).toMatchObject({
        kind,
        name: 'Zeta',
        customer: fleet.home.customerId,
        vehicle_count: 0,
        is_archived: false,
      });
      await create(admin, kind, { name: 'Alpha' });
      const chosen = async (as: number) =>
        (await api.ask(choices, { as })).body.map((one: Record<string, string>) => one[field]);
      expect(await chosen(admin)).toEqual(['Alpha', 'Zeta']);
      expect(await names(admin, kind, '?ordering=-name')).toEqual(['Zeta', 'Alpha']);
      expect(await names(admin, kind, '?search=ALP')).toEqual(['Alpha']);
      expect(await chosen(foreign)).toEqual([]);
      expect((await api.ask(choices, { as: manager })).status).toBe(403);

      const { id } = made.body;
      expect((await change(admin, kind, id, { name: 'alpha' })).body.errors).toHaveProperty('name');
      expect((await change(admin, kind, id, { name: 'Omega' })).body.name).toBe('Omega');
      expect((await change(foreign, kind, id, { name: 'Mine' })).status).toBe(404);
      expect((await archive(foreign, kind, [id], true)).status).toBe(404);
      expect((await archive(admin, kind, [id], true)).status).toBe(204);
      expect(await chosen(admin)).toEqual(['Alpha']);
      expect(await names(admin, kind, '?archived=true')).toEqual(['Omega']);
      expect((await change(admin, kind, id, { name: 'X' })).status).toBe(404);
      // Another entry has taken its name meanwhile.
      await create(admin, kind, { name: 'OMEGA' });
      expect((await archive(admin, kind, [id], false)).status).toBe(409);
      const { rows } = await api.services.db.pool.query(
        `select action from audit_entries where subject_kind = $1 and subject_id = $2 order by id`,
        [kind, String(id)],
      );
      expect(rows.map(({ action }) => action)).toEqual(['created', 'changed', 'archived']);
    },
  );

  it('[R-090] [O-23] a model belongs to a manufacturer, and its vehicles show a changed name', async () => {
    const { admin, foreign, global } = fleet.people;
    const maker = (await create(admin, 'manufacturer', { name: 'Volvo' })).body;
    const other = (await create(foreign, 'manufacturer', { name: 'Volvo' })).body;
    const body = { name: 'FH', manufacturer: maker.id, vehicle_type: 'STR' };
    for (const [wrong, field] of [
      [{ ...body, manufacturer: other.id }, 'manufacturer'],
      [{ ...body, manufacturer: null }, 'manufacturer'],
      [{ ...body, vehicle_type: null }, 'vehicle_type'],
      [{ ...body, name: ' ' }, 'name'],
      [{ ...body, customer: fleet.away.customerId }, 'customer'],
    ] as const) {
      const refused = await create(admin, 'model', wrong);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    }
    expect((await create(admin, 'livery', body)).body.errors).toHaveProperty('manufacturer');
    const model = (await create(admin, 'model', body)).body;
    const ask = `/api/vehicle_man_models/?manufacturer=${maker.id}`;
    expect((await api.ask(ask, { as: admin })).body).toEqual([
      {
        id: model.id,
        name: 'FH',
        manufacturer: maker.id,
        vehicle_type: { reference: 'STR', name: 'Truck' },
      },
    ]);
    const vehicle = await api.ask('/api/vehicles/', {
      as: admin,
      method: 'POST',
      body: { registration: 'MOD 1', type: 'STR', manufacturer_model: model.id },
    });
    expect(vehicle.body.manufacturer_model.name).toBe('Volvo FH');
    await change(admin, 'manufacturer', maker.id, { name: 'Volvo Trucks' });
    const search = await api.ask('/api/administration/vehicles/?search=volvo+trucks+fh', {
      as: admin,
    });
    expect(search.body.results).toMatchObject([
      { registration: 'MOD 1', manufacturer_model: { id: model.id, name: 'Volvo Trucks FH' } },
    ]);
    expect((await api.ask(path('model', `${model.id}/`), { as: admin })).body).toMatchObject({
      manufacturer: { id: maker.id, name: 'Volvo Trucks' },
      vehicle_count: 1,
    });
    // A global administrator requests the lists of one customer.
    const { customerId } = fleet.away;
    const of = await api.ask(`/api/vehicle_manufacturers/?customer=${customerId}`, { as: global });
    expect(of.body).toEqual([{ id: other.id, name: 'Volvo' }]);
  });
});
