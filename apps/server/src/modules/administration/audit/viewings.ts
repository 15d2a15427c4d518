import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Services } from '../../../platform/services.ts';
import { seenSubject } from './repository.ts';

/** Looking at the same again within this time is the same viewing: screens ask often. */
const SAME_VIEWING_MS = 30 * 60_000;
const REMEMBERED = 20_000;

/** What somebody saw of where vehicles are or were. */
export interface Viewing {
  /** Null for the live map and for reports of every vehicle in sight. */
  readonly subject: { readonly kind: 'vehicle' | 'driver'; readonly id: number } | null;
  /** The call that showed it, such as `trace`. */
  readonly shown: string;
  readonly start: string | null;
  readonly end: string | null;
}

/**
 * Keeps in the audit log who looked at where vehicles were; what cameras saw stands in the viewing
 * log of video.
 */
export class Viewings {
  readonly #lately = new Map<string, number>();

  constructor(private readonly services: Pick<Services, 'db'>) {}

  /** Writes an entry, unless the same person saw the same within half an hour. */
  async seen(viewer: Viewer, viewing: Viewing): Promise<void> {
    const { subject, shown, start, end } = viewing;
    const days = [start, end].map((moment) => moment?.slice(0, 10) ?? '');
    const key = [viewer.userId, subject?.kind, subject?.id, shown, ...days].join(' ');
    const nowMs = Date.now();
    if ((this.#lately.get(key) ?? Number.NEGATIVE_INFINITY) > nowMs - SAME_VIEWING_MS) return;
    if (this.#lately.size >= REMEMBERED) this.#lately.clear();
    // Before it is written, so that what a screen asks for at once makes one entry.
    this.#lately.set(key, nowMs);
    await this.#write(viewer, viewing).catch((error: unknown) => {
      this.#lately.delete(key);
      throw error;
    });
  }

  async #write(viewer: Viewer, { subject, shown, start, end }: Viewing): Promise<void> {
    await this.services.db.asSystem(async (trx) => {
      const found =
        subject === null
          ? { customerId: viewer.customerId, name: '' }
          : await seenSubject(trx, subject.kind, subject.id);
      if (found === undefined) return;
      await recordChange(trx, {
        customerId: found.customerId,
        actor: await actorOf(trx, viewer),
        subject: {
          kind: subject?.kind ?? 'vehicle',
          id: String(subject?.id ?? ''),
          name: found.name,
        },
        action: 'viewed',
        before: null,
        after: { shown, ...(start === null ? {} : { start }), ...(end === null ? {} : { end }) },
      });
    });
  }
}
