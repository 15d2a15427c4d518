import { containsPattern } from '../../../platform/paging.ts';

/** The index of texts contains trigrams: shorter texts are compared with the start of names only. */
const INDEXED_LENGTH = 3;
/** Registrations are up to this long; a longer text is none, so typing errors are not considered. */
const MAX_PLATE = 12;
/** In a shorter text, one wrong character leaves too little to find a vehicle by. */
const MIN_PLATE = 4;

/** A search text in the forms that the queries compare. */
export interface SearchTerms {
  /** The text as typed, with single spaces. */
  readonly text: string;
  /** A pattern of texts that begin with it. */
  readonly start: string;
  /** Upper case without spaces, escaped for `like`; a registration is compared in this form. */
  readonly plate: string;
  /** A pattern that contains the text in upper case; null for a text too short for the index. */
  readonly part: string | null;
  /** Patterns of the registrations within one typing error. */
  readonly near: readonly string[];
  /** The number in a text such as `123` or `#123`; null for another text. */
  readonly number: number | null;
}

const escaped = (text: string): string => containsPattern(text).slice(1, -1);

/**
 * Patterns for `like` of the texts that differ from a registration by one wrong, missing or additional
 * character, or by two neighbours in the wrong order. `_` is any character.
 */
export function nearPatterns(plate: string): string[] {
  if (!/^[\p{L}\p{N}-]*$/u.test(plate)) return [];
  const signs = [...plate];
  if (signs.length < MIN_PLATE || signs.length > MAX_PLATE) return [];
  const before = (n: number) => signs.slice(0, n).join('');
  const after = (n: number) => signs.slice(n).join('');
  const patterns = new Set<string>([`${plate}_`]);
  for (const n of signs.keys()) {
    patterns.add(`${before(n)}_${after(n + 1)}`);
    patterns.add(`${before(n)}${after(n + 1)}`);
    patterns.add(`${before(n)}_${after(n)}`);
    const [one = '', next = ''] = signs.slice(n, n + 2);
    patterns.add(`${before(n)}${next}${one}${after(n + 2)}`);
  }
  patterns.delete(plate);
  return [...patterns];
}

/** The forms of a search text; null for an empty one. */
export function termsOf(typed: string): SearchTerms | null {
  const text = typed.trim().replace(/\s+/g, ' ');
  if (text === '') return null;
  const plain = text.replace(/\s/g, '').toUpperCase();
  const digits = /^#?(\d{1,9})$/.exec(text)?.[1];
  return {
    text,
    start: `${escaped(text)}%`,
    plate: escaped(plain),
    part: text.length < INDEXED_LENGTH ? null : containsPattern(text.toUpperCase()),
    near: nearPatterns(plain),
    number: digits === undefined ? null : Number(digits),
  };
}
