import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { OperatorError } from '../../../platform/operator-error.ts';
import { readArchive } from './backup-archive.ts';
import {
  MANIFEST_ENTRY,
  type Manifest,
  manifestSchema,
  type StoredEntry,
} from './backup-manifest.ts';

function manifestOf(text: Buffer): Manifest {
  const parsed = manifestSchema.safeParse(JSON.parse(text.toString('utf8')));
  if (parsed.success) return parsed.data;
  throw new OperatorError('backup.other_format', {}, { cause: parsed.error });
}

const isSame = (a: StoredEntry | undefined, b: StoredEntry | undefined) =>
  a?.name === b?.name && a?.size_bytes === b?.size_bytes && a?.sha256 === b?.sha256;

/**
 * Reads a whole backup and compares each entry with its digest.
 *
 * @returns the contents
 * @throws OperatorError for a wrong passphrase, a missing, added or changed entry, or another format
 */
export async function verifyBackup(path: string, passphrase: string | null): Promise<Manifest> {
  try {
    return await verified(path, passphrase);
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError('backup.damaged', { reason: (cause as Error).message }, { cause });
  }
}

async function verified(path: string, passphrase: string | null): Promise<Manifest> {
  const read: StoredEntry[] = [];
  let manifest: Manifest | null = null;
  for await (const { name, sizeBytes, content } of readArchive(path, passphrase)) {
    if (name === MANIFEST_ENTRY) {
      manifest = manifestOf(await buffer(content));
      continue;
    }
    const digest = createHash('sha256');
    for await (const part of content) digest.update(part);
    read.push({ name, size_bytes: sizeBytes, sha256: digest.digest('hex') });
  }
  if (manifest === null) throw new OperatorError('backup.incomplete');
  const { entries } = manifest;
  const count = Math.max(entries.length, read.length);
  for (let at = 0; at < count; at += 1) {
    if (isSame(entries[at], read[at])) continue;
    const entry = entries[at]?.name ?? read[at]?.name ?? '';
    throw new OperatorError('backup.entry_wrong', { entry });
  }
  return manifest;
}
