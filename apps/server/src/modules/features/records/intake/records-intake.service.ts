import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { keepPictures, keepRequest, madeByRequest } from './records-intake.repository.ts';
import {
  digestOf,
  discardPictures,
  type ReceivedPictures,
  type StoredPictures,
  storePictures,
} from './records-intake-pictures.ts';

/** A request of a companion app, or of a screen, as it arrived. */
export interface Received<F> extends ReceivedPictures {
  readonly fields: F;
  /** What the sender calls it, so that sending it again makes nothing twice. */
  readonly requestKey: string | null;
}

/** What is known of a request before its pictures are stored. */
export interface Prepared {
  readonly customerId: number;
  /** Of the photographs, in their order. */
  readonly captions: readonly string[];
}

/** What a request does. */
export interface Work<P extends Prepared> {
  /** What the digest of the request covers beside its fields: which call, which record. */
  readonly name: string;
  /** Checks the request against what stands; nothing is written. */
  readonly prepare: (trx: Transaction) => Promise<P>;
  /** Makes or moves the record; its pictures have been kept. Returns its id. */
  readonly keep: (trx: Transaction, prepared: P, pictures: StoredPictures) => Promise<number>;
}

/** The same request came twice at once, and the other was first: nothing of this one is kept. */
class AlreadyMade extends Error {}

/** Takes requests with pictures in: whole or not at all, and each once. */
export class Intake {
  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'bus'>) {}

  /**
   * Does what a request asks for, unless the same request, known by its key, was done before.
   *
   * @returns the record that it made or moved, now or before
   * @throws HttpError 409 for a key that named another request; what `prepare` and `keep` throw
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
      // Sent twice at once, the second one may also find the record moved on by the first.
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
