import { useEffect, useState, useSyncExternalStore } from 'react';
import { usePlaybackClock } from '../../../ui/playback/use-playback-clock.ts';
import type { ClipPlayback, ClipState } from './clip-playback.ts';

/** The state of a playback; renders on each change. */
export function useClipState(playback: ClipPlayback): ClipState {
  return useSyncExternalStore(playback.state.watch, playback.state.get);
}

/** Maximum delay of the content next to the video. */
const PICTURE_LIMIT_MS = 1500;

/**
 * Whether the video is playing, so that loading the map library, about a second on a slow machine,
 * does not delay it.
 *
 * @param isExpected false if no video starts automatically
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

/** Whether an opened video starts automatically: not if reduced motion is preferred. */
export const runsByItself = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Runs the clock of a clip; unmounting stops it, with its audio. */
export function useClipClock(playback: ClipPlayback): void {
  usePlaybackClock(playback);
  useEffect(() => () => playback.pause(), [playback]);
}
