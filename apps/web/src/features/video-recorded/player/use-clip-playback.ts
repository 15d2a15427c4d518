import { useEffect, useState, useSyncExternalStore } from 'react';
import { usePlaybackClock } from '../../../ui/playback/use-playback-clock.ts';
import type { ClipPlayback, ClipState } from './clip-playback.ts';

/** The state of a playback; draws anew with each change. */
export function useClipState(playback: ClipPlayback): ClipState {
  return useSyncExternalStore(playback.state.watch, playback.state.get);
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

/** Runs the clock of a clip; one that is left stops, with its sound. */
export function useClipClock(playback: ClipPlayback): void {
  usePlaybackClock(playback);
  useEffect(() => () => playback.pause(), [playback]);
}
