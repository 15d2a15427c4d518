import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import type { BlobStore } from './blob-store.ts';
import { createDiskStore } from './disk-store.ts';
import { Files } from './files.ts';
import { createS3Store, s3AddressOf } from './s3-store.ts';
import { type FreeBytes, Space } from './space.ts';

export { type ByteRange, isStoreFull } from './blob-store.ts';
export { fileEnding, storeChecked } from './checked.ts';
export { registerFileJobs, removeEnded, removeOrphans } from './cleaning.ts';
export { bytesOfDataUrl } from './data-url.ts';
export { type FileKeeper, Files, type Reader } from './files.ts';
export { MEDIA_TYPES } from './media-type.ts';
export { isBlankPicture, smallImage } from './picture.ts';
export { makePrivate } from './private-modes.ts';
export { endFiles, type FileRow, fileById, filesById, storeFile } from './repository.ts';
export type { DiskSpace } from './space.ts';

/** Where the bytes of files are, and a folder on the disk of the store for files that arrive. */
export interface FileStore {
  readonly blobs: BlobStore;
  readonly incoming: string;
}

/** The file store without its rules, for copies of all of it. */
export function fileStore({ dataDir, filesUrl }: Pick<Config, 'dataDir' | 'filesUrl'>): FileStore {
  const root = join(dataDir, 'files');
  const blobs = filesUrl === null ? createDiskStore(root) : createS3Store(s3AddressOf(filesUrl));
  // Within the folder of the store, so that a finished file can be renamed into place.
  return { blobs, incoming: join(root, '.incoming') };
}

/** The file store: a folder in the data folder, or the bucket of `FILES_URL`. */
export function createFiles(
  config: Pick<
    Config,
    'dataDir' | 'databaseUrl' | 'filesReserveBytes' | 'filesUrl' | 'sessionSecret'
  >,
  freeBytes?: FreeBytes,
): Files {
  const { dataDir, databaseUrl, filesReserveBytes, sessionSecret } = config;
  const { blobs, incoming } = fileStore(config);
  const root = join(dataDir, 'files');
  // Files are received here even if they are stored in a bucket.
  const folders = [root, ...(databaseUrl === null ? [dataDir] : [])];
  const space = new Space(folders, filesReserveBytes, freeBytes);
  return new Files(blobs, incoming, sessionSecret, space);
}
