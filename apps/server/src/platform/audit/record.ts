import { randomBytes } from 'node:crypto';
import type { AuditAction, AuditKind } from '@roadworthy/domain';
import type { Viewer } from '../auth/viewer.ts';
import type { Transaction } from '../db/index.ts';
import { contentDigest, entryHash } from './chain.ts';
import { bytesText, insertEntries, lockChainEnd, type NewEntry, personName } from './repository.ts';
import { auditScope } from './scope.ts';
import { keptValues, type Masks, storable } from './values.ts';

/** The person who acted, with the name at that time. */
export interface Actor {
  /** Null for the system itself. */
  readonly userId: number | null;
  readonly name: string;
}

/** One action. */
export interface Change {
  /** The customer of the record; null if it has none. */
  readonly customerId: number | null;
  readonly actor: Actor;
  readonly subject: { readonly kind: AuditKind; readonly id: string; readonly name: string };
  readonly action: AuditAction;
  /** The record before and after, as flat as possible; of a change only the differences are stored. */
  readonly before: object | null;
  readonly after: object | null;
  readonly masks?: Masks;
}

/** The person for whom a request acts, as the log names them. */
export async function actorOf(trx: Transaction, viewer: Pick<Viewer, 'userId'>): Promise<Actor> {
  return { userId: viewer.userId, name: await personName(trx, viewer.userId) };
}

async function append(trx: Transaction, customerId: number | null, changes: readonly Change[]) {
  const kept = changes.flatMap((change) => {
    const values = keptValues(
      change.action === 'changed',
      change.before,
      change.after,
      change.masks,
    );
    return values === null ? [] : [{ change, values }];
  });
  if (kept.length === 0) return;
  const end = await lockChainEnd(trx, customerId);
  let { position, hash } = end;
  const entries = kept.map(({ change, values }): NewEntry => {
    const { action } = change;
    const actor = { ...change.actor, name: storable(change.actor.name) };
    const subject = { ...change.subject, name: storable(change.subject.name) };
    const content = { actorName: actor.name, subjectName: subject.name, ...values };
    const salt = randomBytes(16);
    const digest = contentDigest(content, salt);
    const at = new Date();
    position += 1n;
    hash = entryHash(
      hash,
      {
        customerId,
        position: String(position),
        at,
        actorId: actor.userId,
        action,
        subjectKind: subject.kind,
        subjectId: subject.id,
      },
      digest,
    );
    return {
      customer_id: customerId,
      position: String(position),
      at,
      actor_id: actor.userId,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      actor_name: actor.name,
      subject_name: subject.name,
      before: values.before,
      after: values.after,
      salt: bytesText(salt),
      content_digest: bytesText(digest),
      hash: bytesText(hash),
    };
  });
  await insertEntries(trx, entries);
}

/**
 * Writes audit entries in the caller's transaction, so that they exist only if the changes do. A
 * change without effect has no entry. Locks the customer's chain until the transaction ends, so call
 * this last.
 */
export async function recordChanges(trx: Transaction, changes: readonly Change[]): Promise<void> {
  const scope = auditScope.getStore();
  if (scope !== undefined) scope.entries += changes.length;
  const customers = [...new Set(changes.map(({ customerId }) => customerId))];
  // Always in the same sequence, to prevent deadlocks.
  for (const customerId of customers.sort((a, b) => (a ?? 0) - (b ?? 0))) {
    await append(
      trx,
      customerId,
      changes.filter((change) => change.customerId === customerId),
    );
  }
}

/** Writes one entry; see {@link recordChanges}. */
export function recordChange(trx: Transaction, change: Change): Promise<void> {
  return recordChanges(trx, [change]);
}
