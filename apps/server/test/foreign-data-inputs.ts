import { MAPPING_PRESETS } from '@roadworthy/domain';
import type { Database } from '../src/platform/db/index.ts';
import { FOREIGN, type Input } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Plants a data input of the other customer, with a message. */
export async function plantDataInputs(db: Database, { away }: TrackedFleet): Promise<void> {
  await db.pool.query(
    `insert into data_inputs (id, customer_id, name, kind, token_digest, settings, mapping)
     overriding system value values ($1, $2, 'Canary', 'http', '\\x00', $3, $4)`,
    [
      FOREIGN,
      away.customerId,
      { address: '', topic: '', username: '', client_id: '' },
      MAPPING_PRESETS.flespi,
    ],
  );
  await db.pool.query(
    `insert into data_input_messages (customer_id, input_id, content, full_bytes)
     values ($1, $2, 'Canary', 6)`,
    [away.customerId, FOREIGN],
  );
}

/** Right questions about data inputs that aim at the other customer's. */
export function foreignDataInputs({ away: { customerId: customer } }: TrackedFleet) {
  const params = { id: FOREIGN };
  const body = { name: 'Planted', kind: 'http', mapping: MAPPING_PRESETS.flespi };
  return {
    'dataInputs.create': { body: { ...body, customer } },
    'dataInputs.read': { params },
    'dataInputs.change': { params, body },
    'dataInputs.remove': { params },
    'dataInputs.rotate': { params },
    'dataInputs.messages': { params },
  } satisfies Record<string, Input>;
}
