import {
  byte,
  deviceTime,
  dword,
  encodeLayout,
  fixedBytes,
  hex,
  type Layout,
  list,
  optional,
  readLayout,
  rest,
  type ValuesOf,
  word,
} from '../../bytes/layout.ts';
import type { Jt808Message } from '../frame.ts';

/** type: 0 picture, 1 sound, 2 film; format: 0 JPEG, 1 TIF, 2 MP3, 3 WAV, 4 WMV; cause: 0 our order, 1 timer … */
const MEDIA = { mediaId: dword, type: byte, format: byte, cause: byte, channel: byte };

/** What a camera device says, with ids and bodies (device-protocols, sections 6.2 and 8). */
const SAYINGS = {
  /** The general answer to an order; result: 0 done, 1 failed, 2 wrong, 3 unsupported. */
  result: { id: 0x0001, layout: { serial: word, orderId: word, result: byte } },
  /** A picture, sound or film was made. */
  mediaEvent: { id: 0x0800, layout: MEDIA },
  /** A picture, sound or film, with the location body of its moment. */
  media: { id: 0x0801, layout: { ...MEDIA, location: fixedBytes(28), data: rest } },
  /** To 8801; result: 0 done, 1 failed, 2 no such channel. */
  photographs: {
    id: 0x0805,
    layout: {
      serial: word,
      result: byte,
      media: optional(list({ mediaId: dword }, word), []),
    },
  },
  /** To 9003; codecs are payload types of JT/T 1078. */
  capabilities: {
    id: 0x1003,
    layout: {
      audioCodec: byte,
      audioChannels: byte,
      sampleRate: byte,
      sampleBits: byte,
      frameBytes: word,
      hasOutput: byte,
      videoCodec: byte,
      maxAudioChannels: byte,
      maxVideoChannels: byte,
    },
  },
  /** To 9205 (or 9201): what is recorded. */
  recordings: {
    id: 0x1205,
    layout: {
      serial: word,
      total: dword,
      items: list(
        {
          channel: byte,
          fromMs: deviceTime,
          toMs: deviceTime,
          alarmBits: hex(8),
          media: byte,
          stream: byte,
          store: byte,
          sizeBytes: dword,
        },
        'to the end',
      ),
    },
  },
  /** To 9206, once the upload ended; result: 0 done, 1 failed. */
  uploaded: { id: 0x1206, layout: { serial: word, result: byte } },
} as const satisfies Record<string, { id: number; layout: Layout }>;

type Sayings = typeof SAYINGS;

/** What a camera device said. Times are ms since 1970 UTC. */
export type Jt808Saying = {
  [K in keyof Sayings]: { readonly kind: K } & ValuesOf<Sayings[K]['layout']>;
}[keyof Sayings];

const KIND_OF = new Map<number, keyof Sayings>(
  Object.entries(SAYINGS).map(([kind, { id }]) => [id, kind as keyof Sayings]),
);

/** The id and body of what a device says; the simulated camera speaks with it. */
export function encodeSaying(saying: Jt808Saying, offsetMin: number): { id: number; body: Buffer } {
  const { id, layout } = SAYINGS[saying.kind];
  return { id, body: encodeLayout(layout as Layout, saying as never, offsetMin) };
}

/**
 * What a whole message of a device says of its cameras.
 *
 * @param offsetMin minutes the device's clock is ahead of UTC
 * @returns null for other messages, and `short` where the body ends too early
 */
export function readSaying(
  { id, body }: Pick<Jt808Message, 'id' | 'body'>,
  offsetMin: number,
): Jt808Saying | null | 'short' {
  const kind = KIND_OF.get(id);
  if (kind === undefined) return null;
  const values = readLayout(SAYINGS[kind].layout as Layout, body, offsetMin);
  return values === null ? 'short' : ({ kind, ...values } as unknown as Jt808Saying);
}
