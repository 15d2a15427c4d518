import {
  type DeviceMessage,
  type DeviceRecord,
  encodeTeltonikaLogin,
  teltonikaCodec,
} from '../src/index.ts';
import { packet } from '../src/teltonika/commands.ts';

/** Codecs of records with their widths of ids and counts. */
export const CODECS = {
  '8': { id: 0x08, idBytes: 1, countBytes: 1, hasVariable: false },
  '8E': { id: 0x8e, idBytes: 2, countBytes: 2, hasVariable: true },
  '16': { id: 0x10, idBytes: 2, countBytes: 1, hasVariable: false },
} as const;
export type CodecName = keyof typeof CODECS;

/** An IO element: `bytes` for the group with a length, otherwise a number and its length. */
export type Element =
  | { readonly id: number; readonly width: 1 | 2 | 4 | 8; readonly value: number | bigint }
  | { readonly id: number; readonly bytes: Buffer };

export interface Head {
  readonly timeMs?: number;
  readonly latitudeDeg?: number;
  readonly longitudeDeg?: number;
  readonly angleDeg?: number;
  readonly satellites?: number;
  readonly speedKmh?: number;
  readonly eventIoId?: number;
}

export const AT_MS = Date.UTC(2026, 2, 4);

const number = (bytes: number, value: number | bigint): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(BigInt.asUintN(64, BigInt(value)));
  return buffer.subarray(8 - bytes);
};

/** The bytes of a record, written here from the protocol's description. */
export function recordBytes(
  codec: CodecName,
  elements: readonly Element[],
  head: Head = {},
): Buffer {
  const { idBytes, countBytes, hasVariable } = CODECS[codec];
  const groups = [1, 2, 4, 8].map((width) =>
    elements.flatMap((one) => ('width' in one && one.width === width ? [one] : [])),
  );
  const variable = elements.flatMap((one) => ('bytes' in one ? [one] : []));
  return Buffer.concat([
    number(8, head.timeMs ?? AT_MS),
    number(1, 0),
    number(4, Math.round((head.longitudeDeg ?? -0.125) * 1e7)),
    number(4, Math.round((head.latitudeDeg ?? 51.5) * 1e7)),
    number(2, 90),
    number(2, head.angleDeg ?? 0),
    number(1, head.satellites ?? 9),
    number(2, head.speedKmh ?? 0),
    number(idBytes, head.eventIoId ?? 0),
    ...(codec === '16' ? [number(1, 5)] : []),
    number(countBytes, elements.length),
    ...groups.flatMap((group) => [
      number(countBytes, group.length),
      ...group.flatMap(({ id, width, value }) => [number(idBytes, id), number(width, value)]),
    ]),
    ...(hasVariable
      ? [
          number(2, variable.length),
          ...variable.flatMap(({ id, bytes }) => [number(2, id), number(2, bytes.length), bytes]),
        ]
      : []),
  ]);
}

/** Codec id, count, records and count. */
export function bodyOf(codec: CodecName, records: readonly Buffer[]): Buffer {
  const count = Buffer.of(records.length);
  return Buffer.concat([Buffer.of(CODECS[codec].id), count, ...records, count]);
}

/** The messages of a packet with a right checksum, after a login. */
export function read(body: Buffer, model: string | null = null): DeviceMessage[] {
  const session = teltonikaCodec.createSession({ model: () => model });
  session.push(encodeTeltonikaLogin('353419036066061'));
  return session.push(packet(body));
}

/** The only record of a packet with these elements. */
export function recordOf(
  elements: readonly Element[],
  {
    model = null,
    codec = '8E',
    head = {},
  }: { model?: string | null; codec?: CodecName; head?: Head } = {},
): DeviceRecord {
  const [message] = read(bodyOf(codec, [recordBytes(codec, elements, head)]), model);
  if (message?.kind !== 'records' || message.records[0] === undefined) throw new Error('records');
  return message.records[0];
}

/** A packet of a text codec with one text. */
export function textBody(codec: number, type: number, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.of(codec, 1, type),
    number(4, content.length),
    content,
    Buffer.of(1),
  ]);
}
