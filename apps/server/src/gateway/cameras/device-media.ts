import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DeviceRecord, Jt808CameraMessage } from '@roadworthy/protocols';
import type { DeviceMediaItem } from '../../platform/device-commands/index.ts';
import type { KnownDevice } from '../intake.ts';

type Media = Extract<Jt808CameraMessage, { kind: 'media' }>;

const KINDS = ['picture', 'sound', 'video'] as const;
/** Formats of 0801: JPEG, TIF, MP3, WAV, WMV. */
const MEDIA_TYPES = ['image/jpeg', 'image/tiff', 'audio/mpeg', 'audio/wav', 'video/x-ms-wmv'];
/** Causes: platform command, timer, robbery, collision; others are door, turn and speed. */
const CAUSES = ['order', 'timer', 'alarm', 'alarm'] as const;

/**
 * An image, audio or video file that a device sent unprompted (0801).
 *
 * @param place where and when it was recorded, according to the device
 */
export function mediaItem(
  device: KnownDevice,
  media: Media,
  place: DeviceRecord | null,
  arrivedMs: number,
): DeviceMediaItem {
  const { trackerId, customerId, vehicleId } = device;
  const { data } = media;
  const hash = createHash('sha256').update(`${trackerId} ${media.mediaId} `).update(data);
  return {
    trackerId,
    customerId,
    vehicleId,
    channel: media.channel,
    kind: KINDS[media.type] ?? 'data',
    mediaType: MEDIA_TYPES[media.format] ?? 'application/octet-stream',
    takenAtMs: place?.timeMs ?? arrivedMs,
    cause: CAUSES[media.cause] ?? 'other',
    alarm: null,
    key: hash.digest('hex'),
    sizeBytes: data.length,
    open: () => Readable.from([data]),
  };
}
