/** A chunk of a file, in bytes; `last` is inclusive. */
export interface ContentRange {
  readonly first: number;
  readonly last: number;
  readonly size: number;
}

/** Parses a header like `bytes 0-1048575/5000000`; null if it is invalid. */
export function contentRangeOf(header: string | undefined): ContentRange | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header?.trim() ?? '');
  if (match === null) return null;
  const [first, last, size] = match.slice(1).map(Number) as [number, number, number];
  return first <= last && last < size ? { first, last, size } : null;
}
