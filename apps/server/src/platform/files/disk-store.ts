import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notFound } from '../errors.ts';
import { type BlobStore, type ByteRange, storeFailure } from './blob-store.ts';

const isMissing = (error: unknown) => (error as { code?: unknown }).code === 'ENOENT';

/** Makes a rename durable on a power cut. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; its file system preserves the sequence.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Names below a folder, without incoming files, which begin with a dot. */
async function* filesBelow(root: string, folder = ''): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else yield path;
  }
}

/**
 * Files in a folder of this machine. A file is renamed into place, so that a reader never sees a
 * partial one.
 *
 * @param root the folder; created if missing. Files to be stored must be on the same disk
 */
export function createDiskStore(root: string): BlobStore {
  const pathOf = (key: string) => join(root, key);
  return {
    put: async (key, path) => {
      const target = pathOf(key);
      try {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await chmod(path, 0o600);
        await rename(path, target);
        await syncFolder(dirname(target));
      } catch (error) {
        throw storeFailure(error);
      }
    },
    get: async (key, range?: ByteRange) => {
      try {
        const file = await open(pathOf(key), 'r');
        return createReadStream('', {
          fd: file,
          ...(range === undefined ? {} : { start: range.first, end: range.last }),
        });
      } catch (error) {
        throw isMissing(error) ? notFound() : storeFailure(error);
      }
    },
    stat: async (key) => {
      try {
        return (await stat(pathOf(key))).size;
      } catch (error) {
        if (isMissing(error)) return null;
        throw storeFailure(error);
      }
    },
    remove: async (keys) => {
      for (const key of keys) {
        await rm(pathOf(key), { force: true }).catch((error) => {
          throw storeFailure(error);
        });
      }
    },
    list: async function* () {
      for await (const key of filesBelow(root)) {
        const found = await stat(pathOf(key)).catch(() => null);
        if (found !== null) yield { key, changedMs: found.mtimeMs };
      }
    },
  };
}
