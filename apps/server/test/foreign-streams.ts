import type { Database } from '../src/platform/db/index.ts';
import { FOREIGN, type Input } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Plants an outgoing stream of the other customer. */
export async function plantStreams(db: Database, { away }: TrackedFleet): Promise<void> {
  await db.pool.query(
    `insert into outgoing_streams (id, customer_id, name, kind, address, settings, feeds)
     overriding system value values ($1, $2, 'Canary', 'webhook', 'https://canary.example/', $3,
       '{trips}')`,
    [FOREIGN, away.customerId, { topic: '', mqtt_version: '5', nats_mode: 'core', username: '' }],
  );
}

/** Right questions about outgoing streams that aim at the other customer's. */
export function foreignStreams({ away: { customerId: customer } }: TrackedFleet) {
  const params = { id: FOREIGN };
  const body = {
    name: 'Planted',
    kind: 'webhook',
    address: 'https://planted.example/',
    feeds: ['trips'],
    all_vehicles: true,
  };
  return {
    'outgoingStreams.create': { body: { ...body, customer } },
    'outgoingStreams.read': { params },
    'outgoingStreams.change': { params, body },
    'outgoingStreams.remove': { params },
    'outgoingStreams.test': { params },
    'outgoingStreams.restart': { params, body: { start: 'now' } },
    'outgoingStreams.rotate': { params },
  } satisfies Record<string, Input>;
}
