import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

/** When an onboarding that led to no driver was over. */
const OVER = sql`case when state in ('rejected', 'withdrawn') then decided_at
  when state in ('invited', 'in_progress', 'submitted') then expires_at end`;

/** Onboardings of agency drivers that led to no driver and were over before a time. */
export const expiredOnboardings = (customerId: number, before: Date): RawBuilder<unknown> =>
  sql`from agency_onboardings where customer_id = ${customerId} and ${OVER} < ${before}`;

/**
 * Deletes onboardings with their photographs and signatures, and blanks what the audit log says of them; the job
 * of the file store deletes the files.
 *
 * @returns the number of onboardings
 */
export async function deleteOnboardings(
  trx: Transaction,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ id: number; files: string[] }>`
    select o.id, array_remove(array[o.signature_file_id] || array(select d.front_file_id
        from agency_onboarding_documents d where d.onboarding_id = o.id)
      || array(select d.back_file_id from agency_onboarding_documents d
        where d.onboarding_id = o.id), null) as files
    from agency_onboardings o where ${condition} for update of o`.execute(trx);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await sql`update audit_entries set actor_name = null, subject_name = null, before = null, after = null,
      salt = null
    where subject_kind = 'agency_onboarding' and salt is not null
      and subject_id = any(${ids.map(String)}::text[])`.execute(trx);
  await sql`delete from agency_onboardings where id = any(${ids}::int[])`.execute(trx);
  await sql`update files set kept_until = now()
    where id = any(${rows.flatMap(({ files }) => files)}::uuid[])`.execute(trx);
  return rows.length;
}

/** Deletes onboardings past their retention period, up to a limit. @returns their number */
export const removeOnboardings = (
  trx: Transaction,
  customerId: number,
  before: Date,
  limit: number,
): Promise<number> =>
  deleteOnboardings(
    trx,
    sql`o.id in (select id ${expiredOnboardings(customerId, before)} order by id limit ${limit})`,
  );
