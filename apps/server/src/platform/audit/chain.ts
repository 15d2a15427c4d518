import { createHash } from 'node:crypto';

/** The readable content of an entry; erasing it leaves the chain valid. */
export interface EntryContent {
  readonly actorName: string | null;
  readonly subjectName: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** The data that the hash of an entry covers besides its content. */
export interface EntryFacts {
  readonly customerId: number | null;
  readonly position: string;
  /** To the millisecond. */
  readonly at: Date;
  readonly actorId: number | null;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
}

/** The hash before the first entry of a chain. */
export const CHAIN_START = Buffer.alloc(32);

/** JSON with sorted keys, so that the same content always has the same text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  let text = '';
  for (const key of Object.keys(value).sort()) {
    const inner = (value as Record<string, unknown>)[key];
    if (inner === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(inner)}`;
  }
  return `{${text}}`;
}

/** The digest of a content in the chain; the salt prevents guessing the content from it. */
export function contentDigest(content: EntryContent, salt: Buffer): Buffer {
  const { actorName, subjectName, before, after } = content;
  const text = canonical([actorName, subjectName, before, after]);
  return createHash('sha256').update(salt).update(text).digest();
}

/** The hash of an entry: of the previous hash, its data and the digest of its content. */
export function entryHash(previous: Buffer, facts: EntryFacts, digest: Buffer): Buffer {
  const { customerId, position, at, actorId, action, subjectKind, subjectId } = facts;
  const text = canonical([
    customerId,
    position,
    at.toISOString(),
    actorId,
    action,
    subjectKind,
    subjectId,
  ]);
  return createHash('sha256').update(previous).update(text).update(digest).digest();
}
