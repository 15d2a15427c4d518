import { useCallback, useEffect, useRef, useState } from 'react';
import type { PictureElement } from './media/picture-element.ts';
import type { LiveMode } from './video-live-modes.ts';

/** Which cameras have a picture on screen, and in which element. */
export interface Pictures {
  readonly shown: ReadonlySet<number>;
  readonly onPicture: (camera: number) => void;
  readonly onElement: (camera: number, element: PictureElement | null) => void;
  readonly elementOf: (camera: number) => PictureElement | null;
}

/** Keeps account of pictures; another mode begins from nothing. */
export function usePictures(mode: LiveMode): Pictures {
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set());
  const elements = useRef(new Map<number, PictureElement>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mode is what it depends on
  useEffect(() => setShown(new Set()), [mode]);
  const onPicture = useCallback((camera: number) => {
    setShown((before) => (before.has(camera) ? before : new Set(before).add(camera)));
  }, []);
  const onElement = useCallback((camera: number, element: PictureElement | null) => {
    if (element === null) elements.current.delete(camera);
    else elements.current.set(camera, element);
  }, []);
  const elementOf = useCallback((camera: number) => elements.current.get(camera) ?? null, []);
  return { shown, onPicture, onElement, elementOf };
}
