import type { AnswerOf, Contract } from '@roadworthy/contract';
import type { ErrorBody } from '../../api/api-error.ts';
import { ApiError, addressOf, api, pathOf } from '../../api/client.ts';
import { goToLogin } from '../../session/leave.ts';
import { saveFile } from '../../ui/download-menu/save-report.ts';

type Uploads = Contract['imports'];
export type UploadJob = AnswerOf<Uploads['read']>;
export type UploadedCodes = AnswerOf<Uploads['qrCodes']>;

/** The token of R-020 is valid for 15 minutes; it is renewed before. */
const TOKEN_FRESH_MS = 10 * 60_000;
let kept: { readonly token: Promise<string>; readonly untilMs: number } | null = null;

/**
 * The token for uploads (requirement R-014).
 *
 * @throws ApiError if there is none
 */
export function uploadToken(): Promise<string> {
  if (kept === null || kept.untilMs < Date.now()) {
    const token = api.signIn.reobtainJwt({ quiet: true }).then((answer) => answer.token);
    kept = { token, untilMs: Date.now() + TOKEN_FRESH_MS };
    token.catch(forgetToken);
  }
  return kept.token;
}

/** The next call requests a new token. */
export function forgetToken(): void {
  kept = null;
}

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

async function ask(name: keyof Uploads, asked: Asked): Promise<Response> {
  const { method = 'GET', body, signal } = asked;
  const response = await fetch(addressOf(pathOf('imports', name), asked), {
    method,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${await uploadToken()}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.ok) return response;
  if (response.status === 401) {
    forgetToken();
    goToLogin();
  }
  const failure = (await response.json().catch(() => ({}))) as ErrorBody;
  throw new ApiError(response.status, response.statusText, failure);
}

/** A page of the uploads, newest first. */
export async function listUploads(
  pageSize: number,
  signal: AbortSignal,
): Promise<AnswerOf<Uploads['list']>> {
  return (await ask('list', { query: { pageSize }, signal })).json();
}

/** One upload, with its errors. */
export async function readUpload(id: number, signal: AbortSignal): Promise<UploadJob> {
  return (await ask('read', { params: { id }, signal })).json();
}

/** Cancels an upload. */
export async function cancelUpload(id: number): Promise<UploadJob> {
  return (await ask('cancel', { method: 'POST', params: { id } })).json();
}

/** Downloads the result of each row of an upload. */
export async function saveResult(id: number, format: 'csv' | 'xlsx', errors: boolean) {
  const query = { format, errors: errors ? 'true' : null };
  const response = await ask('result', { params: { id }, query });
  saveFile(await response.blob(), `vehicle-upload_${id}${errors ? '_errors' : ''}.${format}`);
}

/** Downloads the labels of vehicles as a PDF. */
export async function saveLabels(vehicles: readonly number[], page: 'documents' | 'help') {
  const response = await ask('labels', { method: 'POST', body: { vehicles, page } });
  saveFile(await response.blob(), 'qr-labels.pdf');
}
