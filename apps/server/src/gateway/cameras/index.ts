import type { DeviceMessage, DeviceRecord } from '@roadworthy/protocols';
import type { Services } from '../../platform/services.ts';
import type { KnownDevice } from '../intake.ts';
import type { GatewayMetrics } from '../metrics.ts';
import { type CommandLink, CommandSender } from './command-sender.ts';
import { mediaItem } from './device-media.ts';
import { Evidence } from './evidence.ts';

export { AttachmentListener } from './attachment-listener.ts';
export type { CommandLink } from './command-sender.ts';

/** A message from a camera device. */
export type CameraMessage = Extract<DeviceMessage, { kind: 'camera' }>;

/** Images of all devices that are being stored now, each of at most 1 MiB. */
const MAX_KEEPING = 64;

export interface DeviceCamerasParts
  extends Pick<Services, 'config' | 'bus' | 'log' | 'deviceCommands' | 'deviceMedia'> {
  readonly metrics: GatewayMetrics;
  readonly linkOf: (trackerId: number) => CommandLink | undefined;
  readonly attachmentsPort: () => number;
}

/** Camera support of the gateway: sends commands, receives answers, images and alarm files. */
export class DeviceCameras {
  readonly #sender: CommandSender;
  readonly #evidence: Evidence;
  readonly #leave: () => void;
  #keeping = 0;

  constructor(private readonly parts: DeviceCamerasParts) {
    const { config, linkOf, attachmentsPort, deviceCommands } = parts;
    this.#sender = new CommandSender(linkOf, config.video.host, (kind, state) =>
      parts.metrics.orders.inc({ kind, state }),
    );
    const secret = config.sessionSecret;
    this.#evidence = new Evidence({ deviceCommands: this.#sender, secret, port: attachmentsPort });
    this.#leave = deviceCommands.serve(this.#sender);
  }

  /** A device that may have cameras is now connected. */
  connected(trackerId: number): void {
    this.parts.bus.publish('cameras.connected', { trackerId });
  }

  disconnected(trackerId: number): void {
    this.#sender.disconnected(trackerId);
  }

  /**
   * Handles a camera message. Returns at once, because the records behind it must not wait.
   *
   * @param answer sends the reply to the device
   */
  heard(device: KnownDevice, { cameraMessage, place }: CameraMessage, answer: () => void): void {
    if (cameraMessage.kind === 'uploaded') {
      const { serial, result } = cameraMessage;
      const isDone = result === 0;
      this.parts.bus.publish('cameras.uploaded', { trackerId: device.trackerId, serial, isDone });
    }
    const isOrdered = this.#sender.heard(device.trackerId, cameraMessage);
    if (isOrdered || cameraMessage.kind !== 'media') {
      answer();
      return;
    }
    // Without a reply the device sends it again later.
    if (this.#keeping >= MAX_KEEPING) return;
    this.#keeping += 1;
    void this.parts.deviceMedia
      .receive(mediaItem(device, cameraMessage, place, Date.now()))
      .then(answer)
      .catch((error) => this.parts.log.warn({ err: error }, 'storing a device image failed'))
      .finally(() => {
        this.#keeping -= 1;
      });
  }

  /** Finds alarms that have files, in committed records. */
  stored(device: KnownDevice, records: readonly DeviceRecord[]): void {
    this.#evidence.look(device.trackerId, records);
  }

  close(): void {
    this.#leave();
    this.#evidence.close();
    this.#sender.close();
  }
}
