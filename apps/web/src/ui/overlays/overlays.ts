import { useEffect, useSyncExternalStore } from 'react';
import { withMissingStyles } from '../later/missing-styles.ts';

/*
 * The parts that open over a page are made of Base UI. They are loaded after the page, so that no page
 * waits for them: see docs/decisions/0043-base-ui.md.
 */

type Overlays = typeof import('./parts.ts');

/** Waits until the page is shown. */
const PRELOAD_AFTER_MS = 1000;

let loaded: Overlays | null = null;
let hasFailed = false;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function set(next: Overlays | null, isFailed: boolean): void {
  loaded = next;
  hasFailed = isFailed;
  for (const listener of listeners) listener();
}

/** Loads the parts unless they are there; resolves also if that failed, see `useOverlaysFailed`. */
export function loadOverlays(): Promise<void> {
  if (loaded !== null) return Promise.resolve();
  if (hasFailed) set(null, false);
  loading ??= withMissingStyles(() => import('./parts.ts'))
    .then(
      (parts) => set(parts, false),
      () => set(null, true),
    )
    .finally(() => {
      loading = null;
    });
  return loading;
}

/** The parts; null until they are loaded. */
export const useOverlays = (): Overlays | null => useSyncExternalStore(subscribe, () => loaded);

/** Whether the last attempt to load the parts failed. */
export const useOverlaysFailed = (): boolean => useSyncExternalStore(subscribe, () => hasFailed);

/** Loads the parts after the page, so that they are there when a person needs them, also offline. */
export function usePreloadedOverlays(): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadOverlays(), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}
