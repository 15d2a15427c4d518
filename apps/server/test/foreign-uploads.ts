import type { Database } from '../src/platform/db/index.ts';
import { FOREIGN, type Input } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Plants an upload of the other customer. */
export async function plantUploads(db: Database, { away, people }: TrackedFleet): Promise<void> {
  await db.pool.query(
    `with upload as (insert into vehicle_uploads (id, customer_id, user_id, user_name, file_name,
         is_check, choices, runs_on_weekend, state, run_at) overriding system value
       values ($1, $2, $3, 'Canary', 'canary.csv', false, '{"create":true,"update":true,
         "remove_missing":false,"all_or_nothing":false}', true, 'waiting', now() + interval '9 days')
       returning id)
     insert into vehicle_upload_rows (upload_id, customer_id, position, row_number, registration,
       outcome, texts) select id, $2, 1, 2, 'CANARY 9', 'error', '{Canary}' from upload`,
    [FOREIGN, away.customerId, people.foreign],
  );
}

/** Right questions about uploads that aim at the other customer's. */
export function foreignUploads({ vehicles }: TrackedFleet) {
  const params = { id: FOREIGN };
  return {
    'imports.read': { params },
    'imports.cancel': { params },
    'imports.result': { params },
    'imports.labels': { body: { vehicles: [vehicles.f1.vehicleId], page: 'documents' } },
  } satisfies Readonly<Record<string, Input>>;
}
