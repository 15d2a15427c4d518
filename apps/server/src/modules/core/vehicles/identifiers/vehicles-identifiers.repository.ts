import { ASSET_KINDS, canPull, IDENTIFIER_SEARCH_DAYS, identifierKey } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Kinds behind which no trailer can be. */
const NOT_PULLING = ASSET_KINDS.filter((kind) => !canPull(kind));

/** The vehicles that have identifiers, by {@link identifierKey}; also those that are not visible. */
export async function identifierBearers(
  trx: Transaction,
  customerId: number,
  identifiers: readonly string[],
): Promise<Map<string, number>> {
  if (identifiers.length === 0) return new Map();
  const { rows } = await sql<{ key: string; id: number }>`
    select key, vehicle_id as id from trailer_identifiers where customer_id = ${customerId}
      and key = any(${identifiers.map(identifierKey)}::text[])`.execute(trx);
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/**
 * Queues the records of the last days of all vehicles that can pull, so that couplings of before the identifiers were
 * entered are found. One vehicle every two seconds: couplings of today never wait for it.
 */
async function searchAgain(trx: Transaction, customerId: number): Promise<void> {
  await sql`insert into coupling_due (customer_id, vehicle_id, from_at, to_at, not_before,
      is_search)
    select v.customer_id, v.id, now() - make_interval(days => ${IDENTIFIER_SEARCH_DAYS}), now(),
      now() + row_number() over (order by s.device_time desc) * interval '2 seconds', true
    from vehicles v join vehicle_states s on s.vehicle_id = v.id
    where v.customer_id = ${customerId} and v.is_active
      and s.device_time > now() - make_interval(days => ${IDENTIFIER_SEARCH_DAYS})
      and coalesce(v.kind, '') <> all(${[...NOT_PULLING]}::text[])
      and not exists (select from coupling_due d where d.vehicle_id = v.id and d.is_search)`.execute(
    trx,
  );
}

/** Replaces the identifiers of trailers. Records are searched again for those that are new. */
export async function writeIdentifiers(
  trx: Transaction,
  customerId: number,
  vehicles: readonly { readonly id: number; readonly identifiers: readonly string[] }[],
): Promise<void> {
  if (vehicles.length === 0) return;
  const ids = vehicles.map(({ id }) => id);
  const held = await identifierBearers(
    trx,
    customerId,
    vehicles.flatMap(({ identifiers }) => identifiers),
  );
  await sql`delete from trailer_identifiers where vehicle_id = any(${ids}::int[])`.execute(trx);
  const rows = vehicles.flatMap(({ id, identifiers }) =>
    identifiers.map((value) => ({ vehicle_id: id, value, key: identifierKey(value) })),
  );
  if (rows.length === 0) return;
  await sql`insert into trailer_identifiers (customer_id, key, vehicle_id, value)
    select ${customerId}::int, r.key, r.vehicle_id, min(r.value)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (key text, vehicle_id int, value text) group by r.key, r.vehicle_id`.execute(trx);
  if (rows.some(({ key, vehicle_id: id }) => held.get(key) !== id)) {
    await searchAgain(trx, customerId);
  }
}
