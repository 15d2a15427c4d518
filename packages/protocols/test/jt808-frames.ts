import {
  type CodecOptions,
  encodeJt808,
  encodeJt808Location,
  jt808Address,
  jt808Codec,
} from '../src/index.ts';

export const ADDRESS = jt808Address('13912345678');
export const AT = {
  timeMs: Date.UTC(2026, 2, 4, 10, 20, 30),
  latitudeDeg: 51.5,
  longitudeDeg: 0.125,
  speedKmh: 40,
  headingDeg: 90,
  ignition: true,
  odometerM: 12_300,
};
/** Fixed part of a location. */
export const PLACE = encodeJt808Location(ADDRESS, AT, 1).subarray(13, 13 + 28);

export const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** The last message of a frame. */
export function message(id: number, body: Uint8Array, options: CodecOptions = {}, is2019 = false) {
  const address = is2019 ? { is2019, phone: Buffer.alloc(10, 1) } : ADDRESS;
  const messages = jt808Codec.createSession(options).push(encodeJt808(id, address, 1, body));
  const last = messages.at(-1);
  if (last === undefined) throw new Error('no message');
  return last;
}

/** The first record of a message. */
export function recordOf(last: ReturnType<typeof message>) {
  if (last.kind !== 'records' || last.records[0] === undefined) throw new Error(last.kind);
  return { ...last.records[0], understood: last.raw?.understood };
}

/** The record of a location with items. */
export const record = (...items: string[]) =>
  recordOf(message(0x0200, Buffer.concat([PLACE, hex(items.join(''))])));

/** The record of a location with alarm flags. */
export function flagged(flags: number, options: CodecOptions = {}, is2019 = false) {
  const body = Buffer.from(PLACE);
  body.writeUInt32BE(flags >>> 0, 0);
  return recordOf(message(0x0200, body, options, is2019));
}

export const codes = ({ events }: { readonly events: readonly { readonly code: number }[] }) =>
  events.map(({ code }) => code);
