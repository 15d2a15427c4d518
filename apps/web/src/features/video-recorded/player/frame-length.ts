import type { ClipPlayback } from './clip-playback.ts';

/** Fewer distances say too little: a machine that is busy passes over pictures. */
const LEAST_COUNT = 8;

/**
 * Watches a running film and tells the playback how long one picture is shown: the shortest distance
 * between two of them, since a picture that was passed over makes a longer one.
 */
export function measureFrames(video: HTMLVideoElement, playback: ClipPlayback): () => void {
  // Firefox before version 132 has no such callback: there the usual length counts.
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
