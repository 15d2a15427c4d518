import type { Transaction } from '../../../platform/db/index.ts';

/** The lines of an address (requirement O-10). */
export interface AddressValues {
  readonly display_name: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly county: string;
  readonly postcode: string;
  readonly country: string;
}

export interface AddressRow extends AddressValues {
  readonly id: number;
}

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
