import type { Database } from '../db/index.ts';
import { CHAIN_START, contentDigest, entryHash } from './chain.ts';
import { entriesAfter, visibleChains } from './repository.ts';

const ENTRIES_AT_ONCE = 2000;

/** The result of verifying a chain. */
export interface ChainCheck {
  /** Null for entries without a customer. */
  readonly customerId: number | null;
  readonly entries: number;
  /** Position of the first entry that was changed or is missing; null for a valid chain. */
  readonly brokenAt: number | null;
  /** Hash of the last valid entry, to be stored elsewhere: it reveals a log truncated after it. */
  readonly head: string;
}

type Entry = Awaited<ReturnType<typeof entriesAfter>>[number];

/** Whether an entry is unchanged and follows the one before it. */
function isWhole(entry: Entry, position: bigint, previous: Buffer): boolean {
  if (BigInt(entry.position) !== position) return false;
  const { salt } = entry;
  if (salt !== null) {
    const content = {
      actorName: entry.actor_name,
      subjectName: entry.subject_name,
      before: entry.before,
      after: entry.after,
    };
    if (!contentDigest(content, salt).equals(entry.content_digest)) return false;
  }
  const facts = {
    customerId: entry.customer_id,
    position: entry.position,
    at: entry.at,
    actorId: entry.actor_id,
    action: entry.action,
    subjectKind: entry.subject_kind,
    subjectId: entry.subject_id,
  };
  return entryHash(previous, facts, entry.content_digest).equals(entry.hash);
}

/**
 * Verifies the chains that a viewer sees, entry by entry. Each batch is read in a transaction of its
 * own, so that a long log blocks nothing.
 */
export async function verifyChains(
  db: Pick<Database, 'asViewer'>,
  viewer: Parameters<Database['asViewer']>[0],
): Promise<ChainCheck[]> {
  const chains = await db.asViewer(viewer, visibleChains);
  const checks: ChainCheck[] = [];
  for (const { chain, entries } of chains) {
    let position = 0n;
    let previous: Buffer = CHAIN_START;
    let brokenAt: number | null = null;
    while (brokenAt === null && position < BigInt(entries)) {
      const after = position;
      const batch = await db.asViewer(viewer, (trx) =>
        entriesAfter(trx, chain, after, ENTRIES_AT_ONCE),
      );
      if (batch.length === 0) brokenAt = Number(position) + 1;
      for (const entry of batch) {
        if (!isWhole(entry, position + 1n, previous)) {
          brokenAt = Number(position) + 1;
          break;
        }
        position += 1n;
        previous = entry.hash;
      }
    }
    const customerId = chain === 0 ? null : chain;
    checks.push({
      customerId,
      entries: Number(entries),
      brokenAt,
      head: previous.toString('hex'),
    });
  }
  return checks;
}
