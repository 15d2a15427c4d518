import type { ErrorMessage } from '../../../platform/errors.ts';

const PLACEHOLDER = /\{(\w+)\}/g;
/** Anything below the space but the line feed, and the two that end lines elsewhere. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

const namesIn = (text: string) =>
  [...new Set([...text.matchAll(PLACEHOLDER)].map(([name]) => name))].sort();

/** A text as it is kept: without blanks around it; null where it says what the product says. */
export function keptWords(words: string | null, product: string): string | null {
  const trimmed = words?.replaceAll('\r\n', '\n').trim() ?? '';
  return trimmed === '' || trimmed === product.trim() ? null : trimmed;
}

/**
 * What is wrong with words in the place of a text; null for nothing. They name the same placeholders, so
 * that no mail goes without its link, and have several lines only where the product's have.
 */
export function faultOfWords(words: string, product: string): ErrorMessage | null {
  const [wanted, given] = [namesIn(product), namesIn(words)];
  const missing = wanted.filter((name) => !given.includes(name));
  if (missing.length > 0) {
    return { code: 'text.keep', params: { names: missing.join(', ') } };
  }
  const unknown = given.filter((name) => !wanted.includes(name));
  if (unknown.length > 0) {
    return { code: 'text.not_filled_in', params: { names: unknown.join(', ') } };
  }
  if (words.includes('$t(')) return 'text.refers_to_other';
  if (words.includes('\n') && !product.includes('\n')) return 'text.one_line';
  return CONTROL.test(words.replaceAll('\n', '')) ? 'text.unprintable' : null;
}
