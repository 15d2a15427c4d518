import type { Address } from '@roadworthy/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

/** The lines of an address (requirement O-10). */
export type AddressValues = Omit<Address, 'id'>;

export type AddressRow = Address;

/** An address `a` that may be missing, as an {@link AddressRow}. */
export const ADDRESS_JSON = sql`case when a.id is null then null else jsonb_build_object('id', a.id,
  'display_name', a.display_name, 'address1', a.address1, 'address2', a.address2,
  'city', a.city, 'county', a.county, 'postcode', a.postcode, 'country', a.country)
  end`;

/**
 * Writes the address of a depot or customer.
 *
 * @param knownId id of the current address; null if there is none
 * @returns the id of the address; null if it was removed
 */
export async function writtenAddress(
  trx: Transaction,
  customerId: number,
  knownId: number | null,
  address: AddressValues | null,
): Promise<number | null> {
  if (address === null) {
    if (knownId !== null) await trx.deleteFrom('addresses').where('id', '=', knownId).execute();
    return null;
  }
  if (knownId !== null) {
    await trx.updateTable('addresses').set(address).where('id', '=', knownId).execute();
    return knownId;
  }
  const { id } = await trx
    .insertInto('addresses')
    .values({ customer_id: customerId, ...address })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
