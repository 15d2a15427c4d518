import { AsyncLocalStorage } from 'node:async_hooks';

/** How many entries a request has written by now. */
export interface AuditScope {
  entries: number;
}

/** Of the request that is being handled; none in jobs. */
export const auditScope = new AsyncLocalStorage<AuditScope>();
