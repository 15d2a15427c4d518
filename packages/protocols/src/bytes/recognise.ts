const DIGIT = '0';
const ANY = '?';

function fits(byte: number, pattern: string): boolean {
  if (pattern === ANY) return true;
  return pattern === DIGIT ? byte >= 0x30 && byte <= 0x39 : byte === pattern.charCodeAt(0);
}

/**
 * Whether a stream begins like one of the patterns: `0` is any digit, `?` any byte.
 *
 * @returns null if the bytes are too few to decide
 */
export function beginsLike(start: Uint8Array, patterns: readonly string[]): boolean | null {
  let isOpen = false;
  for (const pattern of patterns) {
    const length = Math.min(start.length, pattern.length);
    let at = 0;
    while (at < length && fits(start[at] as number, pattern[at] as string)) at += 1;
    if (at === pattern.length) return true;
    if (at === start.length) isOpen = true;
  }
  return isOpen ? null : false;
}
