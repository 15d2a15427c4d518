import type { contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import { notFound, orNotFound, unauthorised } from '../../../platform/errors.ts';
import { type FileRow, fileById, type Reader } from '../../../platform/files/index.ts';
import type { Services } from '../../../platform/services.ts';

type Query = QueryOf<typeof contract.files.read>;

/** A file that may be read, and its headers. */
export interface Readable {
  readonly file: FileRow;
  readonly isDownload: boolean;
}

/** Read access to files (RP-08). */
export class FilesService {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /**
   * Decides whether a file may be read: by a signed URL, or by a person who may see its record.
   *
   * @param viewer looks up the caller; only called if there is no signature
   * @throws HttpError 401 for a visitor without a valid URL, 404 for a file that does not exist or that
   *   the caller may not read
   */
  async find(id: string, query: Query, viewer: () => Promise<Viewer | null>): Promise<Readable> {
    const signed = this.services.files.verify(id, query);
    if (signed !== null) {
      const file = orNotFound(await this.services.db.asSystem((trx) => fileById(trx, id)));
      const { reader, isDownload } = signed;
      return this.#read(file, { kind: 'address', reader }, isDownload);
    }
    const asker = await viewer();
    if (asker === null) throw unauthorised();
    const file = await this.services.db.asViewer(asker, (trx) => fileById(trx, id));
    const keeper = file === undefined ? null : this.services.files.keeperOf(file.purpose);
    if (file === undefined || keeper === null || !(await keeper.mayRead(asker, id))) {
      throw notFound();
    }
    return this.#read(file, { kind: 'viewer', viewer: asker }, query.download === '1');
  }

  async #read(file: FileRow, reader: Reader, isDownload: boolean): Promise<Readable> {
    await this.services.files.keeperOf(file.purpose)?.wasRead?.(file, reader, isDownload);
    return { file, isDownload };
  }
}
