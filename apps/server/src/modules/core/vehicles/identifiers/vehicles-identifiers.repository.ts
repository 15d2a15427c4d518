import { identifierKey } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

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

/** Replaces the identifiers of trailers. */
export async function writeIdentifiers(
  trx: Transaction,
  customerId: number,
  vehicles: readonly { readonly id: number; readonly identifiers: readonly string[] }[],
): Promise<void> {
  if (vehicles.length === 0) return;
  const ids = vehicles.map(({ id }) => id);
  await sql`delete from trailer_identifiers where vehicle_id = any(${ids}::int[])`.execute(trx);
  const rows = vehicles.flatMap(({ id, identifiers }) =>
    identifiers.map((value) => ({ vehicle_id: id, value, key: identifierKey(value) })),
  );
  if (rows.length === 0) return;
  await sql`insert into trailer_identifiers (customer_id, key, vehicle_id, value)
    select ${customerId}::int, r.key, r.vehicle_id, min(r.value)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (key text, vehicle_id int, value text) group by r.key, r.vehicle_id`.execute(trx);
}
