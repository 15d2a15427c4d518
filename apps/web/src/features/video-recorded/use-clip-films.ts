import { useEffect, useMemo, useState } from 'react';
import { type Clip, filmsOf } from './clip-state.ts';
import type { ShownFile } from './player/video-recorded-player-picture.tsx';

/**
 * The videos of a clip. Each response has new URLs, which expire: a playing video keeps its URL
 * until it requests another.
 */
export function useClipFilms(clip: Clip, nameOfCamera: (camera: number) => string) {
  const films = filmsOf(clip);
  const key = films.map(({ camera, size, start }) => `${camera}-${size}-${start}`).join();
  const [kept, setKept] = useState({ key, films });
  const isNew = kept.key !== key;
  useEffect(() => {
    if (isNew) setKept({ key, films });
  });
  const shown = isNew ? films : kept.films;
  // The same videos keep the same playback, regardless of other changes of the clip.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` identifies the videos
  const files = useMemo<ShownFile[]>(
    () =>
      shown.map(({ camera, URL: address, start, end }) => ({
        camera,
        address,
        startMs: Date.parse(start),
        endMs: Date.parse(end),
        name: nameOfCamera(camera),
      })),
    [shown],
  );
  return { files, key, renew: (next: Clip) => setKept({ key, films: filmsOf(next) }) };
}
