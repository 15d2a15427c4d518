import { useEffect, useMemo, useRef } from 'react';
import { singleKeysAreOn, useShortcuts } from '../../../ui/shortcuts.tsx';
import type { ClipPlayback } from './clip-playback.ts';

const SHORT_MS = 5000;
const LONG_MS = 10_000;

/** Actions of keys other than seeking. */
export interface ClipCommands {
  readonly toggleSound: () => void;
  readonly toggleStamps: () => void;
  readonly toggleFull: () => void;
  readonly takeStill: () => void;
  readonly nextCamera: () => void;
}

/** Handles a key of a player; returns whether it has an action. */
export function pressKey(key: string, playback: ClipPlayback, commands: ClipCommands): boolean {
  const { timeMs } = playback.state.get();
  const length = playback.endMs - playback.startMs;
  const by = (ms: number) => () => playback.seek(timeMs + ms);
  const actions: Readonly<Record<string, () => void>> = {
    ' ': () => playback.toggle(),
    k: () => playback.toggle(),
    j: by(-LONG_MS),
    l: by(LONG_MS),
    ArrowLeft: by(-SHORT_MS),
    ArrowRight: by(SHORT_MS),
    ',': () => playback.step(-1),
    '.': () => playback.step(1),
    '<': () => playback.changeRate(-1),
    '>': () => playback.changeRate(1),
    Home: () => playback.seek(playback.startMs),
    End: () => playback.seek(playback.endMs),
    m: commands.toggleSound,
    o: commands.toggleStamps,
    f: commands.toggleFull,
    s: commands.takeStill,
    c: commands.nextCamera,
  };
  const action = /^\d$/.test(key)
    ? () => playback.seek(playback.startMs + (length * Number(key)) / 10)
    : actions[key.length === 1 ? key.toLowerCase() : key];
  action?.();
  return action !== undefined;
}

/** Elements with their own keyboard handling, which the player ignores. */
const HAS_KEYS =
  'select, textarea, input:not(.time-slider), [role=option], [role=tab], [role=grid], [role=slider], dialog, .popover, .maplibregl-canvas, .data-table';
/** Elements that use the space bar. */
const HAS_SPACE = 'a, button, summary';

/** The keyboard shortcuts of a player, unless the focused element uses the key; `?` lists them. */
export function useClipKeys(playback: ClipPlayback, commands: ClipCommands): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return;
      if (/^[a-z0-9,.<>]$/i.test(key) && !singleKeysAreOn()) return;
      if (target.closest(HAS_KEYS) !== null) return;
      if (key === ' ' && target.closest(HAS_SPACE) !== null) return;
      if (pressKey(key, playback, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [playback]);
  useShortcuts(
    useMemo(
      () => [
        { key: '␣ k', label: 'shortcut.play' },
        { key: 'j l', label: 'historic.key.ten' },
        { key: '← →', label: 'historic.key.five' },
        { key: ', .', label: 'historic.key.picture' },
        { key: '< >', label: 'historic.key.rate' },
        { key: '0–9', label: 'historic.key.share' },
        { key: 'm', label: 'historic.key.sound' },
        { key: 'o', label: 'historic.key.stamps' },
        { key: 'c', label: 'historic.key.camera' },
        { key: 'f', label: 'historic.key.full' },
        { key: 's', label: 'historic.key.still' },
      ],
      [],
    ),
  );
}
