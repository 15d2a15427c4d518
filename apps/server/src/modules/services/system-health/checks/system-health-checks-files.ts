import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Files } from '../../../../platform/files/index.ts';
import { type Check, reasonOf, type Verdict } from '../system-health-check.ts';

/** A step with the file store, or null if all succeeded. */
export interface FilesFailure {
  readonly step: 'write' | 'read' | 'delete';
  readonly reason: string;
}

export function filesVerdict(failure: FilesFailure | null, place: string): Verdict<'files'> {
  return failure === null
    ? { state: 'ok', finding: 'ok', values: { place } }
    : { state: 'error', finding: failure.step, values: { place, reason: failure.reason } };
}

/** Stores, reads and deletes a small object. If the process ends meanwhile, a daily job deletes it. */
async function tryStore(files: Files): Promise<FilesFailure | null> {
  const content = Buffer.from(randomUUID());
  const key = `system-health/${randomUUID()}`;
  let step: FilesFailure['step'] = 'write';
  try {
    const path = await files.temporaryPath();
    try {
      await writeFile(path, content, { mode: 0o600 });
      await files.blobs.put(key, path, content.length);
    } finally {
      await rm(path, { force: true });
    }
    step = 'read';
    const found = await buffer(await files.blobs.get(key));
    if (!found.equals(content)) return { step, reason: 'other content' };
    step = 'delete';
    await files.blobs.remove([key]);
    return (await files.blobs.stat(key)) === null ? null : { step, reason: 'still there' };
  } catch (error) {
    return { step, reason: reasonOf(error) };
  }
}

export const filesCheck: Check<'files'> = {
  name: 'files',
  look: async ({ config, files }) => {
    const { filesUrl } = config;
    const place = filesUrl === null ? 'DATA_DIR/files' : new URL(filesUrl).host;
    return filesVerdict(await tryStore(files), place);
  },
};
