import { INDEXED_LENGTH } from './search.ts';

/** Share of rows from which a trigram makes a search by the index slower instead of narrower. */
const COMMON_SHARE = 0.2;
/** Trigrams of a search that are counted; the others are taken as rare. */
const MAX_TRIGRAMS = 40;

/** What of a search is looked up in the index of texts. */
export interface IndexedPiece {
  /** The trigrams of the search, to count in how many rows each is. */
  readonly trigrams: readonly string[];
  /**
   * The longest piece of the search without common trigrams; the whole search if there is none. The index reads
   * long lists for common trigrams, and each row that contains the search contains its pieces.
   *
   * @param shares how many rows contain each trigram, 0 to 1
   */
  readonly piece: (shares: readonly number[]) => string;
}

/** Prepares a search for the index of texts. */
export function indexedPiece(search: string): IndexedPiece {
  const letters = Array.from(search);
  const trigrams = letters
    .slice(0, Math.min(MAX_TRIGRAMS, Math.max(0, letters.length - INDEXED_LENGTH + 1)))
    .map((_, n) => letters.slice(n, n + INDEXED_LENGTH).join(''));
  return {
    trigrams,
    piece: (shares) => {
      let [best, start] = [[0, 0], 0];
      for (let n = 0; n + INDEXED_LENGTH <= letters.length; n += 1) {
        if ((shares[n] ?? 0) >= COMMON_SHARE) start = n + 1;
        else if (n + INDEXED_LENGTH - start > (best[1] ?? 0) - (best[0] ?? 0))
          best = [start, n + INDEXED_LENGTH];
      }
      const [from = 0, to = 0] = best;
      return to > from ? letters.slice(from, to).join('') : search;
    },
  };
}
