import type { AnswerOf, contract } from '@roadworthy/contract';
import type { ErrorBody } from '../../../api/api-error.ts';
import { served } from '../../../api/bases.ts';
import { ApiError } from '../../../api/client.ts';

type Upload = AnswerOf<typeof contract.videoRecorded.createUpload>;

const KIB = 1024;
/** The first piece is small, so that something is seen at once; the server takes 16 MiB at the most. */
const PIECE = { first: 512 * KIB, least: 128 * KIB, most: 8192 * KIB } as const;
/** A piece shall take about so long: progress is seen, and little is sent twice. */
const PIECE_MS = 2000;
/** Waits before another try, ms; the last one again and again, until it is cancelled. */
const AGAIN_AFTER_MS = [500, 2000, 5000, 10_000] as const;

export interface SendSession {
  /** Bytes that are there; `isWaiting` while the connection or the server is away. */
  readonly onProgress: (sent: number, isWaiting: boolean) => void;
  readonly signal: AbortSignal;
  /** Other waits; for tests. */
  readonly againAfterMs?: readonly number[];
}

/** Waits for the time, or until the browser is connected again; ends when cancelled. */
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

/** No connection, a piece out of turn, a server or its store that is away for a moment. */
const PASSING: readonly number[] = [0, 409, 502, 503, 504];

/** Whether it is worth another try. */
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

/** The next size of a piece, from how long one took. */
function nextBytes(bytes: number, tookMs: number): number {
  const fitting = bytes * Math.min(2, PIECE_MS / Math.max(tookMs, 1));
  return Math.round(Math.min(PIECE.most, Math.max(PIECE.least, fitting)));
}

/**
 * Sends a file to an upload's address in pieces, and goes on behind the last byte that is there after
 * the connection was lost, however long that takes.
 *
 * @returns the clip that the file became
 * @throws ApiError where the server refuses the file
 * @throws DOMException AbortError when it was cancelled
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
      // After a loss nobody here knows how much arrived.
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
