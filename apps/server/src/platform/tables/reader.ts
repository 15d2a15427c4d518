import type { Viewer } from '../auth/index.ts';
import { wordingOf } from '../customer-texts/index.ts';
import type { Transaction } from '../db/index.ts';
import type { Wording } from '../texts.ts';

/** The date preferences of a user, and their customer. */
export interface Reader {
  readonly dateFormat: string | null;
  readonly timeFormat: string | null;
  /** Name of the customer; null for none. */
  readonly customer: string | null;
  /** The language and custom texts of the user. */
  readonly wording: Wording;
}

/** The preferences for a report that a viewer does not contain. */
export async function readerOf(trx: Transaction, viewer: Viewer): Promise<Reader> {
  const row = await trx
    .selectFrom('users as u')
    .leftJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['u.date_format', 'u.time_format', 'c.name'])
    .where('u.id', '=', viewer.userId)
    .executeTakeFirst();
  return {
    dateFormat: row?.date_format ?? null,
    timeFormat: row?.time_format ?? null,
    customer: row?.name ?? null,
    wording: await wordingOf(trx, viewer.customerId, viewer.language),
  };
}
