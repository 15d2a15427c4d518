import type { Viewer } from '../../../platform/auth/index.ts';
import { badRequest, conflict, tooMany, wrongField } from '../../../platform/errors.ts';
import { filesById, storeFile } from '../../../platform/files/index.ts';
import type { Services } from '../../../platform/services.ts';
import { type StoredPhoto, storePhoto } from '../records/index.ts';
import type { CameBefore } from './records/walkaround-records-content.ts';
import {
  insertPhoto,
  type PhotoName,
  photoOfName,
  takePhotos,
  waitingPhotos,
} from './walkaround.repository.ts';

const PHOTO_KEY = /^([\w:-]{8,60})\.([\w-]{1,60})$/;
/** Leaves room for photographs that are discarded and taken again before the check is sent. */
const MAX_PHOTOS_OF_CHECK = 60;
/** Limits how many unused photographs a person can store. */
const MAX_UNUSED_PHOTOS = 300;
/** A phone may be offline for a while between its photographs and its check. */
const WAITING_MS = 30 * 86_400_000;

/** A concurrent upload of the same photograph was stored first. */
class DuplicatePhoto extends Error {}

/**
 * Splits a key into the names of a check and its photograph, joined by a dot.
 *
 * @throws HttpError 400 if the key has another form
 */
function nameOf(viewer: Viewer, key: string | null): PhotoName {
  const [, checkKey, photoKey] = PHOTO_KEY.exec(key ?? '') ?? [];
  if (checkKey !== undefined && photoKey !== undefined) {
    return { userId: viewer.userId, checkKey, photoKey };
  }
  throw badRequest('check.key_needs_photo');
}

/** Photographs of walkaround checks, uploaded one by one before their check. */
export class Photographs {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /**
   * Stores a photograph of a future check; one of the same name is stored once.
   *
   * @param path a local file
   * @throws HttpError 400 for an invalid image or too many of a check, 429 for too many unused ones
   */
  async take(viewer: Viewer, key: string | null, path: string): Promise<{ id: number }> {
    const { db, files } = this.services;
    const name = nameOf(viewer, key);
    const known = await db.asViewer(viewer, (trx) => photoOfName(trx, name));
    if (known !== undefined) return { id: known };
    const { customerId } = viewer;
    if (customerId === null) {
      throw badRequest('access.customer_required');
    }
    const stored = await storePhoto(files, { path }, customerId, '', 'photo');
    try {
      const id = await db.asViewer(viewer, async (trx) => {
        const waiting = await waitingPhotos(trx, name);
        if (waiting.ofCheck >= MAX_PHOTOS_OF_CHECK) {
          throw wrongField('photo', {
            code: 'validation.photos_too_many',
            params: { most: MAX_PHOTOS_OF_CHECK },
          });
        }
        if (waiting.ofPerson >= MAX_UNUSED_PHOTOS) {
          throw tooMany('check.photos_waiting');
        }
        const until = new Date(Date.now() + WAITING_MS);
        await storeFile(trx, stored.file, until);
        await storeFile(trx, stored.report, until);
        const of = { customerId, fileId: stored.file.id, reportFileId: stored.report.id };
        const made = await insertPhoto(trx, name, of);
        if (made === null) throw new DuplicatePhoto();
        return made;
      });
      return { id };
    } catch (error) {
      await files.discard([stored.file, stored.report]);
      if (!(error instanceof DuplicatePhoto)) throw error;
      const first = await db.asViewer(viewer, (trx) => photoOfName(trx, name));
      if (first !== undefined) return { id: first };
      throw conflict('check.photo_not_kept');
    }
  }

  /** Photographs for a check to store. They must be uploaded for this check, by the same person. */
  of(viewer: Viewer, customerId: number, checkKey: string, ids: readonly number[]): CameBefore {
    return {
      count: ids.length,
      take: async (trx, captions) => {
        if (ids.length === 0) return [];
        const rows = await takePhotos(trx, { userId: viewer.userId, customerId, checkKey }, ids);
        const found = await filesById(
          trx,
          rows.flatMap(({ file_id: file, report_file_id: report }) => [file, report]),
        );
        const files = new Map(found.map((file) => [file.id, file]));
        return ids.map((id, n): StoredPhoto => {
          const row = rows.find((one) => one.id === id);
          const file = files.get(row?.file_id ?? '');
          const report = files.get(row?.report_file_id ?? '');
          if (file === undefined || report === undefined) {
            throw wrongField('photos', 'check.photo_missing');
          }
          return { file, report, caption: captions[n] ?? '' };
        });
      },
    };
  }
}
