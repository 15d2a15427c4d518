import { type Actor, recordChanges } from '../../../platform/audit/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { codeOf, type ErrorCode, errorText } from '../../../platform/error-texts.ts';
import { HttpError } from '../../../platform/errors.ts';
import type { LanguageReference } from '../../../platform/texts.ts';
import { isArchive, type UnpackedFile, unpack } from './tachograph-unzip.ts';

/** A file as it arrives. */
export interface Arrival {
  readonly customerId: number;
  readonly name: string;
  readonly bytes: Buffer;
  readonly source: 'upload' | 'folder' | 'mail';
  readonly receivedBy: number | null;
}

/** The stored file, and whether it was stored before. */
export interface Stored {
  readonly id: number;
  readonly isRepeated: boolean;
}

/** What became of one file. */
export interface FileResult {
  readonly name: string;
  readonly state: 'stored' | 'repeated' | 'rejected';
  readonly id: number | null;
  readonly reason: ErrorCode | null;
}

/** Stores files that were read; the service of tachograph files. */
export interface FileStore {
  store(arrival: Arrival): Promise<Stored>;
}

async function storeOne(
  service: FileStore,
  arrival: Arrival,
  file: UnpackedFile,
): Promise<FileResult> {
  const { name } = file;
  if ('reason' in file) return { name, state: 'rejected', id: null, reason: file.reason };
  try {
    const { id, isRepeated } = await service.store({ ...arrival, name, bytes: file.bytes });
    return { name, state: isRepeated ? 'repeated' : 'stored', id, reason: null };
  } catch (error) {
    if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
    return { name, state: 'rejected', id: null, reason: codeOf(error.detail) };
  }
}

/**
 * Stores a file, or each file of a ZIP archive.
 *
 * @returns what became of each
 * @throws the error of the database or of the file store; files before it are stored, and repeating is harmless
 */
export async function storeArrival(service: FileStore, arrival: Arrival): Promise<FileResult[]> {
  const { bytes, name } = arrival;
  if (!isArchive(bytes)) return [await storeOne(service, arrival, { name, bytes })];
  const results: FileResult[] = [];
  for await (const file of unpack(name, bytes)) {
    results.push(await storeOne(service, arrival, file));
  }
  return results;
}

/** A result with its reason in a language. */
export function shownResult({ reason, ...rest }: FileResult, language: LanguageReference) {
  return { ...rest, reason: reason === null ? null : errorText(language, reason), code: reason };
}

/** Records the files that were stored now in the audit log. Call it last in a transaction. */
export async function recordStored(
  trx: Transaction,
  { customerId, source }: Pick<Arrival, 'customerId' | 'source'>,
  results: readonly FileResult[],
  actor: Actor = { userId: null, name: 'Roadworthy' },
): Promise<void> {
  const stored = results.filter(({ state }) => state === 'stored');
  const changes = stored.map(({ id, name }) => ({
    customerId,
    actor,
    subject: { kind: 'tachograph_file' as const, id: String(id), name },
    action: 'created' as const,
    before: null,
    after: { name, source },
  }));
  await recordChanges(trx, changes);
}
