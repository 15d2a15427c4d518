import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useShortcuts } from '../../ui/shortcuts.tsx';
import { Playback, type PlaybackState } from './trace-playback.ts';
import type { Trace } from './use-trace.ts';

/**
 * A playback of a trail; another trail restarts it.
 *
 * @param firstMs the time at which it stands at first, ms since 1970 UTC; null for the start
 */
export function usePlayback(
  trace: Pick<Trace, 'points' | 'stops'>,
  firstMs: number | null = null,
): Playback {
  return useMemo(() => {
    const playback = new Playback(trace.points, trace.stops);
    if (firstMs !== null && trace.points.length > 0) playback.seek(firstMs);
    return playback;
  }, [trace, firstMs]);
}

/** The state of a playback; renders on each change. */
export function usePlaybackState(playback: Playback): PlaybackState {
  return useSyncExternalStore(playback.state.watch, playback.state.get);
}

/** Elements with their own keyboard handling, which the playback ignores. */
const HAS_KEYS =
  'a, button, select, textarea, input, summary, [role=option], [role=tab], [role=grid], dialog, tbody tr, .maplibregl-canvas';

/**
 * Space plays and pauses, the arrow keys step through points, unless the focused element uses them.
 */
export function usePlaybackKeys(playback: Playback): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(HAS_KEYS) !== null) return;
      if (key === ' ') playback.toggle();
      else if (key === 'ArrowRight') playback.step(1);
      else if (key === 'ArrowLeft') playback.step(-1);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [playback]);
  useShortcuts(
    useMemo(
      () => [
        { key: '␣', label: 'shortcut.play' },
        { key: '← →', label: 'shortcut.step' },
      ],
      [],
    ),
  );
}
