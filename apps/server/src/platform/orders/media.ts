import type { Readable } from 'node:stream';

/** The alarm that a file proves. */
export interface AlarmOfMedia {
  /** Event code (device-protocols, section 10). */
  readonly eventCode: number;
  /** Device time of the record that carried the alarm, ms since 1970 UTC: the event's own moment. */
  readonly occurredMs: number;
}

/** A picture, sound or video that a device sent by itself, or for an alarm. */
export interface DeviceMediaItem {
  readonly trackerId: number;
  readonly customerId: number;
  readonly vehicleId: number;
  /** Camera channel from 1; 0x64 and 0x65 are those of driver assistance and driver monitoring. */
  readonly channel: number;
  /** `data`: the record of the vehicle's state around an alarm. */
  readonly kind: 'picture' | 'sound' | 'video' | 'data';
  /** What the device says it is; the store decides by the content. */
  readonly mediaType: string;
  readonly takenAtMs: number;
  /** Why it was made: `order` is one of ours that nobody waits for any more. */
  readonly cause: 'order' | 'timer' | 'alarm' | 'other';
  /** Null for what belongs to no alarm. */
  readonly alarm: AlarmOfMedia | null;
  /** The same for a repeat of the same file, 64 hexadecimal digits: to keep it once. */
  readonly key: string;
  readonly sizeBytes: number;
  /** The bytes, from the start at every call. */
  open(): Readable;
}

/** Who keeps what devices send; idempotent by `key`. Throws where it could not. */
export type KeepDeviceMedia = (item: DeviceMediaItem) => Promise<void>;

/** Between the gateway, which receives files, and the module that keeps them. */
export interface DeviceMedia {
  /**
   * Hands a file over; resolves when it is kept, and only then may the device be told so.
   *
   * @throws where it was not kept: the device shall send it again
   */
  receive(item: DeviceMediaItem): Promise<void>;
  /** Makes one receiver keep everything; called once, when the server starts. */
  keepWith(keep: KeepDeviceMedia): void;
}

/** The hand-over within one process; a process that has a gateway also has the keeper. */
export function createDeviceMedia(): DeviceMedia {
  let keeper: KeepDeviceMedia | null = null;
  return {
    receive: async (item) => {
      if (keeper === null) throw new Error('nobody keeps files of devices here');
      await keeper(item);
    },
    keepWith: (keep) => {
      keeper = keep;
    },
  };
}
