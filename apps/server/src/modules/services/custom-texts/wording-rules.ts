import type { ErrorMessage } from '../../../platform/errors.ts';

const PLACEHOLDER = /\{(\w+)\}/g;
/** Control characters except the line feed, and the Unicode line and paragraph separators. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

const namesIn = (text: string) =>
  [...new Set([...text.matchAll(PLACEHOLDER)].map(([name]) => name))].sort();

/** A custom text as stored: trimmed; null if equal to the text of the product. */
export function keptWords(words: string | null, product: string): string | null {
  const trimmed = words?.replaceAll('\r\n', '\n').trim() ?? '';
  return trimmed === '' || trimmed === product.trim() ? null : trimmed;
}

/**
 * The error of a custom text; null if it is valid. It needs the same placeholders, so that no mail is
 * sent without its link, and may have several lines only if the text of the product has.
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
