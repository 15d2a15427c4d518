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
  /** Values by element id, big endian. */
  readonly elements: ReadonlyMap<number, Buffer>;
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
  elements: Map<number, Buffer>,
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
      at += idBytes;
      elements.set(id, bytes.subarray(at, at + size));
      at += size;
    }
  }
  return at;
}

/** Longest value that a number holds exactly. */
const MAX_NUMBER_BYTES = 6;

/** A value as an unsigned number; null if it has eight bytes. */
export const unsigned = (value: Buffer): number | null =>
  value.length <= MAX_NUMBER_BYTES ? value.readUIntBE(0, value.length) : null;

/** A value as a signed number; null if it has eight bytes. */
export const signed = (value: Buffer): number | null =>
  value.length <= MAX_NUMBER_BYTES ? value.readIntBE(0, value.length) : null;
