import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeptDraft, OutboxStore } from './store.ts';

/** The stored photos of a draft, by name. */
type PhotoFiles = ReadonlyMap<string, File>;

/** Outcome of the last change. */
type Keeping = 'none' | 'kept' | 'full' | 'elsewhere';

/**
 * A draft that is stored on the phone with every change; `isFull` if the phone could not store the last
 * text or photo, `isElsewhere` if another tab finished it or started another.
 */
export function useDraft<D extends KeptDraft>(first: D, open: () => Promise<OutboxStore<D>>) {
  const [draft, setDraft] = useState(first);
  const [files, setFiles] = useState<PhotoFiles>(new Map());
  const [keeping, setKeeping] = useState<Keeping>('none');
  const [isPhotoLost, setIsPhotoLost] = useState(false);
  const newest = useRef(first);
  /** Pending writes to the store. */
  const writing = useRef(new Set<Promise<unknown>>());
  const written = useCallback((work: Promise<unknown>) => {
    writing.current.add(work);
    void work.finally(() => writing.current.delete(work));
    return work;
  }, []);
  // Photos are processed while other changes happen: each change starts from the newest draft.
  const newestFiles = useRef<PhotoFiles>(files);
  const showFiles = useCallback((next: PhotoFiles) => {
    newestFiles.current = next;
    setFiles(next);
  }, []);
  const { reportKey } = first;
  useEffect(() => {
    void open().then(async (store) => {
      const kept = await store.photos(reportKey);
      const read = kept.map(({ name, file }) => [name, file] as const);
      showFiles(new Map([...read, ...newestFiles.current]));
    });
  }, [open, reportKey, showFiles]);
  const keep = useCallback(
    (kept: D) =>
      written(
        open()
          .then((store) => store.keepDraft(kept))
          .then((isFree) => setKeeping(isFree ? 'kept' : 'elsewhere'))
          .catch(() => setKeeping('full')),
      ),
    [open, written],
  );
  const change = useCallback(
    (changed: Partial<D> | ((before: D) => Partial<D>)) => {
      const changes = typeof changed === 'function' ? changed(newest.current) : changed;
      newest.current = { ...newest.current, ...changes };
      setDraft(newest.current);
      void keep(newest.current);
    },
    [keep],
  );
  /**
   * Changes the draft after all earlier changes are stored; also if the phone could not store them, which
   * `isFull` reports.
   */
  const advance = useCallback(
    async (changes: Partial<D>) => {
      const before = newest.current;
      void keep({ ...before, ...changes });
      while (writing.current.size > 0) await Promise.all(writing.current);
      const isOutdated = newest.current !== before;
      newest.current = { ...newest.current, ...changes };
      setDraft(newest.current);
      if (isOutdated) void keep(newest.current);
    },
    [keep],
  );
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
  return {
    draft,
    change,
    advance,
    isKept: keeping === 'kept' && !isPhotoLost,
    isFull: keeping === 'full' || isPhotoLost,
    isElsewhere: keeping === 'elsewhere',
    putPhotos,
    filesOf,
  };
}
