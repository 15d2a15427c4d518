import { actorOf, type Change, recordChanges } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Services } from '../../../platform/services.ts';
import { seenSubjects } from './audit.repository.ts';

/** Repeated views within this time count as one, because screens refresh often. */
const SAME_VIEWING_MS = 30 * 60_000;
const REMEMBERED = 20_000;

/** A view of vehicle locations, present or past. */
export interface Viewing {
  /** Null for the live map and for reports on all visible vehicles. */
  readonly subject: { readonly kind: 'vehicle' | 'driver'; readonly id: number } | null;
  /** The call that returned the data, such as `trace`. */
  readonly shown: string;
  readonly start: string | null;
  readonly end: string | null;
}

/** The record that was viewed, and its name. */
interface Seen {
  readonly customerId: number | null;
  readonly name: string;
}

/** Identical for views that count as one. */
function keyOf(viewer: Viewer, { subject, shown, start, end }: Viewing): string {
  const days = [start, end].map((moment) => moment?.slice(0, 10) ?? '');
  return [viewer.userId, subject?.kind, subject?.id, shown, ...days].join(' ');
}

/**
 * Records in the audit log who viewed vehicle locations. Views of camera images are recorded in the
 * video viewing log.
 */
export class Viewings {
  readonly #lately = new Map<string, number>();

  constructor(private readonly services: Pick<Services, 'db'>) {}

  /** Writes an entry, unless the same person had the same view within half an hour. */
  async seen(viewer: Viewer, viewing: Viewing): Promise<void> {
    await this.seenAll(viewer, [viewing]);
  }

  /** Writes an entry for each view, unless the same person had the same view within half an hour. */
  async seenAll(viewer: Viewer, viewings: readonly Viewing[]): Promise<void> {
    const nowMs = Date.now();
    const fresh = new Map(
      viewings
        .map((viewing) => [keyOf(viewer, viewing), viewing] as const)
        .filter(([key]) => !((this.#lately.get(key) ?? 0) > nowMs - SAME_VIEWING_MS)),
    );
    if (fresh.size === 0) return;
    if (this.#lately.size >= REMEMBERED) this.#lately.clear();
    // Set before the write, so that concurrent requests of one screen create one entry.
    for (const key of fresh.keys()) this.#lately.set(key, nowMs);
    await this.#write(viewer, [...fresh.values()]).catch((error: unknown) => {
      for (const key of fresh.keys()) this.#lately.delete(key);
      throw error;
    });
  }

  async #write(viewer: Viewer, viewings: readonly Viewing[]): Promise<void> {
    await this.services.db.asSystem(async (trx) => {
      const named = new Map<string, Seen>();
      for (const kind of ['vehicle', 'driver'] as const) {
        const ids = viewings.flatMap(({ subject }) => (subject?.kind === kind ? subject.id : []));
        if (ids.length === 0) continue;
        for (const [id, seen] of await seenSubjects(trx, kind, ids)) named.set(kind + id, seen);
      }
      const actor = await actorOf(trx, viewer);
      const changes = viewings.flatMap(({ subject, shown, start, end }): Change[] => {
        const found =
          subject === null
            ? { customerId: viewer.customerId, name: '' }
            : named.get(subject.kind + subject.id);
        if (found === undefined) return [];
        const id = String(subject?.id ?? '');
        const after = {
          shown,
          ...(start === null ? {} : { start }),
          ...(end === null ? {} : { end }),
        };
        return [
          {
            customerId: found.customerId,
            actor,
            subject: { kind: subject?.kind ?? 'vehicle', id, name: found.name },
            action: 'viewed',
            before: null,
            after,
          },
        ];
      });
      await recordChanges(trx, changes);
    });
  }
}
