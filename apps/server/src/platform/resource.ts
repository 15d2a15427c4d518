import { actorOf, type Change, recordChanges } from './audit/index.ts';
import type { Viewer } from './auth/index.ts';
import type { Transaction } from './db/index.ts';
import { notFound } from './errors.ts';

/** A row as the audit log stores it. */
export interface AuditedRow extends Pick<Change, 'customerId' | 'subject' | 'masks'> {
  /** The values of which the log stores the differences; null for none. */
  readonly facts: object | null;
}

/** A row that can be archived, as the audit log stores it. */
export interface ArchivableRow extends AuditedRow {
  readonly isArchived: boolean;
  /** The values that the log stores when it is archived; null for none. */
  readonly kept: object | null;
}

/**
 * Logs the rows of one kind that a request wrote: without `before` a row was created, without `after`
 * it was removed.
 */
export async function recordRows<Row>(
  trx: Transaction,
  viewer: Pick<Viewer, 'userId'>,
  describe: (row: Row) => AuditedRow,
  rows: readonly { readonly before: Row | null; readonly after: Row | null }[],
): Promise<void> {
  const actor = await actorOf(trx, viewer);
  const changes = rows.flatMap(({ before, after }): Change[] => {
    const [old, now] = [before && describe(before), after && describe(after)];
    const one = now ?? old;
    if (one === null) return [];
    const { facts: _, ...row } = one;
    const action = old === null ? 'created' : now === null ? 'removed' : 'changed';
    return [{ ...row, actor, action, before: old?.facts ?? null, after: now?.facts ?? null }];
  });
  await recordChanges(trx, changes);
}

/** Logs one row, as {@link recordRows}. */
export const recordRow = <Row>(
  trx: Transaction,
  viewer: Pick<Viewer, 'userId'>,
  describe: (row: Row) => AuditedRow,
  before: Row | null,
  after: Row | null,
): Promise<void> => recordRows(trx, viewer, describe, [{ before, after }]);

/**
 * Archives or restores rows of one kind and logs it; those already in that state are skipped.
 *
 * @param rows visible to the viewer
 * @param write updates these rows; not called for none
 * @returns how many were changed
 */
export async function archiveRows<Row>(
  trx: Transaction,
  viewer: Pick<Viewer, 'userId'>,
  describe: (row: Row) => ArchivableRow,
  rows: readonly Row[],
  isArchived: boolean,
  write: (concerned: readonly Row[]) => Promise<unknown>,
): Promise<number> {
  const concerned = rows.filter((row) => describe(row).isArchived !== isArchived);
  if (concerned.length === 0) return 0;
  await write(concerned);
  const actor = await actorOf(trx, viewer);
  const action = isArchived ? 'archived' : 'restored';
  const changes = concerned.map((row): Change => {
    const { customerId, subject, kept } = describe(row);
    return { customerId, actor, subject, action, before: isArchived ? kept : null, after: null };
  });
  await recordChanges(trx, changes);
  return concerned.length;
}

/** The ids of some rows. */
export const idsOf = (rows: readonly { readonly id: number }[]): number[] =>
  rows.map(({ id }) => id);

/**
 * The rows with all of these ids.
 *
 * @param read the visible rows with some ids, without repeats
 * @throws HttpError 404 if one is not visible
 */
export async function allOf<Row>(
  ids: readonly number[],
  read: (wanted: readonly number[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const wanted = [...new Set(ids)];
  const rows = await read(wanted);
  if (rows.length < wanted.length) throw notFound();
  return rows;
}
