import type { ErrorBody } from '../../api/api-error.ts';
import { served } from '../../api/bases.ts';
import { ApiError, pathOf } from '../../api/client.ts';
import { goToLogin } from '../../session/leave.ts';
import { forgetToken, uploadToken } from './imports-call.ts';

/** Fields sent with the file; empty or unknown ones are omitted (requirement Q-11). */
export type FormFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The form data of an upload: its non-empty fields and the file. */
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

/** Options of an upload. */
interface SendOptions {
  /** Progress, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
  /** Idempotency key: a retry creates no second upload. */
  readonly key?: string;
}

/**
 * Sends multipart form data by PUT, with the token of R-020 (requirement Q-08). Uses
 * XMLHttpRequest, because fetch does not report upload progress.
 *
 * @throws ApiError if the server rejects it, with status 0 if the connection is lost
 * @throws DOMException AbortError if it is cancelled
 */
export async function sendUpload<Answer>(
  name: 'vehicles' | 'qrCodes',
  form: FormData,
  { onProgress, signal, key }: SendOptions,
): Promise<Answer> {
  const token = await uploadToken();
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('PUT', served(pathOf('imports', name)));
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
