import type { Transaction } from '../../../../platform/db/index.ts';

/** The current terms of a customer; undefined before the first text. */
export async function currentTerms(trx: Transaction, customerId: number) {
  return trx
    .selectFrom('agency_terms')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type TermsRow = NonNullable<Awaited<ReturnType<typeof currentTerms>>>;

/** Stores the next version. */
export async function insertTerms(
  trx: Transaction,
  customerId: number,
  values: Pick<TermsRow, 'version' | 'body' | 'created_by'>,
): Promise<void> {
  await trx
    .insertInto('agency_terms')
    .values({ customer_id: customerId, ...values })
    .execute();
}
