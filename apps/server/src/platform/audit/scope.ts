import { AsyncLocalStorage } from 'node:async_hooks';

/** What the audit log needs to know about the current request. */
export interface AuditScope {
  /** Entries written so far. */
  entries: number;
  /** Ids of the records in its response; null for those named in the request. */
  shown: readonly number[] | null;
}

/** The current request; none in jobs. */
export const auditScope = new AsyncLocalStorage<AuditScope>();

/**
 * Sets which of the records named in a request its response contains, so that only these are logged.
 * Call it before the response is sent.
 */
export function noteShown(ids: readonly number[]): void {
  const scope = auditScope.getStore();
  if (scope !== undefined) scope.shown = ids;
}
