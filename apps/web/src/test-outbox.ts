import fc from 'fast-check';
import {
  type KeptDraft,
  type KeptPhoto,
  type KeptReport,
  mayStand,
  type OutboxStore,
  waitingReport,
} from './ui/outbox/store.ts';

/** The store of a phone across pages, in memory: happy-dom has no IndexedDB. */
export class MemoryStore<D extends KeptDraft> implements OutboxStore<D> {
  #draft: D | undefined;
  readonly #reports = new Map<string, KeptReport<D>>();
  readonly #photos = new Map<string, KeptPhoto>();

  draftOf = async () => this.#draft;
  async keepDraft(draft: D) {
    const isFree = !this.#reports.has(draft.reportKey) && mayStand(this.#draft, draft);
    if (isFree) this.#draft = draft;
    return isFree;
  }
  async removeDraft(draft: D) {
    if (mayStand(this.#draft, draft)) this.#draft = undefined;
    await this.#removePhotos(draft.reportKey);
  }
  reports = async () => [...this.#reports.values()];
  async finish(draft: D, photos: readonly KeptPhoto[] = []) {
    if (mayStand(this.#draft, draft)) this.#draft = undefined;
    if (this.#reports.has(draft.reportKey)) return;
    this.#reports.set(draft.reportKey, waitingReport(draft));
    for (const photo of photos) await this.keepPhoto(photo);
  }
  async change(report: KeptReport<D>) {
    this.#reports.set(report.reportKey, report);
  }
  async reopen({ reportKey, draft }: KeptReport<D>) {
    if (!mayStand(this.#draft, draft)) return false;
    this.#reports.delete(reportKey);
    this.#draft = draft;
    return true;
  }
  async forget(reportKey: string) {
    this.#reports.delete(reportKey);
    await this.#removePhotos(reportKey);
  }
  photos = async (reportKey: string) =>
    [...this.#photos.values()].filter((photo) => photo.reportKey === reportKey);
  async keepPhoto(photo: KeptPhoto) {
    this.#photos.set(`${photo.reportKey}.${photo.name}`, photo);
  }
  async removePhoto(reportKey: string, name: string) {
    this.#photos.delete(`${reportKey}.${name}`);
  }

  async #removePhotos(reportKey: string) {
    for (const { name } of await this.photos(reportKey)) await this.removePhoto(reportKey, name);
  }
}

/** A store with a finished report and its photos, each of another size. */
export async function filledStore<D extends KeptDraft>(
  draft: D,
  names: readonly string[],
): Promise<MemoryStore<D>> {
  const store = new MemoryStore<D>();
  await store.finish(draft);
  for (const [n, name] of names.entries()) {
    const file = new File(['x'.repeat(n + 1)], `${name}.png`, { type: 'image/png' });
    await store.keepPhoto({ reportKey: draft.reportKey, name, file, id: null });
  }
  return store;
}

/** What happens to a call. */
export type Fate = 'ok' | 'lost-before' | 'lost-after' | 'error' | 'busy';

/** Random fates of calls; most are well. */
export const FATES = fc.array(
  fc.constantFrom<Fate>('ok', 'ok', 'lost-before', 'lost-after', 'error', 'busy'),
  { maxLength: 25 },
);
/** Random rounds of new pages, with the number of tabs that are open at once. */
export const TABS = fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 30, maxLength: 30 });

/** Calls of which some requests or answers are lost, or fail in the server. */
export class FatefulCalls {
  calls = 0;

  constructor(
    private readonly fates: readonly Fate[],
    private readonly answer: (address: string, init: RequestInit) => Response,
  ) {}

  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const fate = this.fates[this.calls] ?? 'ok';
    this.calls += 1;
    if (fate === 'lost-before') throw new TypeError('Failed to fetch');
    if (fate === 'error') return new Response('{}', { status: 503 });
    if (fate === 'busy') return new Response('{}', { status: 429 });
    const answer = this.answer(address, init);
    if (fate === 'lost-after') throw new TypeError('Failed to fetch');
    return answer;
  };
}
