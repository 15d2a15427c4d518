import type { AnswerOf, contract, RequestOf } from '@roadworthy/contract';
import type { ErrorBody } from '../../api/api-error.ts';
import { ApiError, addressOf, callHeaders, pathOf } from '../../api/client.ts';
import { goToLogin } from '../../session/leave.ts';
import { saveFrom } from '../download-menu/save-report.ts';

type Send = typeof contract.imports.send;

/** A list that supports imports. */
export type ImportKind = RequestOf<Send>['params']['kind'];
export type ImportOutcome = AnswerOf<Send>;
/** The columns of a file, and its first rows as they will be stored. */
export type ImportPreview = AnswerOf<typeof contract.imports.preview>;
export type ImportMapping = ImportPreview['mapping'];

/** How the columns of a file are chosen; by saved columns or the headings if both are null. */
export interface ChosenColumns {
  readonly mapping: ImportMapping | null;
  /** The id of saved columns. */
  readonly saved: number | null;
}

/** Options sent with a file. */
export interface SentFile extends ChosenColumns {
  readonly file: File;
  /** Null for the viewer's customer. */
  readonly customer: number | null;
  readonly signal: AbortSignal;
}

/** Sends a file with fields. @throws ApiError if the server rejects it */
async function sendFile<T>(
  address: string,
  { file, customer, mapping, saved, signal }: SentFile,
  fields: Readonly<Record<string, string>> = {},
): Promise<T> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (customer !== null) form.append('customer', String(customer));
  if (mapping !== null) form.append('mapping', JSON.stringify(mapping));
  else if (saved !== null) form.append('mapping_id', String(saved));
  form.append('file', file, file.name);
  const response = await fetch(address, {
    method: 'PUT',
    headers: { Accept: 'application/json', ...callHeaders() },
    body: form,
    signal,
  });
  if (response.ok) return response.json();
  if (response.status === 401) goToLogin();
  const failure = (await response.json().catch(() => ({}))) as ErrorBody;
  throw new ApiError(response.status, response.statusText, failure);
}

/**
 * Imports a file into a list, or checks it.
 *
 * @param isCheck nothing is written
 * @throws ApiError if the server rejects the file
 */
export const sendImport = (
  kind: ImportKind,
  sent: SentFile,
  isCheck: boolean,
): Promise<ImportOutcome> =>
  sendFile(addressOf(pathOf('imports', 'send'), { params: { kind } }), sent, {
    verifyUpload: String(isCheck),
  });

/** Reads the columns of a file and its first rows. @throws ApiError if the server rejects the file */
export const previewImport = (kind: ImportKind, sent: SentFile): Promise<ImportPreview> =>
  sendFile(addressOf(pathOf('imports', 'preview'), { params: { kind } }), sent);

/** Saves an empty file with the headings of the list. */
export function saveImportTemplate(kind: ImportKind, format: 'csv' | 'xlsx'): Promise<void> {
  const path = pathOf('imports', 'template');
  return saveFrom(addressOf(path, { params: { kind }, query: { format } }), `${kind}.${format}`);
}
