import type { VideoError } from '@roadworthy/domain';
import type { FetchFailure } from '../../../../platform/video-sources.ts';

/** The result of one camera of a request. */
export type CameraResult = 'here' | FetchFailure | 'bad-file' | 'store-down' | 'disk-full';

const CODES: Readonly<Record<Exclude<CameraResult, 'here'>, VideoError>> = {
  offline: 'device_offline',
  busy: 'device_busy',
  interrupted: 'interrupted',
  refused: 'refused',
  timeout: 'timeout',
  'no-recording': 'no_recording',
  unsupported: 'unsupported',
  'too-large': 'too_large',
  'bad-file': 'bad_file',
  'store-down': 'store_down',
  'disk-full': 'disk_full',
};

/** Results that may change with time. A device that does not answer is tried a few times. */
const PASSING: ReadonlySet<CameraResult> = new Set([
  'offline',
  'busy',
  'interrupted',
  'store-down',
  'disk-full',
]);
const TIMEOUTS = 3;

const MINUTE_MS = 60_000;
/** Pauses between tries; the last one repeats. A connecting device ends its pause. */
const PAUSES_MS = [5000, 15_000, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS];

/** The outcome of a try of a whole request. */
export type TryEnding =
  | { readonly state: 'ready' }
  | { readonly state: 'failed'; readonly error: VideoError }
  | { readonly state: 'requested'; readonly error: VideoError; readonly pauseMs: number };

/**
 * Decides the outcome of a try. The request waits for results that may still come. When none can
 * come, it is ready if at least one camera was fetched.
 *
 * @param attempts tries so far, including this one
 * @param mayWait whether the request has not reached its time limit
 */
export function endingOf(
  results: readonly CameraResult[],
  attempts: number,
  mayWait: boolean,
): TryEnding {
  const isPassing = (result: CameraResult) =>
    PASSING.has(result) || (result === 'timeout' && attempts < TIMEOUTS);
  const passing = results.find(isPassing);
  if (passing !== undefined && passing !== 'here' && mayWait) {
    const pauseMs = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? MINUTE_MS;
    return { state: 'requested', error: CODES[passing], pauseMs };
  }
  if (results.includes('here')) return { state: 'ready' };
  const [first = 'unsupported'] = results;
  return { state: 'failed', error: first === 'here' ? 'unsupported' : CODES[first] };
}
