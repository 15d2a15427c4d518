import type { AnswerOf, contract } from '@roadworthy/contract';
import type { ErrorBody } from '../../../api/api-error.ts';
import { ApiError, addressOf, callHeaders, pathOf } from '../../../api/client.ts';
import { goToLogin } from '../../../session/leave.ts';

export type Created = AnswerOf<typeof contract.vehicleFile.create>;

/** A request: query and fields of the call, the renamed file, and the idempotency key. */
export interface Upload {
  readonly query: Readonly<Record<string, unknown>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly content: File; readonly name: string } | null;
  /** Idempotency key: a retry creates no second document. */
  readonly key: string;
}

/** Delays before retries after a lost connection, ms. */
const RETRY_AFTER_MS = [1000, 3000, 6000] as const;

function bodyOf({ fields, file }: Upload): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    // Requirement R-009.
    if (value !== '') body.append(name, value);
  }
  // Requirement H-62, OP-036: multipart, not base64.
  if (file !== null) body.append('document', file.content, file.name);
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** One attempt. Uses XMLHttpRequest, because fetch does not report upload progress. */
function tryOnce(
  upload: Upload,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Created> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(pathOf('vehicleFile', 'create'), { query: upload.query }));
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Idempotency-Key', upload.key);
    for (const [name, value] of Object.entries(callHeaders())) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const answer = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) return done(answer as Created);
      if (request.status === 401) goToLogin();
      return fail(new ApiError(request.status, request.statusText, answer as ErrorBody));
    };
    request.onerror = () => fail(new ApiError(0, 'Network response was not OK', {}));
    request.onabort = () => fail(new DOMException('Cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(bodyOf(upload));
  });
}

/** Waits for the delay, or until the browser is online again; ends if cancelled. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(go, ms);
    function go() {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      done();
    }
    window.addEventListener('online', go);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      fail(new DOMException('Cancelled', 'AbortError'));
    });
  });
}

const isLost = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/**
 * Sends a new document. A lost connection is retried a few times with the same key.
 *
 * @param onProgress progress, 0 to 1; null while it waits for the connection
 * @throws ApiError with status 0 if the connection stays lost: retry with the same key
 * @throws DOMException AbortError if it is cancelled
 */
export async function sendDocument(
  upload: Upload,
  onProgress: (share: number | null) => void,
  signal: AbortSignal,
): Promise<Created> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await tryOnce(upload, onProgress, signal);
    } catch (error) {
      const ms = RETRY_AFTER_MS[attempt];
      if (!isLost(error) || ms === undefined) throw error;
      onProgress(null);
      await wait(ms, signal);
    }
  }
}
