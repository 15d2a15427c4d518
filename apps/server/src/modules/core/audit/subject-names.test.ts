import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { type Change, recordChanges } from '../../../platform/audit/index.ts';

interface Subject {
  readonly kind: string;
  readonly id: string;
  readonly name: string | null;
}

let api: TestApi;
let fleet: TrackedFleet;

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { home, vehicles, people } = fleet;
  const { db } = api.services;
  await db.pool.query(
    `insert into defect_records (id, customer_id, vehicle_id, reference_number, items, reported_at,
       reported_by, due_at) overriding system value
     values (571, $1, $2, 'DEF-000571', '[]', now(), 'Dan Reed', now())`,
    [home.customerId, vehicles.n1.vehicleId],
  );
  const change = (kind: Change['subject']['kind'], id: string, changed = {}): Change => ({
    customerId: home.customerId,
    actor: { userId: people.admin, name: 'Ada Hill' },
    subject: { kind, id, name: '' },
    action: 'changed',
    before: null,
    after: { call: 'defects.move' },
    ...changed,
  });
  await db.asSystem((trx) =>
    recordChanges(trx, [
      change('defect', '571'),
      change('inspection', '571'),
      change('driver', '571', { action: 'erased', after: null }),
      change('driver_check', '571', { after: { call: 'vehicleCheck.createMonthDocument' } }),
      change('depot', String(fleet.north), { after: { call: 'depots.move' } }),
    ]),
  );
});
afterAll(() => api.close());

const subjects = async (query: string, as = fleet.people.admin): Promise<Subject[]> => {
  const { status, body } = await api.ask(`/api/administration/audit/?ordering=at&${query}`, { as });
  expect(status).toBe(200);
  return body.results.map((one: { subject: Subject }) => one.subject);
};
const DEFECT = { kind: 'defect', id: '571', name: 'DEF-000571' };

describe('the records of the audit log', () => {
  it('[O-P07] have their current reference number or name', async () => {
    const { rows } = await api.services.db.pool.query('select name from depots where id = $1', [
      fleet.north,
    ]);
    expect(await subjects('action=changed')).toEqual([
      DEFECT,
      { kind: 'inspection', id: '571', name: '' },
      { kind: 'driver_check', id: '571', name: '' },
      { kind: 'depot', id: String(fleet.north), name: rows[0].name },
    ]);
    expect(await subjects('action=erased')).toEqual([{ kind: 'driver', id: '571', name: '' }]);
    const file = await api.ask('/api/administration/audit/export/?format=csv&kind=defect', {
      as: fleet.people.admin,
    });
    expect(String(file.body)).toContain('DEF-000571');
  });

  it('[O-P07] are found by their reference number and by their number', async () => {
    for (const subject of ['DEF-000571', 'def-571', '%20DEF-000571']) {
      expect(await subjects(`subject=${subject}`)).toEqual([DEFECT]);
    }
    expect((await subjects('subject=571')).map(({ kind }) => kind)).toEqual([
      'defect',
      'inspection',
      'driver',
      'driver_check',
    ]);
    expect(await subjects('subject=571&kind=defect')).toEqual([DEFECT]);
    expect(await subjects('subject=DEF-000571&kind=depot')).toEqual([]);
    expect(await subjects('subject=PMI-000572')).toEqual([]);
    expect(await subjects('subject=DEF-000571', fleet.people.foreign)).toEqual([]);
  });

  it('[O-P07] [RP-29] keep the name that they had when a call changed them', async () => {
    const made = await api.ask('/api/vor_list/', {
      as: fleet.people.manager,
      method: 'POST',
      body: {
        vehicle: fleet.vehicles.n1.vehicleId,
        reason: 'accident',
        off_road_at: '2026-06-01T00:00:00Z',
      },
    });
    expect(made.status).toBeLessThan(300);
    const { rows } = await api.services.db.pool.query(
      `select a.subject_name, v.registration from audit_entries a, vehicles v
       where a.subject_kind = 'vor_entry' and v.id = $1`,
      [fleet.vehicles.n1.vehicleId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].subject_name).toBe(rows[0].registration);
  });
});
