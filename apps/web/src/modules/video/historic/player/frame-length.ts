import type { ClipPlayback } from './clip-playback.ts';

const KEPT = 12;

/**
 * Watches a running film and tells the playback how long one picture is shown: the shortest of the
 * last distances between pictures, since a picture that was passed over makes a longer one.
 */
export function measureFrames(video: HTMLVideoElement, playback: ClipPlayback): () => void {
  // Firefox before version 132 has no such callback: there the usual length counts.
  if (!('requestVideoFrameCallback' in video)) return () => undefined;
  let handle = 0;
  let lastS = Number.NaN;
  const lengths: number[] = [];
  const onFrame = (_now: number, { mediaTime }: { mediaTime: number }) => {
    const lengthS = mediaTime - lastS;
    lastS = mediaTime;
    if (lengthS > 0 && !video.paused) {
      lengths.push(lengthS);
      if (lengths.length > KEPT) lengths.shift();
      playback.setFrame(Math.min(...lengths));
    }
    handle = video.requestVideoFrameCallback(onFrame);
  };
  handle = video.requestVideoFrameCallback(onFrame);
  return () => video.cancelVideoFrameCallback(handle);
}
