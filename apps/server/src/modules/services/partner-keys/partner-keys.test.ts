import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { withTrackedFleet } from '../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';

const PATH = '/api/administration/partner_keys/';
let api: TestApi;
let fleet: TrackedFleet;
withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

const make = (as: number, body: object) => api.ask(PATH, { as, method: 'POST', body });
const revoke = (as: number, id: number) => api.ask(`${PATH}${id}/`, { as, method: 'DELETE' });
const search = async (key: string) =>
  (
    await fetch(`${api.url}/api/help/vehicle_search/?search=N1`, {
      headers: { 'x-external-key': key },
    })
  ).status;

describe('keys of partners', () => {
  it('[W-P05] [R-015] are created, shown once, used, and revoked permanently', async () => {
    const { admin } = fleet.people;
    const made = await make(admin, { name: 'Claims Ltd' });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { key, id, hint } = made.body;
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const list = await api.ask(PATH, { as: admin });
    expect(list.body.results[0]).toMatchObject({ id, hint: key.slice(0, 6), last_used_at: null });
    expect(JSON.stringify(list.body)).not.toContain(key);
    const { rows } = await api.services.db.pool.query(
      `select row_to_json(k)::text as kept from partner_keys k union all
       select row_to_json(a)::text from audit_entries a`,
    );
    expect(rows.some(({ kept }) => kept.includes(key))).toBe(false);
    expect(hint.length).toBeLessThan(8);

    expect(await search(key)).toBe(200);
    const used = await api.ask(`${PATH}${id}/`, { as: admin });
    expect(used.body.last_used_at).toMatch(/^\d{4}-/);
    expect((await revoke(admin, id)).body.revoked_by).toMatch(/\w/);
    expect(await search(key)).toBe(403);
    expect((await revoke(admin, id)).status).toBe(200);
    const log = await api.services.db.pool.query(
      `select action from audit_entries where subject_kind = 'partner_key' and action <> 'refused' order by position`,
    );
    expect(log.rows.map(({ action }) => action)).toEqual(['created', 'removed']);
  });

  it('[W-P05] [U-P03] belong to one customer; others can neither see, create nor revoke them', async () => {
    const { admin, foreign, manager, global } = fleet.people;
    const { body } = await make(admin, { name: 'Repair Co' });
    expect((await make(manager, { name: 'Mine' })).status).toBe(403);
    expect((await revoke(foreign, body.id)).status).toBe(404);
    expect((await api.ask(`${PATH}${body.id}/`, { as: foreign })).status).toBe(404);
    expect((await api.ask(PATH, { as: foreign })).body.count).toBe(0);
    const planted = await make(foreign, { name: 'Planted', customer: fleet.home.customerId });
    expect([planted.status, Object.keys(planted.body.errors)]).toEqual([400, ['customer']]);
    const withoutCustomer = await make(global, { name: 'Whose' });
    expect([withoutCustomer.status, Object.keys(withoutCustomer.body.errors)]).toEqual([
      400,
      ['customer'],
    ]);
    const given = await make(global, { name: 'Given', customer: fleet.away.customerId });
    expect(given.body.customer.id).toBe(fleet.away.customerId);
    expect((await make(admin, { name: ' ' })).status).toBe(400);
  });
});
