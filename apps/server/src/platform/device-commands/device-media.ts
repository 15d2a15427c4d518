import type { Readable } from 'node:stream';
import { InternalError } from '@roadworthy/domain';

/** The alarm that a file is evidence of. */
export interface AlarmOfMedia {
  /** Event code (device-protocols, section 10). */
  readonly eventCode: number;
  /** Device time of the alarm's record, ms since 1970 UTC: the time of the event. */
  readonly occurredMs: number;
}

/** An image, audio or video file that a device sent unrequested, or for an alarm. */
export interface DeviceMediaItem {
  readonly trackerId: number;
  readonly customerId: number;
  readonly vehicleId: number;
  /** Camera channel from 1; 0x64 and 0x65 are driver assistance and driver monitoring. */
  readonly channel: number;
  /** `data`: the record of the vehicle's state around an alarm. */
  readonly kind: 'picture' | 'sound' | 'video' | 'data';
  /** The type declared by the device; the store detects it from the content. */
  readonly mediaType: string;
  readonly takenAtMs: number;
  /** The reason; `order` is a command of ours whose response is no longer awaited. */
  readonly cause: 'order' | 'timer' | 'alarm' | 'other';
  /** Null for a file without an alarm. */
  readonly alarm: AlarmOfMedia | null;
  /** Identical for a repeat of the same file, 64 hexadecimal digits, to store it once. */
  readonly key: string;
  readonly sizeBytes: number;
  /** The bytes, from the start at every call. */
  open(): Readable;
}

/** Stores files of devices; idempotent by `key`. Throws on failure. */
export type KeepDeviceMedia = (item: DeviceMediaItem) => Promise<void>;

/** Passes files from the gateway, which receives them, to the module that stores them. */
export interface DeviceMedia {
  /**
   * Passes a file on; resolves once it is stored. Only then may the device get its confirmation.
   *
   * @throws if it was not stored: the device must send it again
   */
  receive(item: DeviceMediaItem): Promise<void>;
  /** Registers the receiver of all files; called once, when the server starts. */
  keepWith(keep: KeepDeviceMedia): void;
}

/** Within one process; a process with a gateway also has the receiver. */
export function createDeviceMedia(): DeviceMedia {
  let keeper: KeepDeviceMedia | null = null;
  return {
    receive: async (item) => {
      if (keeper === null) throw new InternalError('device_media.not_stored_here');
      await keeper(item);
    },
    keepWith: (keep) => {
      keeper = keep;
    },
  };
}
