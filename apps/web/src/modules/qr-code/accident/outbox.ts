import { ApiError } from '../../../api/api-error.ts';
import { addressOf, ask, fetched } from '../page/ask.ts';
import { bodyOf, photosOf } from './model.ts';
import type { AccidentStore, KeptReport } from './store.ts';

/** After so many milliseconds it is tried again; the last one counts from then on. */
const PAUSES_MS = [3000, 10_000, 30_000, 60_000] as const;

/** How far the sending of a report has come. */
export interface Progress {
  readonly reportKey: string;
  readonly photos: number;
  readonly arrived: number;
}

/** Another try may succeed: there was no network, or the server was not well, or asked to wait. */
const isPassing = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status === 408 ||
  error.status === 429 ||
  error.status >= 500;

/** Only one tab sends at a time, where the browser can tell them apart; two would do no harm. */
function alone(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager | null };
  if (locks == null) return work();
  return locks.request(name, { ifAvailable: true }, (lock) =>
    lock === null ? Promise.resolve() : work(),
  );
}

/**
 * Sends finished reports until they have arrived: each photograph by itself, then the report, under
 * names by which the server knows what has come before. Closing the page loses nothing; the next page
 * without sign-in that is opened goes on.
 */
export class Outbox {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #tries = 0;
  #progress: Progress | null = null;
  #running: Promise<void> | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly store: AccidentStore) {}

  /** How far the report that is being sent has come; null while none is. */
  get progress(): Progress | null {
    return this.#progress;
  }

  /** Tells of each change. Returns what ends that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends what waits, now and again until nothing does; also when the network comes back. */
  start(): void {
    window.addEventListener('online', () => this.sendNow());
    this.sendNow();
  }

  /** Tries at once. */
  sendNow(): void {
    this.#tries = 0;
    void this.run();
  }

  /** One round; asked for while one is under way, it is that one. */
  run(): Promise<void> {
    this.#running ??= this.#round().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #round(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await alone('roadworthy-accidents', async () => {
      for (const report of await this.store.reports()) {
        if (report.state === 'waiting') await this.#send(report);
      }
    });
    const waits = (await this.store.reports()).some(({ state }) => state === 'waiting');
    if (!waits) return;
    const pauseMs = PAUSES_MS[Math.min(this.#tries, PAUSES_MS.length - 1)];
    this.#tries += 1;
    this.#timer = setTimeout(() => void this.run(), pauseMs);
  }

  async #send(report: KeptReport): Promise<void> {
    try {
      const { partner_key: key } = await ask('config');
      const ids = await this.#sendPhotos(report, key ?? '');
      // Another tab may have been quicker: its answer stands.
      if (!(await this.#waits(report))) return;
      const response = await fetched(addressOf('reportAccident'), {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-External-Key': key ?? '',
          'Idempotency-Key': report.reportKey,
        },
        body: JSON.stringify(bodyOf(report.draft, ids)),
      });
      const { reference } = (await response.json()) as { reference: string };
      await this.store.change({ ...report, state: 'sent', reference });
      for (const { name } of await this.store.photos(report.reportKey)) {
        await this.store.removePhoto(report.reportKey, name);
      }
    } catch (error) {
      if (isPassing(error) || !(await this.#waits(report))) return;
      const { message, body } = error as ApiError;
      const faults = body.errors ?? {};
      await this.store.change({ ...report, state: 'refused', reason: message, faults });
    } finally {
      this.#tell(null);
    }
  }

  async #sendPhotos(
    { reportKey, qrid, draft }: KeptReport,
    key: string,
  ): Promise<ReadonlyMap<string, number>> {
    const names = new Set(photosOf(draft));
    const kept = (await this.store.photos(reportKey)).filter(({ name }) => names.has(name));
    const ids = new Map<string, number>();
    for (const photo of kept) {
      this.#tell({ reportKey, photos: kept.length, arrived: ids.size });
      let { id } = photo;
      if (id === null) {
        const form = new FormData();
        form.append('photo', photo.file, photo.file.name);
        const response = await fetched(addressOf('uploadPhoto', { qrid }), {
          method: 'POST',
          headers: { 'X-External-Key': key, 'Idempotency-Key': `${reportKey}.${photo.name}` },
          body: form,
        });
        ({ id } = (await response.json()) as { id: number });
        if (await this.#waits({ reportKey })) await this.store.keepPhoto({ ...photo, id });
      }
      ids.set(photo.name, id);
    }
    this.#tell({ reportKey, photos: kept.length, arrived: ids.size });
    return ids;
  }

  async #waits({ reportKey }: Pick<KeptReport, 'reportKey'>): Promise<boolean> {
    const reports = await this.store.reports();
    return reports.some((one) => one.reportKey === reportKey && one.state === 'waiting');
  }

  #tell(progress: Progress | null): void {
    this.#progress = progress;
    for (const listener of this.#listeners) listener();
  }
}
