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

/** type: 0 image, 1 audio, 2 video; format: 0 JPEG, 1 TIF, 2 MP3, 3 WAV, 4 WMV; cause: 0 platform command, 1 timer … */
const MEDIA = { mediaId: dword, type: byte, format: byte, cause: byte, channel: byte };

/** Messages of camera devices with their ids and bodies (device-protocols, sections 6.2 and 8). */
const CAMERA_MESSAGES = {
  /** The general reply to a command; result: 0 done, 1 failed, 2 wrong, 3 unsupported. */
  result: { id: 0x0001, layout: { serial: word, commandId: word, result: byte } },
  /** An image, audio or video file was recorded. */
  mediaEvent: { id: 0x0800, layout: MEDIA },
  /** An image, audio or video file, with the location body of its time. */
  media: { id: 0x0801, layout: { ...MEDIA, location: fixedBytes(28), data: rest } },
  /** Reply to 8801; result: 0 done, 1 failed, 2 no such channel. */
  photographs: {
    id: 0x0805,
    layout: {
      serial: word,
      result: byte,
      media: optional(list({ mediaId: dword }, word), []),
    },
  },
  /** Reply to 9003; codecs are payload types of JT/T 1078. */
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
  /** Reply to 9205 (or 9201): the recordings. */
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
  /** Reply to 9206 after the upload ended; result: 0 done, 1 failed. */
  uploaded: { id: 0x1206, layout: { serial: word, result: byte } },
} as const satisfies Record<string, { id: number; layout: Layout }>;

type CameraMessages = typeof CAMERA_MESSAGES;

/** A message of a camera device. Times are ms since 1970 UTC. */
export type Jt808CameraMessage = {
  [K in keyof CameraMessages]: { readonly kind: K } & ValuesOf<CameraMessages[K]['layout']>;
}[keyof CameraMessages];

const KIND_OF = new Map<number, keyof CameraMessages>(
  Object.entries(CAMERA_MESSAGES).map(([kind, { id }]) => [id, kind as keyof CameraMessages]),
);

/** The id and body of a camera message; used by the simulated camera. */
export function encodeCameraMessage(
  cameraMessage: Jt808CameraMessage,
  offsetMin: number,
): { id: number; body: Buffer } {
  const { id, layout } = CAMERA_MESSAGES[cameraMessage.kind];
  return { id, body: encodeLayout(layout as Layout, cameraMessage as never, offsetMin) };
}

/**
 * Decodes a complete message of a device as a camera message.
 *
 * @param offsetMin minutes the device's clock is ahead of UTC
 * @returns null for other messages, and `short` if the body ends too early
 */
export function readCameraMessage(
  { id, body }: Pick<Jt808Message, 'id' | 'body'>,
  offsetMin: number,
): Jt808CameraMessage | null | 'short' {
  const kind = KIND_OF.get(id);
  if (kind === undefined) return null;
  const values = readLayout(CAMERA_MESSAGES[kind].layout as Layout, body, offsetMin);
  return values === null ? 'short' : ({ kind, ...values } as unknown as Jt808CameraMessage);
}
