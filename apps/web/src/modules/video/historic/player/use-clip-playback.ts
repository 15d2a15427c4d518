import { useEffect, useState, useSyncExternalStore } from 'react';
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

/** What stands beside the picture waits this long for it at most. */
const PICTURE_LIMIT_MS = 1500;

/**
 * Whether the film runs, so that the map, whose library takes a slow machine a second, is in nobody's
 * way any more.
 *
 * @param isExpected false where no film will run by itself
 */
export function useIsUnderWay(playback: ClipPlayback, isExpected: boolean): boolean {
  const isMoved = useSyncExternalStore(
    playback.state.watch,
    () => playback.state.get().timeMs > playback.startMs,
  );
  const [isOver, setIsOver] = useState(!isExpected);
  useEffect(() => {
    if (isOver) return;
    if (isMoved || !isExpected) {
      setIsOver(true);
      return;
    }
    const timer = setTimeout(() => setIsOver(true), PICTURE_LIMIT_MS);
    return () => clearTimeout(timer);
  }, [isOver, isMoved, isExpected]);
  return isOver;
}

/** Whether a film that is opened runs by itself: not where the person asked for less motion. */
export const runsByItself = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches;

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
