import { type MailboxState, mailboxState } from '../../../features/tachograph/index.ts';
import { type Check, databaseOf, type Verdict } from '../system-health-check.ts';

/** @param isConfigured whether the server reads a mailbox */
export function tachographMailVerdict(
  isConfigured: boolean,
  { failure, failure_at, rejected, success_at }: MailboxState,
): Verdict<'tachograph_mail'> {
  if (!isConfigured) return { state: 'unused', finding: 'none' };
  const isFailing = failure_at !== null && (success_at === null || failure_at > success_at);
  if (isFailing) {
    return {
      state: failure === 'login' ? 'error' : 'warning',
      finding: 'failing',
      values: { reason: failure ?? '' },
    };
  }
  if (success_at === null) return { state: 'ok', finding: 'unused' };
  return rejected === 0
    ? { state: 'ok', finding: 'ok' }
    : { state: 'warning', finding: 'rejected', values: { count: String(rejected) } };
}

/** Judges the last runs; it does not open the mailbox itself. */
export const tachographMailCheck: Check<'tachograph_mail'> = {
  name: 'tachograph_mail',
  needsDatabase: true,
  look: async (parts) => {
    const state = await databaseOf(parts).asSystem((trx) => mailboxState(trx));
    return tachographMailVerdict(parts.config.tachograph.mail !== null, state);
  },
};
