import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryStore } from '../../test-outbox.ts';
import type { KeptDraft } from './store.ts';
import { useDraft } from './use-draft.ts';

interface Note extends KeptDraft {
  readonly words: string;
  readonly more?: string;
}

let store: MemoryStore<Note>;
const open = async () => store;
const opened = (reportKey = 'note-1') =>
  renderHook(() => useDraft<Note>({ reportKey, words: '' }, open));
const photo = (name: string) => new File(['x'], name, { type: 'image/png' });
const full = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));

beforeEach(() => {
  store = new MemoryStore();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a draft on a phone', () => {
  it('[RP-27] [K-P04] reports that the phone has no space until it has', async () => {
    const { result } = opened();
    const keep = vi.spyOn(store, 'keepDraft').mockImplementation(full);
    await act(async () => result.current.change({ words: 'Worn' }));
    expect(result.current).toMatchObject({ isKept: false, isFull: true });
    keep.mockRestore();
    await act(async () => result.current.change({ words: 'Worn tyre' }));
    expect(result.current).toMatchObject({ isKept: true, isFull: false });
    expect(await store.draftOf()).toMatchObject({ words: 'Worn tyre' });
  });

  it('[K-P04] a step is stored with its photos before the next one is shown', async () => {
    const { result } = opened();
    let write = () => {};
    const photoWritten = new Promise<void>((done) => {
      write = done;
    });
    vi.spyOn(store, 'keepPhoto').mockImplementation(() => photoWritten);
    let advanced: Promise<void> = Promise.resolve();
    await act(async () => {
      result.current.putPhotos([], [photo('a.png')]);
      advanced = result.current.advance({ words: 'Step 2' });
    });
    expect(result.current.draft.words).toBe('');
    // Text typed meanwhile is kept and stored too.
    await act(async () => result.current.change({ more: 'Typed' }));
    await act(async () => {
      write();
      await advanced;
    });
    expect(result.current.draft).toMatchObject({ words: 'Step 2', more: 'Typed' });
    expect(await store.draftOf()).toMatchObject({ words: 'Step 2', more: 'Typed' });
  });

  it('[K-P04] the next step is shown even if the phone cannot store the step', async () => {
    const { result } = opened();
    vi.spyOn(store, 'keepDraft').mockImplementation(full);
    await act(async () => result.current.advance({ words: 'Step 2' }));
    expect(result.current.draft.words).toBe('Step 2');
    expect(result.current.isFull).toBe(true);
  });

  it('[RP-27] [K-P04] a photo that the phone cannot store is not shown', async () => {
    const { result } = opened();
    const keep = vi.spyOn(store, 'keepPhoto');
    let names: string[] = [];
    await act(async () => {
      names = result.current.putPhotos([], [photo('a.png')]);
    });
    keep.mockImplementation(full);
    await act(async () => {
      names = result.current.putPhotos(names, [...result.current.filesOf(names), photo('b.png')]);
    });
    expect(result.current.filesOf(names).map(({ name }) => name)).toEqual(['a.png']);
    expect(result.current.isFull).toBe(true);
    // The text still fits, but the photo is missing.
    await act(async () => result.current.change({ words: 'Worn' }));
    expect(result.current).toMatchObject({ isKept: false, isFull: true });
    keep.mockRestore();
    await act(async () => {
      names = result.current.putPhotos(names, [...result.current.filesOf(names), photo('b.png')]);
    });
    expect(result.current.isFull).toBe(false);
    expect((await store.photos('note-1')).map(({ file }) => file.name)).toEqual(['a.png', 'b.png']);
  });

  it('[RP-27] [K-P04] a tab that was left open replaces neither a sent report nor a newer draft', async () => {
    const left = opened();
    await act(async () => left.result.current.change({ words: 'Worn' }));
    await store.finish({ reportKey: 'note-1', words: 'Worn' });
    await act(async () => left.result.current.change({ words: 'Other words' }));
    expect(left.result.current).toMatchObject({ isKept: false, isElsewhere: true });
    expect(await store.draftOf()).toBeUndefined();
    expect(await store.reports()).toMatchObject([{ draft: { words: 'Worn' } }]);

    const next = opened('note-2');
    await act(async () => next.result.current.change({ words: 'The next' }));
    await act(async () => left.result.current.change({ words: 'Other words' }));
    await store.finish({ reportKey: 'note-1', words: 'Other words' });
    await store.removeDraft({ reportKey: 'note-1', words: 'Worn' });
    expect(await store.draftOf()).toMatchObject({ reportKey: 'note-2', words: 'The next' });
    const [sent] = await store.reports();
    if (sent === undefined) throw new Error('there is no report');
    expect(await store.reopen({ ...sent, state: 'refused' })).toBe(false);
    expect(await store.draftOf()).toMatchObject({ reportKey: 'note-2' });
  });
});
