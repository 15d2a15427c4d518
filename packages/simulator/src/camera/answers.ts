import type { Jt808CameraMessage, Jt808Command } from '@roadworthy/protocols';
import { recordedFiles } from './recordings.ts';

const G711A = 6;
const H264 = 98;
/** Files of the sub stream are listed, with audio and video. */
const SUB_STREAM = 2;
const EITHER = 3;

/** Audio and video attributes of a device with this number of channels (1003). */
export function capabilities(channels: number): Jt808CameraMessage {
  return {
    kind: 'capabilities',
    audioCodec: G711A,
    audioChannels: 1,
    sampleRate: 0,
    sampleBits: 1,
    frameBytes: 320,
    hasOutput: 0,
    videoCodec: H264,
    maxAudioChannels: channels,
    maxVideoChannels: channels,
  };
}

/** The list of recordings of a device in a time range (1205). */
export function listRecordings(
  device: { readonly number: string; readonly channels: number },
  order: Extract<Jt808Command, { kind: 'recordings' }>,
  serial: number,
): Jt808CameraMessage {
  const { channel, fromMs, toMs, media } = order;
  const all = Array.from({ length: device.channels }, (_, index) => index + 1);
  const channels = channel === 0 ? all : all.filter((one) => one === channel);
  const nowMs = Date.now();
  const files = recordedFiles(device.number, channels, fromMs ?? 0, toMs ?? nowMs, nowMs);
  const items = files.map((file) => ({
    ...file,
    alarmBits: '0000000000000000',
    media: media === EITHER ? 0 : media,
    stream: SUB_STREAM,
    store: 1,
  }));
  return { kind: 'recordings', serial, total: items.length, items };
}
