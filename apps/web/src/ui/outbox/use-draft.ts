import { useCallback, useRef, useState } from 'react';
import type { KeptDraft, OutboxStore } from './store.ts';
import { useDraftPhotos } from './use-draft-photos.ts';

/** Outcome of the last change. */
type Keeping = 'none' | 'kept' | 'full' | 'elsewhere';

/**
 * A draft that is stored on the phone with every change; `isFull` if the phone could not store the last
 * text or photo, `isElsewhere` if another tab finished it or started another.
 */
export function useDraft<D extends KeptDraft>(first: D, open: () => Promise<OutboxStore<D>>) {
  const [draft, setDraft] = useState(first);
  const [keeping, setKeeping] = useState<Keeping>('none');
  const newest = useRef(first);
  /** Pending writes to the store. */
  const writing = useRef(new Set<Promise<unknown>>());
  const written = useCallback((work: Promise<unknown>) => {
    writing.current.add(work);
    void work.finally(() => writing.current.delete(work));
    return work;
  }, []);
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
  const { isPhotoLost, ...photos } = useDraftPhotos(first.reportKey, open, written);
  return {
    draft,
    change,
    advance,
    isKept: keeping === 'kept' && !isPhotoLost,
    isFull: keeping === 'full' || isPhotoLost,
    isElsewhere: keeping === 'elsewhere',
    ...photos,
  };
}
