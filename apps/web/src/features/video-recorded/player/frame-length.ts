import type { ClipPlayback } from './clip-playback.ts';

/** Fewer intervals are unreliable: a busy machine skips frames. */
const LEAST_COUNT = 8;

/**
 * Measures the frame duration of a playing video for the playback: the shortest interval between
 * two frames, because a skipped frame makes a longer one.
 */
export function measureFrames(video: HTMLVideoElement, playback: ClipPlayback): () => void {
  // Firefox before version 132 lacks this callback and uses the default duration.
  if (!('requestVideoFrameCallback' in video)) return () => undefined;
  let handle = 0;
  let lastS = Number.NaN;
  let count = 0;
  let leastS = Number.POSITIVE_INFINITY;
  const onFrame = (_now: number, { mediaTime }: { mediaTime: number }) => {
    const lengthS = mediaTime - lastS;
    lastS = mediaTime;
    if (lengthS > 0 && !video.paused) {
      count += 1;
      leastS = Math.min(leastS, lengthS);
      if (count >= LEAST_COUNT) playback.setFrame(leastS);
    }
    handle = video.requestVideoFrameCallback(onFrame);
  };
  handle = video.requestVideoFrameCallback(onFrame);
  return () => video.cancelVideoFrameCallback(handle);
}
