import type { ByteRange } from '../../../platform/files/index.ts';

/**
 * The part of a file that a Range header requests (RFC 9110, section 14).
 *
 * @param header for example `bytes=0-99`, `bytes=100-` or `bytes=-100`
 * @returns null for the whole file: no header, or one that must be ignored (another unit, several
 *   parts, invalid); `unsatisfiable` for a part beyond the end of the file
 */
export function rangeOfHeader(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (match === null) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  if (from === '') {
    const count = Number(to);
    if (count === 0 || sizeBytes === 0) return 'unsatisfiable';
    return { first: Math.max(0, sizeBytes - count), last: sizeBytes - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return null;
  if (first >= sizeBytes) return 'unsatisfiable';
  return { first, last: to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1) };
}
