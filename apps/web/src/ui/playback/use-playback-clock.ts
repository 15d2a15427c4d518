import { useEffect, useSyncExternalStore } from 'react';
import type { Signal } from '../signal.ts';

/** A tab that was asleep goes on where it was, instead of leaping ahead. */
const MAX_FRAME_MS = 250;

/** What plays by the clock of the page. */
interface Clocked {
  readonly state: Pick<Signal<{ readonly isPlaying: boolean }>, 'get' | 'watch'>;
  /** Goes on by so much real time, ms. */
  advance(ms: number): void;
}

/** Runs the clock of a playback with every frame of the page while it plays. */
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
