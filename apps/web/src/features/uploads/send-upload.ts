import type { ErrorBody } from '../../api/api-error.ts';
import { served } from '../../api/bases.ts';
import { ApiError, pathOf } from '../../api/client.ts';
import { goToLogin } from '../../session/leave.ts';
import { forgetToken, uploadToken } from './uploads-call.ts';

/** What is sent beside the file; what is empty or not known is left out (requirement Q-11). */
export type FormFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The form of an upload: its fields that say something, and the file. */
export function uploadForm(fields: FormFields, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null && value !== undefined && value !== '') form.append(name, String(value));
  }
  form.append('file', file, file.name);
  return form;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** How an upload is sent. */
interface SendOptions {
  /** The share that has gone out, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
  /** The same key makes the same upload: a retry makes no second one. */
  readonly key?: string;
}

/**
 * Sends a form in parts by PUT, with the token of R-020 (requirement Q-08). A request of its own kind,
 * because only it tells how much has gone out.
 *
 * @throws ApiError where the server refuses, with status 0 where the connection was lost
 * @throws DOMException AbortError when it was cancelled
 */
export async function sendUpload<Answer>(
  name: 'vehicles' | 'qrCodes',
  form: FormData,
  { onProgress, signal, key }: SendOptions,
): Promise<Answer> {
  const token = await uploadToken();
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('PUT', served(pathOf('uploads', name)));
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    if (key !== undefined) request.setRequestHeader('Idempotency-Key', key);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const answer = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) return done(answer as Answer);
      if (request.status === 401) {
        forgetToken();
        goToLogin();
      }
      return fail(new ApiError(request.status, request.statusText, answer as ErrorBody));
    };
    request.onerror = () => fail(new ApiError(0, 'Network response was not OK', {}));
    request.onabort = () => fail(new DOMException('Cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
