/**
 * The watched folder: one folder per customer, named by the customer's id. Files move to `processed`
 * or, with the reason in a text file, to `rejected` in the same folder. A ZIP archive is processed if one of its
 * files is stored; the text file then has the others.
 */
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TACHOGRAPH_LIMIT_BYTES } from '@roadworthy/contract';
import type { Database } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/log/index.ts';
import { customerIsKnown } from '../../core/customers/index.ts';
import { type FileStore, recordStored, storeArrival } from './tachograph-arrival.ts';

/** A younger file may still be written by its sender. */
const SETTLED_MS = 2000;

async function unusedPath(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const taken = new Set(await readdir(folder));
  let path = name;
  for (let n = 1; taken.has(path); n += 1) path = `${n}-${name}`;
  return join(folder, path);
}

interface Inbox {
  readonly db: Database;
  readonly log: Log;
  readonly service: FileStore;
}

/** Stores one file and moves it. An error of the database leaves it for the next run. */
async function takeFile(inbox: Inbox, folder: string, name: string, customerId: number) {
  const path = join(folder, name);
  const { mtimeMs, size } = await stat(path);
  if (Date.now() - mtimeMs < SETTLED_MS) return;
  const reject = async (reason: string) => {
    const target = await unusedPath(join(folder, 'rejected'), name);
    await rename(path, target);
    await writeFile(`${target}.txt`, `${reason}\n`);
    inbox.log.warn({ customerId, reason }, 'a tachograph file of the folder was rejected');
  };
  if (size > TACHOGRAPH_LIMIT_BYTES) return reject('validation.file_too_large');
  const bytes = await readFile(path);
  const arrival = { customerId, name, bytes, source: 'folder', receivedBy: null } as const;
  const results = await storeArrival(inbox.service, arrival);
  await inbox.db.asSystem((trx) => recordStored(trx, arrival, results));
  const rejected = results.filter(({ state }) => state === 'rejected');
  // A single file needs no name in the text that has its name.
  const reasons = rejected.map((one) =>
    one.name === name ? `${one.reason}` : `${one.name}: ${one.reason}`,
  );
  if (rejected.length === results.length) return reject(reasons.join('\n'));
  const target = await unusedPath(join(folder, 'processed'), name);
  await rename(path, target);
  if (reasons.length > 0) await writeFile(`${target}.txt`, `${reasons.join('\n')}\n`);
}

/** Takes all files of the folder; a file that fails does not stop the others. */
export async function takeInbox(inbox: Inbox, root: string): Promise<void> {
  const entries = await readdir(root, { withFileTypes: true });
  for (const entry of entries) {
    const customerId = Number(entry.name);
    if (!entry.isDirectory() || !Number.isInteger(customerId) || customerId <= 0) continue;
    if (!(await inbox.db.asSystem((trx) => customerIsKnown(trx, customerId)))) continue;
    const folder = join(root, entry.name);
    const files = (await readdir(folder, { withFileTypes: true })).filter((one) => one.isFile());
    for (const { name } of files) {
      if (name.startsWith('.')) continue;
      await takeFile(inbox, folder, name, customerId).catch((error) =>
        inbox.log.warn(
          { customerId, error: String(error.code ?? error.name) },
          'a tachograph file of the folder could not be taken',
        ),
      );
    }
  }
}
