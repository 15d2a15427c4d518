import { connect, type Socket } from 'node:net';
import type { Footage } from './channel-video.ts';
import type { CameraFaults } from './faults.ts';
import { PacketWriter } from './packet-writer.ts';

/** Maximum bytes queued for the network; beyond it, frames are dropped until the next key frame. */
const MAX_WAITING_BYTES = 512 * 1024;
/** Every so many packets, where faults want it. */
const SWAP_EVERY = 40;
const RUBBISH_EVERY = 25;
const STALL_EVERY_TIMES = 3;

/** A connection that sends a channel's video and audio as JT/T 1078 packets. */
export class MediaLink {
  readonly #socket: Socket;
  readonly #openedMs = Date.now();
  readonly #writer: PacketWriter;
  #count = 0;
  #heldPacket: Buffer | null = null;
  #awaitsKeyFrame = false;

  constructor(
    private readonly options: {
      readonly host: string;
      readonly port: number;
      readonly sim: Buffer;
      readonly channel: number;
      readonly faults: () => CameraFaults;
      readonly onClose: () => void;
    },
  ) {
    this.#writer = new PacketWriter(options.sim, options.channel);
    this.#socket = connect(options.port, options.host);
    this.#socket.setNoDelay(true);
    this.#socket.on('error', () => undefined);
    this.#socket.on('data', () => undefined);
    this.#socket.once('close', options.onClose);
  }

  send(footage: Footage): void {
    const faults = this.options.faults();
    const openS = (Date.now() - this.#openedMs) / 1000;
    if (faults.dropLinkAfterS !== undefined && openS > faults.dropLinkAfterS) {
      this.close();
      return;
    }
    if (this.#isLeftOut(footage)) return;
    const packets = this.#writer.packets(footage);
    if (isStalled(faults, openS)) return;
    for (const packet of packets) this.#write(packet, faults);
  }

  close(): void {
    this.#socket.destroy();
  }

  #isLeftOut(footage: Footage): boolean {
    if (footage.kind === 'sound') return this.#awaitsKeyFrame;
    if (this.#socket.writableLength > MAX_WAITING_BYTES) this.#awaitsKeyFrame = true;
    else if (footage.isKeyFrame) this.#awaitsKeyFrame = false;
    return this.#awaitsKeyFrame;
  }

  #write(packet: Buffer, faults: CameraFaults): void {
    this.#count += 1;
    if (faults.rubbish === true && this.#count % RUBBISH_EVERY === 0) {
      this.#socket.write(Buffer.from('30316364ffee0030310081303163', 'hex'));
    }
    if (Math.random() * 100 < (faults.lossPercent ?? 0)) return;
    if (faults.wrongSequence === true && this.#count % SWAP_EVERY === 0) {
      this.#heldPacket = packet;
      return;
    }
    this.#socket.write(packet);
    if (this.#heldPacket !== null) this.#socket.write(this.#heldPacket);
    this.#heldPacket = null;
  }
}

function isStalled({ stallS, stallEveryS }: CameraFaults, openS: number): boolean {
  if (stallS === undefined || stallS === 0) return false;
  const everyS = Math.max(stallEveryS ?? stallS * STALL_EVERY_TIMES, stallS + 1);
  return openS % everyS > everyS - stallS;
}
