import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeptDraft, OutboxStore } from './store.ts';

/** The photographs of a draft, in the store of the phone, by their names. */
type PhotoFiles = ReadonlyMap<string, File>;

/** A draft that is kept on the phone with every change. */
export function useDraft<D extends KeptDraft>(first: D, open: () => Promise<OutboxStore<D>>) {
  const [draft, setDraft] = useState(first);
  const [files, setFiles] = useState<PhotoFiles>(new Map());
  const [isKept, setIsKept] = useState(false);
  const newest = useRef(first);
  // Pictures are made while other changes go on: each of these starts from the newest.
  const newestFiles = useRef<PhotoFiles>(files);
  const showFiles = useCallback((next: PhotoFiles) => {
    newestFiles.current = next;
    setFiles(next);
  }, []);
  const { reportKey } = first;
  useEffect(() => {
    void open().then(async (store) => {
      const kept = await store.photos(reportKey);
      showFiles(new Map(kept.map(({ name, file }) => [name, file])));
    });
  }, [open, reportKey, showFiles]);
  const change = useCallback(
    (changed: Partial<D> | ((before: D) => Partial<D>)) => {
      const changes = typeof changed === 'function' ? changed(newest.current) : changed;
      newest.current = { ...newest.current, ...changes };
      const kept = newest.current;
      setDraft(kept);
      void open()
        .then((store) => store.keepDraft(kept))
        .then(
          () => setIsKept(true),
          () => setIsKept(false),
        );
    },
    [open],
  );
  /** Puts chosen files in the place of those of these names. Returns the names. */
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
        if (!known.has(file)) {
          next.set(name, file);
          void open().then((store) => store.keepPhoto({ reportKey, name, file, id: null }));
        }
        return name;
      });
      for (const name of names) {
        if (kept.includes(name)) continue;
        next.delete(name);
        void open().then((store) => store.removePhoto(reportKey, name));
      }
      showFiles(next);
      return kept;
    },
    [open, reportKey, showFiles],
  );
  const filesOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const file = files.get(name);
      return file === undefined ? [] : [file];
    });
  return { draft, change, isKept, putPhotos, filesOf };
}
