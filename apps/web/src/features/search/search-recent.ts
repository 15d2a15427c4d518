import { type RecentSearch, storage } from '../../session/storage.ts';

const MAX_RECENT = 8;

/** The results that a person opened last in this browser, newest first. */
export function recentOf(userId: number): readonly RecentSearch[] {
  const stored = storage.recentSearches.get();
  return stored?.userId === userId ? stored.results : [];
}

/** Remembers an opened result. */
export function remember(userId: number, opened: RecentSearch): void {
  const others = recentOf(userId).filter(
    ({ group, id }) => group !== opened.group || id !== opened.id,
  );
  storage.recentSearches.set({ userId, results: [opened, ...others].slice(0, MAX_RECENT) });
}
