import { IoElements } from './elements.ts';

/** Codec ids of data packets (device-protocols, section 2). */
export const CODEC_8 = 0x08;
export const CODEC_8E = 0x8e;
export const CODEC_16 = 0x10;

/** One AVL record as received, in the units of the protocol. */
export interface AvlRecord {
  /** Id of the codec. */
  readonly codec: number;
  readonly timeMs: number;
  readonly priority: number;
  readonly longitudeDeg: number;
  readonly latitudeDeg: number;
  readonly altitudeM: number;
  readonly angleDeg: number;
  readonly satellites: number;
  readonly speedKmh: number;
  readonly eventIoId: number;
  /** Codec 16 only. */
  readonly generationType: number | null;
  /** The values by AVL id. */
  readonly io: IoElements;
}

/** The bytes do not have the structure of their codec. */
export class StructureError extends Error {
  constructor(readonly code: 'cut_short' | 'counts_differ' | 'bytes_left' | 'codec_unknown') {
    super(code);
  }
}

interface Widths {
  readonly codec: number;
  readonly id: 1 | 2;
  readonly count: 1 | 2;
  readonly hasGenerationType: boolean;
  readonly hasVariableGroup: boolean;
  /** Sizes of the value groups, in their order. */
  readonly values: readonly number[];
}

const VALUES = [1, 2, 4, 8];

const WIDTHS: Readonly<Record<number, Widths>> = {
  [CODEC_8]: {
    codec: CODEC_8,
    id: 1,
    count: 1,
    hasGenerationType: false,
    hasVariableGroup: false,
    values: VALUES,
  },
  [CODEC_8E]: {
    codec: CODEC_8E,
    id: 2,
    count: 2,
    hasGenerationType: false,
    hasVariableGroup: true,
    values: VALUES,
  },
  [CODEC_16]: {
    codec: CODEC_16,
    id: 2,
    count: 1,
    hasGenerationType: true,
    hasVariableGroup: false,
    values: VALUES,
  },
};

/** Whether a codec id carries AVL records. */
export function isAvlCodec(codec: number): boolean {
  return codec in WIDTHS;
}

/** Time to satellites and speed: the part common to all codecs. */
const FIXED_BYTES = 24;

class Reader {
  offset: number;
  constructor(
    readonly bytes: Buffer,
    from: number,
    readonly end: number,
  ) {
    this.offset = from;
  }

  take(count: number): number {
    const at = this.offset;
    if (at + count > this.end) throw new StructureError('cut_short');
    this.offset = at + count;
    return at;
  }

  unsigned(width: 1 | 2): number {
    const at = this.take(width);
    return width === 1 ? (this.bytes[at] as number) : this.bytes.readUInt16BE(at);
  }
}

function readIo(reader: Reader, widths: Widths): IoElements {
  const io = new IoElements(reader.bytes);
  for (const valueBytes of widths.values) {
    const count = reader.unsigned(widths.count);
    for (let n = 0; n < count; n += 1) {
      const id = reader.unsigned(widths.id);
      io.add(id, reader.take(valueBytes), valueBytes);
    }
  }
  if (!widths.hasVariableGroup) return io;
  io.beginVariable();
  const count = reader.unsigned(2);
  for (let n = 0; n < count; n += 1) {
    const id = reader.unsigned(2);
    const length = reader.unsigned(2);
    io.add(id, reader.take(length), length);
  }
  return io;
}

function readRecord(reader: Reader, widths: Widths): AvlRecord {
  const { bytes } = reader;
  const at = reader.take(FIXED_BYTES);
  const eventIoId = reader.unsigned(widths.id);
  const generationType = widths.hasGenerationType ? reader.unsigned(1) : null;
  reader.unsigned(widths.count); // total of elements; the groups count for themselves
  return {
    codec: widths.codec,
    timeMs: bytes.readUInt32BE(at) * 0x1_0000_0000 + bytes.readUInt32BE(at + 4),
    priority: bytes[at + 8] as number,
    longitudeDeg: bytes.readInt32BE(at + 9) / 1e7,
    latitudeDeg: bytes.readInt32BE(at + 13) / 1e7,
    altitudeM: bytes.readInt16BE(at + 17),
    angleDeg: bytes.readUInt16BE(at + 19),
    satellites: bytes[at + 21] as number,
    speedKmh: bytes.readUInt16BE(at + 22),
    eventIoId,
    generationType,
    io: readIo(reader, widths),
  };
}

/** Some firmware adds a group of 16-byte values to Codec 8. */
const CODEC_8_EXTENDED: Widths = { ...(WIDTHS[CODEC_8] as Widths), values: [...VALUES, 16] };

function readWith(widths: Widths, bytes: Buffer, from: number, end: number): AvlRecord[] {
  const reader = new Reader(bytes, from + 1, end);
  const count = reader.unsigned(1);
  const records: AvlRecord[] = [];
  for (let n = 0; n < count; n += 1) records.push(readRecord(reader, widths));
  if (reader.unsigned(1) !== count) throw new StructureError('counts_differ');
  if (reader.offset !== end) throw new StructureError('bytes_left');
  return records;
}

/**
 * Reads codec id, count, records and count of a data packet's body.
 *
 * @param bytes the buffer that contains it
 * @param from offset of the codec id
 * @param end offset behind the second count
 * @throws StructureError if the body has another structure
 */
export function readAvlBody(bytes: Buffer, from: number, end: number): AvlRecord[] {
  const widths = WIDTHS[bytes[from] as number];
  if (widths === undefined) throw new StructureError('codec_unknown');
  try {
    return readWith(widths, bytes, from, end);
  } catch (error) {
    if (bytes[from] !== CODEC_8 || !(error instanceof StructureError)) throw error;
    return readWith(CODEC_8_EXTENDED, bytes, from, end);
  }
}
