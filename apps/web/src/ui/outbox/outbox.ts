import { ApiError } from '../../api/api-error.ts';
import type { KeptDraft, KeptPhoto, KeptReport, OutboxStore } from './store.ts';

/** Delays of retries, ms; the last one is repeated. */
const PAUSES_MS = [3000, 10_000, 30_000, 60_000] as const;

/** Progress of sending a report. */
export interface Progress {
  readonly reportKey: string;
  readonly photos: number;
  readonly arrived: number;
}

/** Calls that send a report; they throw the error of the server, or an ApiError of status 0. */
export interface Sending {
  /** Sends a photo with its idempotency key. Returns its id. Without it, photos are part of the report. */
  photo?(photo: KeptPhoto): Promise<number>;
  /**
   * Sends the report with its idempotency key. Returns its reference, which a person removes; null if the report
   * leaves the phone once it has arrived.
   *
   * @param ids of the photos that were sent before
   * @param photos all of its photos, by name
   */
  report(ids: ReadonlyMap<string, number>, photos: readonly KeptPhoto[]): Promise<string | null>;
}

/** How reports of one kind are sent. */
export interface Sender<D extends KeptDraft> {
  /** Name of the lock with which one tab sends at a time. */
  readonly name: string;
  /** The names of all photos of a report. */
  photosOf(draft: D): readonly string[];
  /** Starts sending a report. */
  open(report: KeptReport<D>): Promise<Sending>;
  /** Whether a retry may succeed; default {@link isPassing}. */
  isPassing?(
    error: unknown,
    report: KeptReport<D>,
    store: OutboxStore<D>,
  ): boolean | Promise<boolean>;
  /**
   * Sends the waiting reports; by default each one, in any sequence.
   *
   * @param send returns whether the report still waits
   */
  sendAll?(
    waiting: readonly KeptReport<D>[],
    send: (report: KeptReport<D>) => Promise<boolean>,
  ): Promise<void>;
}

/** Whether a retry may succeed: offline, a server failure, or a request to wait. */
export const isPassing = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status === 408 ||
  error.status === 429 ||
  error.status >= 500;

const isWaiting = ({ state }: { readonly state: string }) => state === 'waiting';

/** Only one tab sends at a time, if the browser has locks; two would do no harm. */
function alone(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager | null };
  if (locks == null) return work();
  return locks.request(name, { ifAvailable: true }, (lock) =>
    lock === null ? Promise.resolve() : work(),
  );
}

/**
 * Sends finished reports until they have arrived: each photo separately, then the report, with
 * idempotency keys by which the server recognises repeats. Closing the page loses nothing; the next page
 * with this outbox continues.
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

  /** Progress of the current report; null if none is being sent. */
  get progress(): Progress | null {
    return this.#progress;
  }

  /** Calls the listener at each change. Returns a function that stops this. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends waiting reports until none is left, also when the network returns. */
  start(): void {
    window.addEventListener('online', () => void this.sendNow());
    void this.sendNow();
  }

  /** Retries immediately. Resolves after a run that included every report that was waiting before. */
  async sendNow(): Promise<void> {
    this.#tries = 0;
    // The run in progress may be past the newest report.
    await this.#running;
    await this.run();
  }

  /** One run over all waiting reports; joins a run in progress. */
  run(): Promise<void> {
    this.#running ??= this.#round().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #round(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await alone(this.sender.name, () => this.#sendAll());
    // Another tab may have sent some.
    this.#tell(null);
    const waits = (await this.store.reports()).some(isWaiting);
    if (!waits) return;
    const pauseMs = PAUSES_MS[Math.min(this.#tries, PAUSES_MS.length - 1)];
    this.#tries += 1;
    this.#timer = setTimeout(() => void this.run(), pauseMs);
  }

  async #sendAll(): Promise<void> {
    const waiting = (await this.store.reports()).filter(isWaiting);
    const send = (report: KeptReport<D>) => this.#send(report).then(() => this.#waits(report));
    if (this.sender.sendAll !== undefined) return this.sender.sendAll(waiting, send);
    for (const report of waiting) await send(report);
  }

  async #send(report: KeptReport<D>): Promise<void> {
    const known = (await this.store.photos(report.reportKey)).filter(({ id }) => id !== null);
    try {
      const sending = await this.sender.open(report);
      const ids = await this.#sendPhotos(report, sending);
      // Another tab may have sent it already: its answer is valid.
      if (!(await this.#waits(report))) return;
      const reference = await sending.report(ids, await this.#photosOf(report));
      if (reference === null) return await this.store.forget(report.reportKey);
      await this.store.change({ ...report, state: 'sent', reference });
      for (const { name } of await this.store.photos(report.reportKey)) {
        await this.store.removePhoto(report.reportKey, name);
      }
    } catch (error) {
      const passes = (this.sender.isPassing ?? isPassing)(error, report, this.store);
      if ((await passes) || !(await this.#waits(report))) return;
      const { message, body } = error as ApiError;
      const faults = body.errors ?? {};
      if (faults.photos !== undefined && known.length > 0) return await this.#sendAnew(known);
      await this.store.change({ ...report, state: 'refused', reason: message, faults });
    } finally {
      this.#tell(null);
    }
  }

  /** The server has deleted photos that arrived long before: they are sent again. */
  async #sendAnew(photos: readonly KeptPhoto[]): Promise<void> {
    for (const photo of photos) await this.store.keepPhoto({ ...photo, id: null });
  }

  async #photosOf({ reportKey, draft }: KeptReport<D>): Promise<KeptPhoto[]> {
    const names = new Set(this.sender.photosOf(draft));
    return (await this.store.photos(reportKey)).filter(({ name }) => names.has(name));
  }

  async #sendPhotos(report: KeptReport<D>, sending: Sending): Promise<ReadonlyMap<string, number>> {
    const { reportKey } = report;
    const ids = new Map<string, number>();
    if (sending.photo === undefined) return ids;
    const kept = await this.#photosOf(report);
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
    return reports.some((one) => one.reportKey === reportKey && isWaiting(one));
  }

  #tell(progress: Progress | null): void {
    this.#progress = progress;
    for (const listener of this.#listeners) listener();
  }
}
