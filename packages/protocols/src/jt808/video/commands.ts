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

/** The address that a device shall connect to. Port 0 means none. */
const SERVER_ADDRESS = { host: shortText, tcpPort: word, udpPort: word };
/** The requested recordings: alarm bits; media 0 audio and video, stream 0 any, store 0 any. */
const RECORDED = {
  fromMs: deviceTime,
  toMs: deviceTime,
  alarmBits: hex(8),
  media: byte,
  stream: byte,
  store: byte,
};

/** Commands of the platform with their ids and bodies (device-protocols, sections 6.2, 7 and 8). */
const COMMANDS = {
  /** data: 0 audio and video, 1 video, 2 talk, 3 listen; stream: 0 main, 1 sub. */
  liveStart: { id: 0x9101, layout: { ...SERVER_ADDRESS, channel: byte, data: byte, stream: byte } },
  /** command: 0 close, 1 switch the stream, 2 pause, 3 resume, 4 end talk; closes: 0 all, 1 audio, 2 video. */
  liveControl: {
    id: 0x9102,
    layout: { channel: byte, command: byte, closes: byte, stream: byte },
  },
  liveLoss: { id: 0x9105, layout: { channel: byte, lossPercent: byte } },
  /** mode: 0 normal, 1 fast, 2 fast back, 3 key frames, 4 one frame; speed: 1 to 5 for 1 to 16 times. */
  playbackStart: {
    id: 0x9201,
    layout: {
      ...SERVER_ADDRESS,
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
  /** Channel 0 means all. */
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
  /** command: 0 pause, 1 resume, 2 cancel the upload with this serial. */
  uploadControl: { id: 0x9207, layout: { serial: word, command: byte } },
  capabilities: { id: 0x9003, layout: {} },
  /** command: 0 stop, 0xFFFF video, else the number of photographs; keeps: 0 send now, 1 store. */
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
    layout: {
      ...SERVER_ADDRESS,
      label: hex(16),
      alarmNumber: fixedText(32),
      reserved: fixedBytes(16),
    },
  },
  /** Files of an alarm whose label has 40 bytes (T/GDRTA). */
  longEvidence: {
    id: 0x9208,
    layout: {
      ...SERVER_ADDRESS,
      label: hex(40),
      alarmNumber: fixedText(32),
      reserved: fixedBytes(16),
    },
  },
  /** Reply to a media upload: complete, or these packets are missing. */
  mediaAnswer: {
    id: 0x8800,
    layout: { mediaId: dword, missing: list({ number: word }, byte) },
  },
  /** Reply to an evidence file: result 0 complete, 1 these byte ranges are missing. */
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

type Commands = typeof COMMANDS;

/** A command of the platform to a camera device. Times are ms since 1970 UTC. */
export type Jt808Command = {
  [K in keyof Commands]: { readonly kind: K } & ValuesOf<Commands[K]['layout']>;
}[keyof Commands];

const KINDS = Object.keys(COMMANDS) as (keyof Commands)[];

/**
 * The id and body of a command.
 *
 * @param offsetMin minutes the device's clock is ahead of UTC
 */
export function encodeCommand(
  command: Jt808Command,
  offsetMin: number,
): { id: number; body: Buffer } {
  const { id, layout } = COMMANDS[command.kind];
  // The reply to a complete upload holds only its id.
  if (command.kind === 'mediaAnswer' && command.missing.length === 0) {
    return { id, body: dword.write(command.mediaId, offsetMin) };
  }
  return { id, body: encodeLayout(layout as Layout, command as never, offsetMin) };
}

/**
 * Decodes a message of the platform as a command, as a device does.
 *
 * @param offsetMin minutes the device's clock is ahead of UTC
 * @returns null for other messages, and if the body ends too early
 */
export function readCommand(
  { id, body }: Pick<Jt808Message, 'id' | 'body'>,
  offsetMin: number,
): Jt808Command | null {
  if (id === COMMANDS.mediaAnswer.id && body.length === 4) {
    return { kind: 'mediaAnswer', mediaId: body.readUInt32BE(0), missing: [] };
  }
  const known = KINDS.filter((kind) => COMMANDS[kind].id === id);
  const kind = known.find((one) => isWhole(COMMANDS[one].layout, body)) ?? known[0];
  if (kind === undefined) return null;
  const values = readLayout(COMMANDS[kind].layout as Layout, body, offsetMin);
  return values === null ? null : ({ kind, ...values } as unknown as Jt808Command);
}

/** Whether a general reply (0001) with this id answers a command. */
export const isCommandId = (id: number): boolean => KINDS.some((kind) => COMMANDS[kind].id === id);
