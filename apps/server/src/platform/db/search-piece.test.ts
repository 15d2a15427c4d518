import { describe, expect, it } from 'vitest';
import { indexedPiece } from './search-piece.ts';

describe('The piece of a search that is looked up in the index of texts', () => {
  /** @param common trigrams that most rows contain */
  const pieceOf = (search: string, common: readonly string[]) => {
    const { piece, trigrams } = indexedPiece(search);
    return piece(trigrams.map((trigram) => (common.includes(trigram) ? 0.5 : 0.01)));
  };

  it.each([
    ['R000502', ['R00'], '000502'],
    ['repairer 192', ['rep', 'epa', 'pai', 'air', 'ire', 'rer', 'er ', 'r 1'], ' 192'],
    ['brake', ['bra', 'rak', 'ake'], 'brake'],
    ['clutch', [], 'clutch'],
    ['abcdefgh', ['cde'], 'defgh'],
    ['ab', [], 'ab'],
    ['🚚🚚12', ['🚚🚚1'], '🚚12'],
  ])('[R-P07] of "%s" with the common trigrams %j is "%s"', (search, common, piece) => {
    expect(pieceOf(search, common)).toBe(piece);
  });
});
