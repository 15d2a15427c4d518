import type { DeviceMessage } from '../codec.ts';
import { type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { encodeGt06Frame, type Gt06Frame } from './frame.ts';
import { MESSAGE } from './message-numbers.ts';
import { readTime } from './position.ts';

/*
 * Photos of vehicle terminals: the device announces a photo (35), the server asks for its parts
 * (36), and the device sends them (long form of 36).
 */

const ANNOUNCEMENT_BYTES = 26;
const AT = { camera: 15, size: 18, photo: 22 } as const;
const PART_HEAD_BYTES = 10;
/** Longest part that a device sends, and the largest photo: a connection may hold 128 KiB. */
const MAX_PART_BYTES = 1024;
const MAX_PHOTO_BYTES = 120 * 1024;
/** The fixed part of a location, which the message of a camera contains. */
const LOCATION_BYTES = 28;
/** Of JT/T 808, whose messages of cameras are common to all protocols. */
const PICTURE = 0;
const JPEG = 0;
const OTHER_CAUSE = 0xff;

interface Photo {
  readonly photoId: number;
  readonly channel: number;
  readonly timeMs: number | null;
  readonly size: number;
  readonly parts: Buffer[];
  received: number;
}

type Part = Pick<Extract<DeviceMessage, { kind: 'notice' }>, 'kind' | 'name' | 'answer'>;
type Whole = Pick<
  Extract<DeviceMessage, { kind: 'camera' }>,
  'kind' | 'cameraMessage' | 'place' | 'answer'
>;

/** The photo that a device is sending; at most one at a time. */
export class PhotoTransfer {
  #photo: Photo | null = null;

  /** Bytes of the photo that have arrived. */
  get bytes(): number {
    return this.#photo?.received ?? 0;
  }

  /** Reads an announcement or a part; null for other messages. */
  read({ protocolNumber, isLong, content }: Gt06Frame, offsetMin: number): Part | Whole | null {
    if (protocolNumber === MESSAGE.photo) return this.#announced(content, offsetMin);
    if (protocolNumber === MESSAGE.statusModules && isLong) return this.#part(content);
    return null;
  }

  #announced(content: Buffer, offsetMin: number): Part | null {
    if (content.length < ANNOUNCEMENT_BYTES) return null;
    const size = content.readUInt32BE(AT.size);
    if (size === 0 || size > MAX_PHOTO_BYTES) return null;
    const localMs = readTime(content, 0);
    this.#photo = {
      photoId: content.readUInt32BE(AT.photo),
      channel: content[AT.camera] as number,
      timeMs: localMs === null ? null : localMs - offsetMin * 60_000,
      size,
      parts: [],
      received: 0,
    };
    return this.#request(this.#photo);
  }

  #part(content: Buffer): Part | Whole | null {
    const photo = this.#photo;
    if (photo === null || content.length < PART_HEAD_BYTES) return null;
    const part = content.subarray(PART_HEAD_BYTES, PART_HEAD_BYTES + content.readUInt16BE(8));
    const isNext =
      content.readUInt32BE(0) === photo.photoId && content.readUInt32BE(4) === photo.received;
    if (!isNext || part.length === 0) return this.#request(photo);
    photo.parts.push(Buffer.from(part.subarray(0, photo.size - photo.received)));
    photo.received += photo.parts.at(-1)?.length ?? 0;
    if (photo.received < photo.size) return this.#request(photo);
    this.#photo = null;
    return whole(photo);
  }

  /** Asks for the next part. */
  #request({ photoId, received, size }: Photo): Part {
    const body = Buffer.alloc(PART_HEAD_BYTES);
    body.writeUInt32BE(photoId, 0);
    body.writeUInt32BE(received, 4);
    body.writeUInt16BE(Math.min(size - received, MAX_PART_BYTES), 8);
    const answer = encodeGt06Frame(MESSAGE.statusModules, body, 0);
    return { kind: 'notice', name: 'photo', answer };
  }
}

function whole({ photoId, channel, timeMs, parts }: Photo): Whole {
  const place: DeviceRecord = { ...EMPTY_RECORD, timeMs };
  const location = Buffer.alloc(LOCATION_BYTES);
  return {
    kind: 'camera',
    cameraMessage: {
      kind: 'media',
      mediaId: photoId,
      type: PICTURE,
      format: JPEG,
      cause: OTHER_CAUSE,
      channel,
      location,
      data: Buffer.concat(parts),
    },
    place,
    answer: null,
  };
}
