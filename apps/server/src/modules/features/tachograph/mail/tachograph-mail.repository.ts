import { type Insertable, sql } from 'kysely';
import type { Tables, Transaction } from '../../../../platform/db/index.ts';
import type { MailboxFailure, MailOutcome } from './tachograph-mail-mailbox.ts';

/** What became of a message that was taken before; undefined for a new one. */
export async function mailOutcome(
  trx: Transaction,
  customerId: number,
  digest: Buffer,
): Promise<MailOutcome | undefined> {
  const row = await trx
    .selectFrom('tachograph_mails')
    .select('outcome')
    .where('customer_id', '=', customerId)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row?.outcome;
}

/** Records a message that was taken. Returns false if another process has recorded it. */
export async function insertMail(
  trx: Transaction,
  mail: Insertable<Tables['tachograph_mails']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('tachograph_mails')
    .values(mail)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** How the mailbox answered, as the system health shows it. */
export interface MailboxState {
  readonly success_at: string | null;
  readonly failure_at: string | null;
  readonly failure: MailboxFailure | null;
  /** Messages of the last 30 days without a usable file, of allowed senders. */
  readonly rejected: number;
}

const KEY = 'tachograph.mailbox';

/** Records that the mailbox was read, or why it could not be. */
export async function keepMailboxState(
  trx: Transaction,
  failure: MailboxFailure | null,
): Promise<void> {
  const now = new Date().toISOString();
  const value = JSON.stringify(
    failure === null ? { success_at: now } : { failure_at: now, failure },
  );
  await sql`insert into settings (key, value) values (${KEY}, ${value}::jsonb)
    on conflict (key) do update set value = settings.value || excluded.value,
      updated_at = now()`.execute(trx);
}

/** Deletes what is kept of messages before a time. */
export async function deleteMails(trx: Transaction, before: Date): Promise<void> {
  await trx.deleteFrom('tachograph_mails').where('taken_at', '<', before).execute();
}

export async function mailboxState(trx: Transaction): Promise<MailboxState> {
  const { rows } = await sql<MailboxState>`select s.value ->> 'success_at' as success_at,
      s.value ->> 'failure_at' as failure_at, s.value ->> 'failure' as failure,
      (select count(*)::int from tachograph_mails where outcome = 'failed'
        and taken_at > now() - interval '30 days') as rejected
    from (select 1) one left join settings s on s.key = ${KEY}`.execute(trx);
  return rows[0] ?? { success_at: null, failure_at: null, failure: null, rejected: 0 };
}
