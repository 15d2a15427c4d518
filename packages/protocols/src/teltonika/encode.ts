import { CODEC_8, CODEC_8E, CODEC_16 } from './avl.ts';
import { packet } from './commands.ts';

/** A record to encode in the format of a device. */
export interface AvlInput {
  readonly timeMs: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly altitudeM?: number;
  readonly angleDeg?: number;
  readonly satellites?: number;
  readonly speedKmh?: number;
  readonly priority?: number;
  readonly eventIoId?: number;
  /** AVL id → value; the number of bytes (1, 2, 4 or 8) follows from `width`. */
  readonly io?: readonly {
    readonly id: number;
    readonly width: 1 | 2 | 4 | 8;
    readonly value: number | bigint;
  }[];
}

export type AvlCodec = 8 | '8E' | 16;
const CODEC_IDS = { 8: CODEC_8, '8E': CODEC_8E, 16: CODEC_16 } as const;

/** The first packet of a connection: the IMEI. */
export function encodeTeltonikaLogin(imei: string): Buffer {
  const bytes = Buffer.alloc(2 + imei.length);
  bytes.writeUInt16BE(imei.length);
  bytes.write(imei, 2, 'latin1');
  return bytes;
}

class Writer {
  readonly parts: Buffer[] = [];

  unsigned(width: 1 | 2 | 4 | 8, value: number | bigint): void {
    const bytes = Buffer.alloc(width);
    if (width === 8) bytes.writeBigUInt64BE(BigInt.asUintN(64, BigInt(value)));
    else bytes.writeUIntBE(Number(BigInt.asUintN(width * 8, BigInt(value))), 0, width);
    this.parts.push(bytes);
  }
}

function writeRecord(writer: Writer, codec: AvlCodec, record: AvlInput): void {
  const idWidth = codec === 8 ? 1 : 2;
  const countWidth = codec === '8E' ? 2 : 1;
  const io = record.io ?? [];
  writer.unsigned(8, record.timeMs);
  writer.unsigned(1, record.priority ?? 0);
  writer.unsigned(4, Math.round(record.longitudeDeg * 1e7));
  writer.unsigned(4, Math.round(record.latitudeDeg * 1e7));
  writer.unsigned(2, Math.round(record.altitudeM ?? 0));
  writer.unsigned(2, Math.round(record.angleDeg ?? 0));
  writer.unsigned(1, record.satellites ?? 12);
  writer.unsigned(2, Math.round(record.speedKmh ?? 0));
  writer.unsigned(idWidth, record.eventIoId ?? 0);
  if (codec === 16) writer.unsigned(1, 5);
  writer.unsigned(countWidth, io.length);
  for (const width of [1, 2, 4, 8] as const) {
    const group = io.filter((element) => element.width === width);
    writer.unsigned(countWidth, group.length);
    for (const { id, value } of group) {
      writer.unsigned(idWidth, id);
      writer.unsigned(width, value);
    }
  }
  if (codec === '8E') writer.unsigned(2, 0);
}

/** Codec id, count, records, count: common to TCP packets and datagrams. At most 255 records. */
function body(records: readonly AvlInput[], codec: AvlCodec): Buffer {
  const writer = new Writer();
  writer.unsigned(1, CODEC_IDS[codec]);
  writer.unsigned(1, records.length);
  for (const record of records) writeRecord(writer, codec, record);
  writer.unsigned(1, records.length);
  return Buffer.concat(writer.parts);
}

/** A TCP data packet of up to 255 records. */
export function encodeTeltonikaPacket(records: readonly AvlInput[], codec: AvlCodec = 8): Buffer {
  return packet(body(records, codec));
}

/** A UDP datagram of up to 255 records. */
export function encodeTeltonikaDatagram(
  imei: string,
  packetId: number,
  records: readonly AvlInput[],
  codec: AvlCodec = 8,
): Buffer {
  const content = body(records, codec);
  const head = Buffer.alloc(8);
  head.writeUInt16BE(6 + imei.length + content.length, 0);
  head.writeUInt16BE(packetId, 2);
  head[4] = 1;
  head[5] = packetId & 0xff;
  head.writeUInt16BE(imei.length, 6);
  return Buffer.concat([head, Buffer.from(imei, 'latin1'), content]);
}
