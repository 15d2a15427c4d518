import { Readable } from 'node:stream';
import { loadViewer, type Viewer } from '../../../../platform/auth/index.ts';
import { codeOf, type ErrorCode } from '../../../../platform/error-texts.ts';
import { HttpError } from '../../../../platform/errors.ts';
import { MEDIA_TYPES, storeFile } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import type { MonthService } from '../month/vehicle-check-month.service.ts';
import {
  type DocumentRow,
  endDocument,
  KEPT_DAYS,
  keepAlive,
  putBack,
  recoverLost,
  takeNext,
} from './vehicle-check-month-documents.repository.ts';

/** Polling interval of the queue, and most people served concurrently. */
export interface MakerPace {
  readonly pollMs: number;
  readonly atOnce: number;
  readonly aliveMs: number;
  /** Interval at which to look for documents whose process ended. */
  readonly recoverMs: number;
}

const PACE: MakerPace = { pollMs: 1000, atOnce: 4, aliveMs: 5000, recoverMs: 30_000 };
const DAY_MS = 86_400_000;
const MAX_BYTES = 1_000_000_000;

/** Purpose of this module's files in the file store. */
const PURPOSE = 'month-document';

/** The person cancelled the document, or this process stops. */
class Dropped extends Error {}

type MakerServices = Pick<Services, 'db' | 'files' | 'log'>;

/**
 * Creates queued documents in the worker role: one per person at a time, for several people
 * concurrently. A document whose process ends unexpectedly is restarted once.
 */
export class MonthMaker {
  readonly #pace: MakerPace;
  readonly #running = new Map<number, Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #isLooking = false;
  #isStopped = false;
  /** Next time to look for documents whose process ended, by the monotonic clock. */
  #recoverAtMs = 0;

  constructor(
    private readonly services: MakerServices,
    private readonly months: MonthService,
    pace: Partial<MakerPace> = {},
  ) {
    this.#pace = { ...PACE, ...pace };
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), this.#pace.pollMs).unref();
    this.#look();
  }

  /** Aborts documents in progress and requeues them. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#looking;
    const ids = [...this.#running.keys()];
    await Promise.all(this.#running.values());
    if (ids.length > 0) await this.services.db.asSystem((trx) => putBack(trx, ids));
  }

  #look(): void {
    if (this.#isLooking || this.#isStopped) return;
    this.#isLooking = true;
    this.#looking = this.#take()
      .catch((error) => {
        this.services.log.warn({ err: error }, 'queued documents could not be looked for');
      })
      .finally(() => {
        this.#isLooking = false;
      });
  }

  async #take(): Promise<void> {
    const { db } = this.services;
    if (performance.now() >= this.#recoverAtMs) {
      await db.asSystem((trx) => recoverLost(trx));
      this.#recoverAtMs = performance.now() + this.#pace.recoverMs;
    }
    while (!this.#isStopped && this.#running.size < this.#pace.atOnce) {
      const row = await db.asSystem((trx) => takeNext(trx));
      if (row === undefined) return;
      const run = this.#make(row).finally(() => {
        this.#running.delete(row.id);
        this.#look();
      });
      this.#running.set(row.id, run);
    }
  }

  async #make(row: DocumentRow): Promise<void> {
    const { db, log } = this.services;
    try {
      const viewer = await loadViewer(db, row.user_id);
      if (viewer === null) throw new HttpError(403, 'month_document.not_allowed');
      await this.#write(row, viewer);
    } catch (error) {
      if (error instanceof Dropped) return;
      // Refusals are shown to the person; anything else is an internal error.
      const isRefused = error instanceof HttpError && error.statusCode < 500;
      const failure: ErrorCode = !isRefused
        ? 'month_document.failed'
        : error.statusCode === 404
          ? 'month_document.not_allowed'
          : codeOf(error.detail);
      if (!isRefused) log.error({ err: error, document: row.id }, 'a document was not made');
      await db
        .asSystem((trx) => endDocument(trx, row.id, { failure }))
        .catch((err) => log.warn({ err }, 'the end of a document was not kept'));
    }
  }

  /** Streams the document into the store and stores the progress with each piece. */
  async #write(row: DocumentRow, viewer: Viewer): Promise<void> {
    const { db, files } = this.services;
    const { depot_id: depotId, month, kind, time_zone } = row;
    const pdf = await this.months.pdf(viewer, depotId, { month, type: kind, time_zone });
    let done = 0;
    const progress = async () => {
      const isKept = await db.asSystem((trx) => keepAlive(trx, row.id, done));
      if (this.#isStopped || !isKept) throw new Dropped();
    };
    const alive = setInterval(() => {
      // A failure surfaces with the next piece.
      progress().catch(() => undefined);
    }, this.#pace.aliveMs);
    async function* bytes() {
      for await (const piece of pdf.pieces) {
        done = piece.done;
        await progress();
        yield piece.bytes;
      }
    }
    try {
      const file = await files.put(Readable.from(bytes(), { objectMode: false }), {
        customerId: row.customer_id,
        purpose: PURPOSE,
        name: pdf.name,
        maxBytes: MAX_BYTES,
        accept: [MEDIA_TYPES.pdf],
      });
      await db
        .asSystem(async (trx) => {
          await storeFile(trx, file, new Date(Date.now() + KEPT_DAYS * DAY_MS));
          const isEnded = await endDocument(trx, row.id, { fileId: file.id });
          if (!isEnded) throw new Dropped();
        })
        .catch(async (error) => {
          await files.discard([file]);
          throw error;
        });
    } finally {
      clearInterval(alive);
    }
  }
}
