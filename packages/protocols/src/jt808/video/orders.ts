import {
  byte,
  deviceTime,
  dword,
  encodeLayout,
  fixedBytes,
  fixedText,
  hex,
  isWhole,
  type Layout,
  list,
  readLayout,
  shortText,
  type ValuesOf,
  word,
} from '../../bytes/layout.ts';
import type { Jt808Message } from '../frame.ts';

/** Where a device is to connect to. A port of 0 is none. */
const DOOR = { host: shortText, tcpPort: word, udpPort: word };
/** What recordings are asked for: alarm bits, 0 sound and picture, 0 any stream, 0 any store. */
const RECORDED = {
  fromMs: deviceTime,
  toMs: deviceTime,
  alarmBits: hex(8),
  media: byte,
  stream: byte,
  store: byte,
};

/** Orders of the platform with their ids and bodies (device-protocols, sections 6.2, 7 and 8). */
const ORDERS = {
  /** data: 0 sound and picture, 1 picture, 2 talk, 3 listen; stream: 0 main, 1 sub. */
  liveStart: { id: 0x9101, layout: { ...DOOR, channel: byte, data: byte, stream: byte } },
  /** command: 0 close, 1 switch the stream, 2 pause, 3 resume, 4 end talk; closes: 0 all, 1 sound, 2 picture. */
  liveControl: {
    id: 0x9102,
    layout: { channel: byte, command: byte, closes: byte, stream: byte },
  },
  liveLoss: { id: 0x9105, layout: { channel: byte, lossPercent: byte } },
  /** mode: 0 normal, 1 fast, 2 fast back, 3 key frames, 4 one frame; speed: 1 to 5 for 1 to 16 times. */
  playbackStart: {
    id: 0x9201,
    layout: {
      ...DOOR,
      channel: byte,
      media: byte,
      stream: byte,
      store: byte,
      mode: byte,
      speed: byte,
      fromMs: deviceTime,
      toMs: deviceTime,
    },
  },
  /** command: 0 play, 1 pause, 2 end, 3 fast, 4 back, 5 seek, 6 key frames. */
  playbackControl: {
    id: 0x9202,
    layout: { channel: byte, command: byte, speed: byte, positionMs: deviceTime },
  },
  /** channel 0 asks for all. */
  recordings: { id: 0x9205, layout: { channel: byte, ...RECORDED } },
  /** By FTP; networks: bit 0 wireless LAN, 1 cable, 2 mobile. */
  fileUpload: {
    id: 0x9206,
    layout: {
      host: shortText,
      port: word,
      user: shortText,
      password: shortText,
      path: shortText,
      channel: byte,
      ...RECORDED,
      networks: byte,
    },
  },
  /** command: 0 pause, 1 go on, 2 cancel the upload with this serial. */
  uploadControl: { id: 0x9207, layout: { serial: word, command: byte } },
  capabilities: { id: 0x9003, layout: {} },
  /** Pictures by command: 0 stop, 0xFFFF film, else so many; keeps: 0 send now, 1 store. */
  photograph: {
    id: 0x8801,
    layout: {
      channel: byte,
      command: word,
      intervalS: word,
      keeps: byte,
      resolution: byte,
      quality: byte,
      brightness: byte,
      contrast: byte,
      saturation: byte,
      hue: byte,
    },
  },
  /** Files of an alarm whose label has 16 bytes (T/JSATL 12). */
  evidence: {
    id: 0x9208,
    layout: { ...DOOR, label: hex(16), alarmNumber: fixedText(32), reserved: fixedBytes(16) },
  },
  /** Files of an alarm whose label has 40 bytes (T/GDRTA). */
  longEvidence: {
    id: 0x9208,
    layout: { ...DOOR, label: hex(40), alarmNumber: fixedText(32), reserved: fixedBytes(16) },
  },
  /** Of a media upload: all is here, or these packets are missing. */
  mediaAnswer: {
    id: 0x8800,
    layout: { mediaId: dword, missing: list({ number: word }, byte) },
  },
  /** Of an evidence file: result 0 all is here, 1 these stretches are missing. */
  fileAnswer: {
    id: 0x9212,
    layout: {
      name: shortText,
      type: byte,
      result: byte,
      missing: list({ offset: dword, length: dword }, byte),
    },
  },
} as const satisfies Record<string, { id: number; layout: Layout }>;

type Orders = typeof ORDERS;

/** An order of the platform to a camera device. Times are ms since 1970 UTC. */
export type Jt808Order = {
  [K in keyof Orders]: { readonly kind: K } & ValuesOf<Orders[K]['layout']>;
}[keyof Orders];

const KINDS = Object.keys(ORDERS) as (keyof Orders)[];

/**
 * The id and body of an order.
 *
 * @param offsetMin minutes the device's clock is ahead of UTC
 */
export function encodeOrder(order: Jt808Order, offsetMin: number): { id: number; body: Buffer } {
  const { id, layout } = ORDERS[order.kind];
  // All that is sent of a finished upload is its id.
  if (order.kind === 'mediaAnswer' && order.missing.length === 0) {
    return { id, body: dword.write(order.mediaId, offsetMin) };
  }
  return { id, body: encodeLayout(layout as Layout, order as never, offsetMin) };
}

/**
 * What a message of the platform orders, as a device reads it.
 *
 * @param offsetMin minutes the device's clock is ahead of UTC
 * @returns null for other messages, and where the body ends too early
 */
export function readOrder(
  { id, body }: Pick<Jt808Message, 'id' | 'body'>,
  offsetMin: number,
): Jt808Order | null {
  if (id === ORDERS.mediaAnswer.id && body.length === 4) {
    return { kind: 'mediaAnswer', mediaId: body.readUInt32BE(0), missing: [] };
  }
  const known = KINDS.filter((kind) => ORDERS[kind].id === id);
  const kind = known.find((one) => isWhole(ORDERS[one].layout, body)) ?? known[0];
  if (kind === undefined) return null;
  const values = readLayout(ORDERS[kind].layout as Layout, body, offsetMin);
  return values === null ? null : ({ kind, ...values } as unknown as Jt808Order);
}

/** Whether a device's general answer (0001) to this id answers an order. */
export const isOrderId = (id: number): boolean => KINDS.some((kind) => ORDERS[kind].id === id);
