import type { Viewer } from '../../../platform/auth/index.ts';
import { badRequest, conflict, tooMany, wrongField } from '../../../platform/errors.ts';
import { filesById, keepFile } from '../../../platform/files/index.ts';
import type { Services } from '../../../platform/services.ts';
import { type StoredPicture, storePicture } from '../records/index.ts';
import type { CameBefore } from './records/walkaround-records.service.ts';
import {
  insertPhoto,
  type PhotoName,
  photoOfName,
  takePhotos,
  waitingPhotos,
} from './walkaround.repository.ts';

const PHOTO_KEY = /^([\w:-]{8,60})\.([\w-]{1,60})$/;
/** Photographs of a check are taken, thrown away and taken again before it is sent. */
const MOST_OF_CHECK = 60;
/** Nobody fills the store with photographs of no check. */
const MOST_WAITING = 300;
/** A phone may lie without a network for a while between its photographs and its check. */
const WAITING_MS = 30 * 86_400_000;

/** The same photograph came twice at once, and the other was first. */
class CameTwice extends Error {}

/**
 * The names of a check and of its photograph, which a key joins with a dot.
 *
 * @throws HttpError 400 for a key of another form
 */
function nameOf(viewer: Viewer, key: string | null): PhotoName {
  const [, checkKey, photoKey] = PHOTO_KEY.exec(key ?? '') ?? [];
  if (checkKey !== undefined && photoKey !== undefined) {
    return { userId: viewer.userId, checkKey, photoKey };
  }
  throw badRequest('check.key_needs_photo');
}

/** Photographs of walkaround checks, which come one by one and before their check. */
export class Photographs {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /**
   * Takes a photograph of a check that is to come; of the same name it is taken once.
   *
   * @param path a file of this machine
   * @throws HttpError 400 for what is no picture and for too many, 429 for more than wait at most
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
    const stored = await storePicture(files, { path }, customerId, '', 'photo');
    try {
      const id = await db.asViewer(viewer, async (trx) => {
        const waiting = await waitingPhotos(trx, name);
        if (waiting.ofCheck >= MOST_OF_CHECK) {
          throw wrongField('photo', {
            code: 'validation.photos_too_many',
            params: { most: MOST_OF_CHECK },
          });
        }
        if (waiting.ofPerson >= MOST_WAITING) {
          throw tooMany('check.photos_waiting');
        }
        const until = new Date(Date.now() + WAITING_MS);
        await keepFile(trx, stored.file, until);
        await keepFile(trx, stored.report, until);
        const of = { customerId, fileId: stored.file.id, reportFileId: stored.report.id };
        const made = await insertPhoto(trx, name, of);
        if (made === null) throw new CameTwice();
        return made;
      });
      return { id };
    } catch (error) {
      await files.discard([stored.file, stored.report]);
      if (!(error instanceof CameTwice)) throw error;
      const first = await db.asViewer(viewer, (trx) => photoOfName(trx, name));
      if (first !== undefined) return { id: first };
      throw conflict('check.photo_not_kept');
    }
  }

  /** Those of a check, for when it is kept. They must have come for it, by the same person. */
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
        return ids.map((id, n): StoredPicture => {
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
