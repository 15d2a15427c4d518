import type { IoElements } from '../teltonika/elements.ts';

/** One record as received, in the units of the protocol. */
export interface RuptelaRecord {
  readonly timeMs: number;
  /** Distinguishes records of the same second. */
  readonly timeExtension: number;
  /** Number of this part of a record, and number of its last part; both 0 for a whole record. */
  readonly part: number;
  readonly lastPart: number;
  readonly priority: number;
  /** Null without a fix. */
  readonly longitudeDeg: number | null;
  readonly latitudeDeg: number | null;
  readonly altitudeM: number;
  readonly courseDeg: number;
  readonly satellites: number;
  readonly speedKmh: number;
  readonly hdop: number;
  /** The element that caused the record. */
  readonly eventIoId: number;
  /** Values by element id. */
  readonly elements: IoElements;
}

const SIZES = [1, 2, 4, 8];

/**
 * Reads the four groups of elements, of 1, 2, 4 and 8 bytes.
 *
 * @returns the offset behind them; null if the bytes end before
 */
export function readElements(
  bytes: Buffer,
  from: number,
  isExtended: boolean,
  elements: IoElements,
): number | null {
  const idBytes = isExtended ? 2 : 1;
  let at = from;
  for (const size of SIZES) {
    if (at >= bytes.length) return null;
    const count = bytes[at] as number;
    at += 1;
    if (at + count * (idBytes + size) > bytes.length) return null;
    for (let n = 0; n < count; n += 1) {
      const id = isExtended ? bytes.readUInt16BE(at) : (bytes[at] as number);
      elements.add(id, at + idBytes, size);
      at += idBytes + size;
    }
  }
  return at;
}
