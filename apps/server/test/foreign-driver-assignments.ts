import type { Database } from '../src/platform/db/index.ts';
import { FOREIGN, type Input } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Plants an assignment of the other customer with a hand-over. */
export async function plantDriverAssignments(
  db: Database,
  { away, foreignDriver, vehicles }: TrackedFleet,
): Promise<void> {
  await db.pool.query(
    `insert into driver_assignments (id, customer_id, vehicle_id, driver_id, assigned_from)
     values ($1, $2, $3, $4, now() - interval '1 hour')`,
    [FOREIGN, away.customerId, vehicles.f1.vehicleId, foreignDriver],
  );
  await db.pool.query(
    `insert into driver_handovers (id, customer_id, assignment_id, driver_id, vehicle_id, kind, happened_at, damage,
       author)
     overriding system value
     values ($1, $2, $1, $3, $4, 'issue', now() - interval '1 hour', 'Canary', 'Canary')`,
    [FOREIGN, away.customerId, foreignDriver, vehicles.f1.vehicleId],
  );
}

/** Right questions about assignments that aim at the other customer's. */
export function foreignDriverAssignments({ foreignDriver, vehicles }: TrackedFleet) {
  const params = { id: FOREIGN };
  const { vehicleId } = vehicles.f1;
  return {
    'driverAssignments.list': { query: { driver: foreignDriver, vehicle: vehicleId } },
    'driverAssignments.exportList': {
      query: { driver: foreignDriver, vehicle: vehicleId, format: 'csv' },
    },
    'driverAssignments.read': { params },
    'driverAssignments.handOver': {},
    'driverAssignments.takeBack': { params },
    'driverAssignments.sign': { params },
    'driverAssignments.giveBack': { params },
  } satisfies Record<string, Input>;
}
