import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeptDraft, OutboxStore } from './store.ts';

/** The stored photos of a draft, by name. */
type PhotoFiles = ReadonlyMap<string, File>;

/**
 * The photos of a draft, stored on the phone; `isPhotoLost` if it could not store the last one.
 *
 * @param written receives each pending write
 */
export function useDraftPhotos<D extends KeptDraft>(
  reportKey: string,
  open: () => Promise<OutboxStore<D>>,
  written: (work: Promise<unknown>) => Promise<unknown>,
) {
  const [files, setFiles] = useState<PhotoFiles>(new Map());
  const [isPhotoLost, setIsPhotoLost] = useState(false);
  // Photos are processed while other changes happen: each change starts from the newest draft.
  const newestFiles = useRef<PhotoFiles>(files);
  const showFiles = useCallback((next: PhotoFiles) => {
    newestFiles.current = next;
    setFiles(next);
  }, []);
  useEffect(() => {
    void open().then(async (store) => {
      const kept = await store.photos(reportKey);
      const read = kept.map(({ name, file }) => [name, file] as const);
      showFiles(new Map([...read, ...newestFiles.current]));
    });
  }, [open, reportKey, showFiles]);
  /** Stores a photo; if the phone cannot store it, it is removed, because it would not be sent. */
  const keepPhoto = useCallback(
    (name: string, file: File) => {
      const work = open()
        .then((store) => store.keepPhoto({ reportKey, name, file, id: null }))
        .catch(() => {
          setIsPhotoLost(true);
          showFiles(new Map([...newestFiles.current].filter(([one]) => one !== name)));
        });
      void written(work);
    },
    [open, reportKey, showFiles, written],
  );
  /** Replaces the photos of these names by selected files. Returns the new names. */
  const putPhotos = useCallback(
    (names: readonly string[], chosen: readonly File[]): string[] => {
      const before = newestFiles.current;
      const known = new Map(
        names.flatMap((name) => {
          const file = before.get(name);
          return file === undefined ? [] : [[file, name] as const];
        }),
      );
      const next = new Map(before);
      const kept = chosen.map((file) => {
        const name = known.get(file) ?? crypto.randomUUID();
        if (!known.has(file)) next.set(name, file);
        return name;
      });
      for (const name of names) {
        if (kept.includes(name)) continue;
        next.delete(name);
        void open().then((store) => store.removePhoto(reportKey, name));
      }
      showFiles(next);
      setIsPhotoLost(false);
      for (const name of kept) {
        const file = next.get(name);
        if (!before.has(name) && file !== undefined) keepPhoto(name, file);
      }
      return kept;
    },
    [open, reportKey, showFiles, keepPhoto],
  );
  const filesOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const file = files.get(name);
      return file === undefined ? [] : [file];
    });
  return { isPhotoLost, putPhotos, filesOf };
}
