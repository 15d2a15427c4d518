import type { Database } from '../src/platform/db/index.ts';
import { FOREIGN, type Input } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Plants a fault of the other customer. */
export async function plantFaults(db: Database, { away, vehicles }: TrackedFleet): Promise<void> {
  await db.pool.query(
    `with planted as (insert into vehicle_faults (id, customer_id, vehicle_id, kind, fault_key, severity,
       first_seen_at, last_seen_at)
       overriding system value values ($1, $2, $3, 'troubleCode', 'P1999', 'minor', now(), now())
       returning id)
     insert into fault_notes (fault_id, customer_id, vehicle_id, note, author)
     select id, $2, $3, 'Canary', 'Canary' from planted`,
    [FOREIGN, away.customerId, vehicles.f1.vehicleId],
  );
}

/** Right questions about faults that aim at the other customer's. */
export function foreignFaults({ away, vehicles }: TrackedFleet) {
  const params = { id: FOREIGN };
  const vehicle = vehicles.f1.vehicleId;
  return {
    'faults.list': { query: { vehicle } },
    'faults.exportList': { query: { depot: away.depotId, format: 'csv' } },
    'faults.read': { params },
    'faults.createDefect': {
      params,
      body: { severity: 'minor', finding: 'Planted', version: 1 },
    },
    'faults.addNote': { params, body: { note: 'Planted' } },
    'faults.close': { params, body: { note: 'Planted', version: 1 } },
    'faults.notes': { query: { vehicle } },
  } satisfies Record<string, Input>;
}
