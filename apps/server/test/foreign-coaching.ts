import type { Database } from '../src/platform/db/index.ts';
import { FOREIGN, type Input } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Plants coaching of the other customer. */
export async function plantCoaching(
  db: Database,
  { away, foreignDriver, people }: TrackedFleet,
): Promise<void> {
  await db.pool.query(
    `insert into coaching_sessions (id, customer_id, driver_id, coach_id, planned_on, note)
     overriding system value values ($1, $2, $3, $4, '2026-06-01', 'Canary')`,
    [FOREIGN, away.customerId, foreignDriver, people.foreign],
  );
  await db.pool.query(
    `insert into driver_recognitions (customer_id, driver_id, month, reason, text)
     values ($1, $2, '2026-06-01', 'best', 'Canary')`,
    [away.customerId, foreignDriver],
  );
}

/** Right questions about coaching that aim at the other customer's. */
export function foreignCoaching({ away, foreignDriver, people }: TrackedFleet) {
  const params = { id: FOREIGN };
  const values = { coach: people.manager, planned_on: '2026-06-01' };
  return {
    'coaching.queue': { query: { driver: foreignDriver } },
    'coaching.queueOfDriver': { params: { id: foreignDriver } },
    'coaching.sessions': { query: { driver: foreignDriver } },
    'coaching.exportSessions': { query: { driver: foreignDriver, format: 'csv' } },
    'coaching.createSession': { body: { driver: foreignDriver, ...values } },
    'coaching.session': { params },
    'coaching.changeSession': { params, body: { ...values, version: 1 } },
    'coaching.addEvents': { params, body: { events: [1] } },
    'coaching.removeSession': { params },
    'coaching.moveSession': { params, body: { step: 'hold', version: 1 } },
    'coaching.effect': { params },
    'coaching.answer': { params, body: { comment: 'Planted', version: 1 } },
    'fairScores.list': { query: { id: foreignDriver } },
    'fairScores.exportList': { query: { id: foreignDriver, format: 'csv' } },
    'fairScores.candidates': { query: { depot: away.depotId } },
    'fairScores.recognitions': { query: { driver: foreignDriver } },
    'fairScores.recognise': {
      body: { driver: foreignDriver, month: '2026-06', reason: 'best', text: 'Planted' },
    },
  } satisfies Record<string, Input>;
}
