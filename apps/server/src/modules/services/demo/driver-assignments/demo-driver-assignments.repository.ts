import { HANDOVER_ITEMS } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { demoAuthor } from '../demo-author.repository.ts';

const DAY_MS = 86_400_000;
/** Vehicles with a recorded hand-over; each third one waits for the signature. */
const RECORDED = 9;
const DAMAGES = [
  '',
  'Scratch on the nearside rear corner',
  '',
  'Chip in the windscreen, below 10 mm',
];

/**
 * Inserts hand-overs of assignments to drivers without an account, whom nobody waits for on a phone. Does nothing for
 * a customer without a manager.
 */
export async function insertHandovers(
  trx: Transaction,
  customerId: number,
  nowMs: number,
): Promise<void> {
  const { rows } = await sql<{
    id: number;
    driver_id: number;
    vehicle_id: number;
    name: string;
  }>`
    select a.id, a.vehicle_id, d.id as driver_id, d.first_name || ' ' || d.surname as name
    from driver_assignments a join drivers d on d.id = a.driver_id
    where a.customer_id = ${customerId}
      and not exists (select from users u where u.driver_id = d.id)
    order by a.vehicle_id limit ${RECORDED}`.execute(trx);
  const author = await demoAuthor(trx, customerId);
  if (author === undefined || rows.length === 0) return;
  for (const [n, { driver_id, id, name, vehicle_id }] of rows.entries()) {
    const isSigned = n % 3 !== 2;
    const happenedMs = nowMs - (n * 11 + 1) * DAY_MS;
    await trx
      .updateTable('driver_assignments')
      .set({ assigned_from: new Date(happenedMs) })
      .where('id', '=', id)
      .execute();
    await trx
      .insertInto('driver_handovers')
      .values({
        customer_id: customerId,
        assignment_id: id,
        driver_id,
        vehicle_id,
        kind: 'issue',
        happened_at: new Date(happenedMs),
        fill_pct: 40 + ((n * 17) % 60),
        items: JSON.stringify(
          HANDOVER_ITEMS.map((item) => ({
            item,
            is_there: item !== 'charging_cable' && !(n === 4 && item === 'fuel_card'),
          })),
        ),
        damage: DAMAGES[n % DAMAGES.length] ?? '',
        author_id: author.id,
        author: `${author.first_name} ${author.last_name}`,
        ...(isSigned ? { signed_by: name, signed_at: new Date(happenedMs + DAY_MS / 24) } : {}),
      })
      .execute();
  }
}
