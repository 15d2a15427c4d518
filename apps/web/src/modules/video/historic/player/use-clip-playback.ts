import { useEffect, useSyncExternalStore } from 'react';
import type { ClipPlayback, ClipState } from './clip-playback.ts';

/** A tab that was asleep goes on where it was, instead of leaping ahead. */
const MAX_FRAME_MS = 250;

/** The state of a playback; draws anew with each change. */
export function useClipState(playback: ClipPlayback): ClipState {
  return useSyncExternalStore(playback.state.watch, playback.state.get);
}

/** Whether a playback runs; draws anew only when that changes. */
export function useIsPlaying(playback: ClipPlayback): boolean {
  return useSyncExternalStore(playback.state.watch, () => playback.state.get().isPlaying);
}

/** Reads the clock of a playback with every frame of the page while it runs. */
export function useClipClock(playback: ClipPlayback): void {
  const isPlaying = useIsPlaying(playback);
  useEffect(() => {
    if (!isPlaying) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function tick(now) {
      playback.advance(Math.min(now - last, MAX_FRAME_MS));
      last = now;
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [playback, isPlaying]);
  // A clip that is left stops, with its sound.
  useEffect(() => () => playback.pause(), [playback]);
}
