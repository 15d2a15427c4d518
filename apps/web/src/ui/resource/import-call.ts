import type { AnswerOf, contract, RequestOf } from '@roadworthy/contract';
import type { ErrorBody } from '../../api/api-error.ts';
import { ApiError, addressOf, callHeaders, pathOf } from '../../api/client.ts';
import { goToLogin } from '../../session/leave.ts';
import { saveFrom } from '../download-menu/save-report.ts';

type Send = typeof contract.imports.send;

/** A list that supports imports. */
export type ImportKind = RequestOf<Send>['params']['kind'];
export type ImportOutcome = AnswerOf<Send>;

/** Options sent with a file. */
interface Wanted {
  readonly file: File;
  /** Null for the viewer's customer. */
  readonly customer: number | null;
  /** Preview: nothing is written. */
  readonly isCheck: boolean;
  readonly signal: AbortSignal;
}

/**
 * Imports a file into a list, or previews the import.
 *
 * @throws ApiError if the server rejects the file
 */
export async function sendImport(kind: ImportKind, wanted: Wanted): Promise<ImportOutcome> {
  const form = new FormData();
  form.append('verifyUpload', String(wanted.isCheck));
  if (wanted.customer !== null) form.append('customer', String(wanted.customer));
  form.append('file', wanted.file, wanted.file.name);
  const response = await fetch(addressOf(pathOf('imports', 'send'), { params: { kind } }), {
    method: 'PUT',
    headers: { Accept: 'application/json', ...callHeaders() },
    body: form,
    signal: wanted.signal,
  });
  if (response.ok) return response.json();
  if (response.status === 401) goToLogin();
  const failure = (await response.json().catch(() => ({}))) as ErrorBody;
  throw new ApiError(response.status, response.statusText, failure);
}

/** Saves an empty file with the headings of the list. */
export function saveImportTemplate(kind: ImportKind, format: 'csv' | 'xlsx'): Promise<void> {
  const path = pathOf('imports', 'template');
  return saveFrom(addressOf(path, { params: { kind }, query: { format } }), `${kind}.${format}`);
}
