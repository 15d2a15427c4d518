import { ApiError } from '../../api/api-error.ts';
import type { KeptDraft, KeptPhoto, KeptReport, OutboxStore } from './store.ts';

/** After so many milliseconds it is tried again; the last one counts from then on. */
const PAUSES_MS = [3000, 10_000, 30_000, 60_000] as const;

/** How far the sending of a report has come. */
export interface Progress {
  readonly reportKey: string;
  readonly photos: number;
  readonly arrived: number;
}

/** A report on its way; what is thrown is what the server said, or an ApiError of status 0. */
export interface Sending {
  /** Sends a photograph under the name of report and photograph. Returns its id. */
  photo(photo: KeptPhoto): Promise<number>;
  /** Sends the report under its name, once its photographs have arrived. Returns its reference. */
  report(ids: ReadonlyMap<string, number>): Promise<string>;
}

/** How reports of one kind are sent. */
export interface Sender<D extends KeptDraft> {
  /** Of the lock by which one tab sends at a time. */
  readonly name: string;
  /** Every photograph of a report, by their names. */
  photosOf(draft: D): readonly string[];
  /** Begins to send a report. */
  open(report: KeptReport<D>): Promise<Sending>;
  /** Whether another try may succeed; {@link isPassing} where it is not said. */
  isPassing?(error: unknown): boolean;
}

/** Another try may succeed: there was no network, or the server was not well, or asked to wait. */
export const isPassing = (error: unknown) =>
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
 * that has this outbox goes on.
 */
export class Outbox<D extends KeptDraft> {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #tries = 0;
  #progress: Progress | null = null;
  #running: Promise<void> | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly store: OutboxStore<D>,
    private readonly sender: Sender<D>,
  ) {}

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
    await alone(this.sender.name, async () => {
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

  async #send(report: KeptReport<D>): Promise<void> {
    const known = (await this.store.photos(report.reportKey)).filter(({ id }) => id !== null);
    try {
      const sending = await this.sender.open(report);
      const ids = await this.#sendPhotos(report, sending);
      // Another tab may have been quicker: its answer stands.
      if (!(await this.#waits(report))) return;
      const reference = await sending.report(ids);
      await this.store.change({ ...report, state: 'sent', reference });
      for (const { name } of await this.store.photos(report.reportKey)) {
        await this.store.removePhoto(report.reportKey, name);
      }
    } catch (error) {
      const passes = (this.sender.isPassing ?? isPassing)(error);
      if (passes || !(await this.#waits(report))) return;
      const { message, body } = error as ApiError;
      const faults = body.errors ?? {};
      if (faults.photos !== undefined && known.length > 0) return await this.#sendAnew(known);
      await this.store.change({ ...report, state: 'refused', reason: message, faults });
    } finally {
      this.#tell(null);
    }
  }

  /** The server has forgotten photographs that had arrived long before: they are sent once more. */
  async #sendAnew(photos: readonly KeptPhoto[]): Promise<void> {
    for (const photo of photos) await this.store.keepPhoto({ ...photo, id: null });
  }

  async #sendPhotos(
    { reportKey, draft }: KeptReport<D>,
    sending: Sending,
  ): Promise<ReadonlyMap<string, number>> {
    const names = new Set(this.sender.photosOf(draft));
    const kept = (await this.store.photos(reportKey)).filter(({ name }) => names.has(name));
    const ids = new Map<string, number>();
    for (const photo of kept) {
      this.#tell({ reportKey, photos: kept.length, arrived: ids.size });
      let { id } = photo;
      if (id === null) {
        id = await sending.photo(photo);
        if (await this.#waits({ reportKey })) await this.store.keepPhoto({ ...photo, id });
      }
      ids.set(photo.name, id);
    }
    this.#tell({ reportKey, photos: kept.length, arrived: ids.size });
    return ids;
  }

  async #waits({ reportKey }: { readonly reportKey: string }): Promise<boolean> {
    const reports = await this.store.reports();
    return reports.some((one) => one.reportKey === reportKey && one.state === 'waiting');
  }

  #tell(progress: Progress | null): void {
    this.#progress = progress;
    for (const listener of this.#listeners) listener();
  }
}
