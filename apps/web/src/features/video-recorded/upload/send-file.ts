import type { AnswerOf, contract } from '@roadworthy/contract';
import type { ErrorBody } from '../../../api/api-error.ts';
import { served } from '../../../api/bases.ts';
import { ApiError } from '../../../api/client.ts';

type Upload = AnswerOf<typeof contract.videoRecorded.createUpload>;

const KIB = 1024;
/** The first chunk is small, to show progress early; the server accepts at most 16 MiB. */
const PIECE = { first: 512 * KIB, least: 128 * KIB, most: 8192 * KIB } as const;
/** Target duration of a chunk: progress is visible, and little is sent twice. */
const PIECE_MS = 2000;
/** Delays before retries, ms; the last one repeats until it is cancelled. */
const AGAIN_AFTER_MS = [500, 2000, 5000, 10_000] as const;

export interface SendSession {
  /** Received bytes; `isWaiting` while the connection or the server is unavailable. */
  readonly onProgress: (sent: number, isWaiting: boolean) => void;
  readonly signal: AbortSignal;
  /** Other delays, for tests. */
  readonly againAfterMs?: readonly number[];
}

/** Waits for the delay, or until the browser is online again; ends if cancelled. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      settle();
    };
    const go = end(done);
    const timer = setTimeout(go, ms);
    window.addEventListener('online', go);
    signal.addEventListener(
      'abort',
      end(() => fail(signal.reason)),
      { once: true },
    );
  });
}

/** Offline, an offset conflict, or a temporarily unavailable server or store. */
const PASSING: readonly number[] = [0, 409, 502, 503, 504];

/** Whether a retry makes sense. */
const isPassing = (error: unknown) => error instanceof ApiError && PASSING.includes(error.status);

async function ask(
  address: string,
  signal: AbortSignal,
  request: RequestInit = {},
): Promise<Upload> {
  const response = await fetch(served(address), { ...request, signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new ApiError(0, 'Network response was not OK', {});
  });
  const body = (await response.json().catch(() => ({}))) as Upload | ErrorBody;
  if (response.ok) return body as Upload;
  throw new ApiError(response.status, response.statusText, body as ErrorBody);
}

/** The next chunk size, from the duration of the last one. */
function nextBytes(bytes: number, tookMs: number): number {
  const fitting = bytes * Math.min(2, PIECE_MS / Math.max(tookMs, 1));
  return Math.round(Math.min(PIECE.most, Math.max(PIECE.least, fitting)));
}

/**
 * Uploads a file in chunks, and resumes after the last received byte when the connection was lost,
 * for as long as needed.
 *
 * @returns the created clip
 * @throws ApiError if the server rejects the file
 * @throws DOMException AbortError if it is cancelled
 */
export async function sendFile(upload: Upload, file: Blob, session: SendSession): Promise<number> {
  const { onProgress, signal, againAfterMs = AGAIN_AFTER_MS } = session;
  const { address } = upload;
  let { received, request } = upload;
  let bytes: number = PIECE.first;
  let lost = 0;
  while (request === null) {
    signal.throwIfAborted();
    try {
      // After a lost connection the received offset is unknown.
      if (lost > 0) ({ received, request } = await ask(address, signal));
      if (request !== null) break;
      onProgress(received, false);
      const piece = file.slice(received, received + bytes);
      const range = `bytes ${received}-${received + piece.size - 1}/${file.size}`;
      const headers = { 'Content-Type': 'application/octet-stream', 'Content-Range': range };
      const beganAtMs = performance.now();
      ({ received, request } = await ask(address, signal, { method: 'PUT', headers, body: piece }));
      bytes = nextBytes(bytes, performance.now() - beganAtMs);
      lost = 0;
    } catch (error) {
      if (!isPassing(error)) throw error;
      onProgress(received, true);
      bytes = Math.max(PIECE.least, bytes / 2);
      await wait(againAfterMs[Math.min(lost, againAfterMs.length - 1)] ?? 0, signal);
      lost += 1;
    }
  }
  onProgress(file.size, false);
  return request;
}
