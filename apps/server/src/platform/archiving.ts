import { actorOf, type Change, recordChanges } from './audit/index.ts';
import type { Viewer } from './auth/index.ts';
import type { Transaction } from './db/index.ts';

/** A record that can be archived. */
interface Archivable {
  readonly id: number;
  readonly customerId: number | null;
  readonly isArchived: boolean;
  readonly subject: Change['subject'];
  /** The values that the log stores when it is archived; null for none. */
  readonly kept: object | null;
}

/**
 * Archives or restores records and logs it; those already in that state are skipped.
 *
 * @param records visible to the viewer
 * @param write updates the records with these ids; not called for none
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
