import type { Database } from '../src/platform/db/index.ts';
import { FOREIGN, type Input } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Plants a shift and an absence of the other customer. */
export async function plantDriverPlanning(
  db: Database,
  { away, foreignDriver }: TrackedFleet,
): Promise<void> {
  await db.pool.query(
    `insert into planned_shifts (id, customer_id, driver_id, depot_id, starts_at, ends_at, note, author)
     overriding system value
     values ($1, $2, $3, $4, '2026-06-01 06:00Z', '2026-06-01 14:00Z', 'Canary', 'Canary')`,
    [FOREIGN, away.customerId, foreignDriver, away.depotId],
  );
  await db.pool.query(
    `insert into driver_absences (id, customer_id, driver_id, kind, starts_at, ends_at, is_whole_days, state,
       note, author)
     overriding system value
     values ($1, $2, $3, 'other', '2026-06-02', '2026-06-03', true, 'requested', 'Canary', 'Canary')`,
    [FOREIGN, away.customerId, foreignDriver],
  );
}

/** Right questions about plans that aim at the other customer's. */
export function foreignDriverPlanning({ away, foreignDriver, vehicles }: TrackedFleet) {
  const params = { id: FOREIGN };
  const shift = {
    driver: foreignDriver,
    vehicle: vehicles.f1.vehicleId,
    depot: away.depotId,
    start: '2026-06-01T06:00:00Z',
    end: '2026-06-01T14:00:00Z',
  };
  const absence = { kind: 'other', start: '2026-06-04T00:00:00Z', end: '2026-06-05T00:00:00Z' };
  return {
    'driverPlanning.board': { query: { driver: foreignDriver } },
    'driverPlanning.list': { query: { driver: foreignDriver } },
    'driverPlanning.exportList': { query: { driver: foreignDriver, format: 'csv' } },
    'driverPlanning.add': { body: shift },
    'driverPlanning.read': { params },
    'driverPlanning.change': { params, body: { ...shift, version: 1 } },
    'driverPlanning.remove': { params },
    'driverPlanning.check': { body: shift },
    'driverPlanning.copy': {
      body: { from: '2026-06-01', to: '2026-06-08', days: 7, depot: away.depotId },
    },
    'driverPlanning.acknowledge': { params, body: { version: 1 } },
    'driverPlanning.withdrawAbsence': { params },
    'driverCandidates.list': { query: { vehicle: vehicles.f1.vehicleId } },
    'driverAbsences.list': { query: { driver: foreignDriver } },
    'driverAbsences.add': { body: { driver: foreignDriver, ...absence } },
    'driverAbsences.read': { params },
    'driverAbsences.change': { params, body: { ...absence, version: 1 } },
    'driverAbsences.decide': { params, body: { state: 'approved', version: 1 } },
    'driverAbsences.remove': { params },
  } satisfies Record<string, Input>;
}
