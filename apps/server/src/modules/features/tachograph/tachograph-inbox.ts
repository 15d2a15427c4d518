/**
 * The watched folder: one folder per customer, named by the customer's id. Files move to `processed`
 * or, with the reason in a text file, to `rejected` in the same folder.
 */
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TACHOGRAPH_LIMIT_BYTES } from '@roadworthy/contract';
import { recordChange } from '../../../platform/audit/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { HttpError } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log/index.ts';
import { customerIsKnown } from '../../core/customers/index.ts';
import type { TachographService } from './tachograph.service.ts';

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
  readonly service: TachographService;
}

async function recordArrival({ db }: Inbox, customerId: number, id: number, name: string) {
  await db.asSystem((trx) =>
    recordChange(trx, {
      customerId,
      actor: { userId: null, name: 'Roadworthy' },
      subject: { kind: 'tachograph_file', id: String(id), name },
      action: 'created',
      before: null,
      after: { name, source: 'folder' },
    }),
  );
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
  try {
    const bytes = await readFile(path);
    const arrival = { customerId, name, bytes, source: 'folder', receivedBy: null } as const;
    const { id, isRepeated } = await inbox.service.store(arrival);
    if (!isRepeated) await recordArrival(inbox, customerId, id, name);
    await rename(path, await unusedPath(join(folder, 'processed'), name));
  } catch (error) {
    if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
    await reject(error.message);
  }
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
