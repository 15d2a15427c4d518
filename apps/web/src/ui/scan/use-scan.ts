import { useEffect, useRef, useState } from 'react';
import { film } from './film.ts';

/**
 * Films with the camera of the device, and reads a code.
 *
 * @param formats names of the BarcodeDetector; a constant
 * @returns the element to film into, and whether there is no camera
 */
export function useScan(formats: readonly string[], onRead: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const read = useRef(onRead);
  read.current = onRead;
  useEffect(() => {
    if (video.current === null) return;
    return film(
      video.current,
      formats,
      (text) => read.current(text),
      () => setHasFailed(true),
    );
  }, [formats]);
  return { video, hasFailed };
}
