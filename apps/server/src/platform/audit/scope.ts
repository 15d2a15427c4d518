import { AsyncLocalStorage } from 'node:async_hooks';

/** What a request has done so far, as far as the audit log is concerned. */
export interface AuditScope {
  /** Entries written by now. */
  entries: number;
  /** Ids of the records that its answer shows; null where those of the request are meant. */
  shown: readonly number[] | null;
}

/** Of the request that is being handled; none in jobs. */
export const auditScope = new AsyncLocalStorage<AuditScope>();

/**
 * Says which of the records that a request names its answer shows, so that the log has an entry for each
 * of these and for no other. To be called before the answer is sent.
 */
export function noteShown(ids: readonly number[]): void {
  const scope = auditScope.getStore();
  if (scope !== undefined) scope.shown = ids;
}
