import type { VideoError } from '@roadworthy/domain';
import type { FetchFailure } from '../../../../platform/video-sources.ts';

/** What became of one camera of a request. */
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

/** What may be otherwise in a while. A device that says nothing is asked a few times. */
const PASSING: ReadonlySet<CameraResult> = new Set([
  'offline',
  'busy',
  'interrupted',
  'store-down',
  'disk-full',
]);
const TIMEOUTS = 3;

const MINUTE_MS = 60_000;
/** Pauses between tries; the last one goes on. A device that connects ends its pause. */
const PAUSES_MS = [5000, 15_000, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS];

/** How a try of a whole request ended, by what became of its cameras. */
export type TryEnding =
  | { readonly state: 'ready' }
  | { readonly state: 'failed'; readonly error: VideoError }
  | { readonly state: 'requested'; readonly error: VideoError; readonly pauseMs: number };

/**
 * Decides how a try ended. What may come later is waited for; what is here when nothing more can come
 * makes the request ready, even where a camera had no recording.
 *
 * @param attempts tries so far, with this one
 * @param mayWait whether the time until which it waits has not come
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
