import type { ErrorMessage } from '../../../platform/errors.ts';

const PLACEHOLDER = /\{(\w+)\}/g;
/**
 * Control characters (line feeds are removed before) and the Unicode line and paragraph separators.
 */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

const namesIn = (text: string) =>
  [...new Set([...text.matchAll(PLACEHOLDER)].map(([name]) => name))].sort();

/** Trims a text and normalises its line ends; null if it is empty or equals the product's text. */
export function normalisedText(words: string | null, product: string): string | null {
  const trimmed = words?.replaceAll('\r\n', '\n').trim() ?? '';
  return trimmed === '' || trimmed === product.trim() ? null : trimmed;
}

/**
 * Validates a custom text; null if it is valid. It must have the same placeholders, so that no mail
 * lacks its link, and several lines only if the product's text has.
 */
export function textError(words: string, product: string): ErrorMessage | null {
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
