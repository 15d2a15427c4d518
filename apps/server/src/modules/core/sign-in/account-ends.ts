import type { Services } from '../../../platform/services.ts';
import { endSignOnSessions, updateUser } from './sign-in.repository.ts';
import { voidPasswordTokens } from './sign-in-password-tokens.repository.ts';

/**
 * Ends every session of a user and invalidates every mailed link, after the user lost access or the
 * account got another address.
 */
export async function endAccountSessions(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  userId: number,
): Promise<void> {
  const now = new Date();
  await db.asSystem(async (trx) => {
    await updateUser(trx, userId, { sessions_valid_from: now });
    await endSignOnSessions(trx, userId, null);
    await voidPasswordTokens(trx, userId, now);
  });
  bus.publish('users.changed', { userId });
}
