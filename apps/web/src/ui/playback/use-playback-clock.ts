import { useEffect, useSyncExternalStore } from 'react';
import type { Signal } from '../signal.ts';

/** A tab that was suspended continues where it was. */
const MAX_FRAME_MS = 250;

/** A playback that follows the clock of the page. */
interface Clocked {
  readonly state: Pick<Signal<{ readonly isPlaying: boolean }>, 'get' | 'watch'>;
  /** Advances by an amount of real time, ms. */
  advance(ms: number): void;
}

/** Advances a playback with every animation frame while it plays. */
export function usePlaybackClock(playback: Clocked): void {
  const { state } = playback;
  const isPlaying = useSyncExternalStore(state.watch, () => state.get().isPlaying);
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
}
