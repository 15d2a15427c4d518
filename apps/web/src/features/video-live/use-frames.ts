import { useCallback, useEffect, useRef, useState } from 'react';
import type { FrameElement } from './media/frame-element.ts';
import type { LiveMode } from './video-live-modes.ts';

/** The cameras with a frame on screen, and their elements. */
export interface Pictures {
  readonly shown: ReadonlySet<number>;
  readonly onPicture: (camera: number) => void;
  readonly onElement: (camera: number, element: FrameElement | null) => void;
  readonly elementOf: (camera: number) => FrameElement | null;
}

/** Tracks frames by camera; another mode resets it. */
export function useFrames(mode: LiveMode): Pictures {
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set());
  const elements = useRef(new Map<number, FrameElement>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets with the mode
  useEffect(() => setShown(new Set()), [mode]);
  const onPicture = useCallback((camera: number) => {
    setShown((before) => (before.has(camera) ? before : new Set(before).add(camera)));
  }, []);
  const onElement = useCallback((camera: number, element: FrameElement | null) => {
    if (element === null) elements.current.delete(camera);
    else elements.current.set(camera, element);
  }, []);
  const elementOf = useCallback((camera: number) => elements.current.get(camera) ?? null, []);
  return { shown, onPicture, onElement, elementOf };
}
