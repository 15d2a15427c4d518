import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import type { ReceivedFile } from '../../vehicle-file/index.ts';
import { keepPictures, keepRequest, madeByRequest } from './records-intake.repository.ts';
import {
  digestOf,
  discardPictures,
  type ReceivedPictures,
  type StoredPhotos,
  storePictures,
} from './records-intake-pictures.ts';

/** A received request of a companion app or of the web app. */
export interface Received<F> extends ReceivedPictures {
  readonly fields: F;
  /** The client's Idempotency-Key; a repeated request creates nothing twice. */
  readonly requestKey: string | null;
  /** A document, of calls that accept one. */
  readonly document?: ReceivedFile | null;
}

/** Facts about a request that are needed to store its images. */
export interface Prepared {
  readonly customerId: number;
  /** Captions of the photographs, in the same order. */
  readonly captions: readonly string[];
}

/** The steps of a request. */
export interface Work<P extends Prepared> {
  /** Call and record; part of the request's digest together with its fields. */
  readonly name: string;
  /** Checks the request against the database without writing. */
  readonly prepare: (trx: Transaction) => Promise<P>;
  /** Creates or moves the record, whose images are already stored. Returns its id. */
  readonly keep: (trx: Transaction, prepared: P, pictures: StoredPhotos) => Promise<number>;
}

/** A concurrent duplicate of the request was first; this transaction is rolled back. */
class AlreadyMade extends Error {}

/** Processes requests with images atomically and at most once. */
export class Intake {
  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'bus'>) {}

  /**
   * Processes a request, unless one with the same key has already been processed.
   *
   * @returns id of the record that this or the earlier request created or moved
   * @throws HttpError 409 for a key of a different request; errors of `prepare` and `keep`
   */
  async take<F, P extends Prepared>(
    viewer: Viewer,
    received: Received<F>,
    work: Work<P>,
  ): Promise<number> {
    const digest = digestOf([work.name, received.fields], received);
    const known = await this.#made(viewer, received.requestKey, digest);
    if (known !== null) return known;
    try {
      return await this.#make(viewer, received, work, digest);
    } catch (error) {
      // A concurrent duplicate may also fail because the first request has moved the record.
      const made = await this.#made(viewer, received.requestKey, digest);
      if (made !== null) return made;
      if (error instanceof AlreadyMade) {
        throw conflict('request.not_kept');
      }
      throw error;
    }
  }

  async #make<F, P extends Prepared>(
    viewer: Viewer,
    received: Received<F>,
    work: Work<P>,
    digest: Buffer,
  ): Promise<number> {
    const { db, files, bus } = this.services;
    const prepared = await db.asViewer(viewer, (trx) => work.prepare(trx));
    const { customerId, captions } = prepared;
    const stored = await storePictures(files, received, customerId, captions);
    try {
      const id = await db.asViewer(viewer, async (trx) => {
        await keepPictures(trx, stored.photos, stored.signature);
        const recordId = await work.keep(trx, prepared, stored);
        const { requestKey: key } = received;
        const request = { userId: viewer.userId, customerId, digest, recordId };
        if (key !== null && !(await keepRequest(trx, { ...request, key }))) throw new AlreadyMade();
        return recordId;
      });
      bus.publish('activities.changed', { customerId });
      return id;
    } catch (error) {
      await discardPictures(files, stored);
      throw error;
    }
  }

  async #made(viewer: Viewer, key: string | null, digest: Buffer): Promise<number | null> {
    if (key === null) return null;
    const made = await this.services.db.asViewer(viewer, (trx) =>
      madeByRequest(trx, viewer.userId, key),
    );
    if (made === undefined) return null;
    if (made.digest.equals(digest)) return made.record_id;
    throw conflict('request.key_used');
  }
}
