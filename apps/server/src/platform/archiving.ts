import { actorOf, type Change, recordChanges } from './audit/index.ts';
import type { Viewer } from './auth/index.ts';
import type { Transaction } from './db/index.ts';

/** A record that leaves the lists and comes back to them. */
interface Archivable {
  readonly id: number;
  readonly customerId: number | null;
  readonly isArchived: boolean;
  readonly subject: Change['subject'];
  /** What the log keeps of it as it is archived; null for nothing. */
  readonly kept: object | null;
}

/**
 * Archives records or brings them back, with the log of it; those that are so already stay as they are.
 *
 * @param records in sight of the viewer
 * @param write sets the records of some ids; not called for none
 * @returns how many were changed
 */
export async function archiveRecords(
  trx: Transaction,
  viewer: Viewer,
  records: readonly Archivable[],
  isArchived: boolean,
  write: (ids: number[]) => Promise<unknown>,
): Promise<number> {
  const concerned = records.filter((record) => record.isArchived !== isArchived);
  if (concerned.length === 0) return 0;
  await write(concerned.map(({ id }) => id));
  const actor = await actorOf(trx, viewer);
  const changes = concerned.map(
    ({ customerId, subject, kept }): Change => ({
      customerId,
      actor,
      subject,
      action: isArchived ? 'archived' : 'restored',
      before: isArchived ? kept : null,
      after: null,
    }),
  );
  await recordChanges(trx, changes);
  return concerned.length;
}
