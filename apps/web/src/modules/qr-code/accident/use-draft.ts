import { useCallback, useEffect, useRef, useState } from 'react';
import type { Draft } from './model.ts';
import { accidentStore } from './store.ts';

/** The photographs of a draft, in the store of the phone, by their names. */
export type PhotoFiles = ReadonlyMap<string, File>;

/** A draft that is kept on the phone with every change (K-P04). */
export function useDraft(first: Draft) {
  const [draft, setDraft] = useState(first);
  const [files, setFiles] = useState<PhotoFiles>(new Map());
  const [isKept, setIsKept] = useState(false);
  const newest = useRef(first);
  const { reportKey } = first;
  useEffect(() => {
    void accidentStore().then(async (store) => {
      const kept = await store.photos(reportKey);
      setFiles(new Map(kept.map(({ name, file }) => [name, file])));
    });
  }, [reportKey]);
  const change = useCallback((changed: Partial<Draft>) => {
    newest.current = { ...newest.current, ...changed };
    const kept = newest.current;
    setDraft(kept);
    void accidentStore()
      .then((store) => store.keepDraft(kept))
      .then(
        () => setIsKept(true),
        () => setIsKept(false),
      );
  }, []);
  /** Puts chosen files in the place of those of these names. Returns the names. */
  const putPhotos = useCallback(
    (names: readonly string[], chosen: readonly File[]): string[] => {
      const known = new Map(
        names.flatMap((name) => {
          const file = files.get(name);
          return file === undefined ? [] : [[file, name] as const];
        }),
      );
      const next = new Map(files);
      const kept = chosen.map((file) => {
        const name = known.get(file) ?? crypto.randomUUID();
        if (!known.has(file)) {
          next.set(name, file);
          void accidentStore().then((store) =>
            store.keepPhoto({ reportKey, name, file, id: null }),
          );
        }
        return name;
      });
      for (const name of names) {
        if (kept.includes(name)) continue;
        next.delete(name);
        void accidentStore().then((store) => store.removePhoto(reportKey, name));
      }
      setFiles(next);
      return kept;
    },
    [files, reportKey],
  );
  const filesOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const file = files.get(name);
      return file === undefined ? [] : [file];
    });
  return { draft, change, isKept, putPhotos, filesOf };
}

export type DraftForm = ReturnType<typeof useDraft>;
