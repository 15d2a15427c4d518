import { connect, type Socket } from 'node:net';
import { encodeJt1078Frame } from '@roadworthy/protocols';
import type { CameraFaults } from './faults.ts';
import type { Footage } from './film.ts';

/** Bytes that may wait for the network: then pictures are left out up to the next key frame. */
const MAX_WAITING_BYTES = 512 * 1024;
/** Every so many packets, where faults want it. */
const SWAP_EVERY = 40;
const RUBBISH_EVERY = 25;
const STALL_EVERY_TIMES = 3;

/** A connection on which a channel's pictures and sound go out as JT/T 1078 packets. */
export class MediaLink {
  readonly #socket: Socket;
  readonly #openedMs = Date.now();
  #sequence = 0;
  #count = 0;
  #heldPacket: Buffer | null = null;
  #lastKeyMs: number | null = null;
  #lastPictureMs: number | null = null;
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
    const packets = this.#packets(footage);
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

  #packets(footage: Footage): Buffer[] {
    const { sim, channel } = this.options;
    const { timeMs, data: body } = footage;
    const common = { sim, channel, timestampMs: timeMs, body };
    const packets =
      footage.kind === 'sound'
        ? encodeJt1078Frame({ ...common, coding: 'g711a', type: 'sound' }, this.#sequence)
        : encodeJt1078Frame(
            {
              ...common,
              coding: 'h264',
              type: footage.isKeyFrame ? 'iFrame' : 'pFrame',
              lastIFrameIntervalMs: timeMs - (this.#lastKeyMs ?? timeMs),
              lastFrameIntervalMs: timeMs - (this.#lastPictureMs ?? timeMs),
            },
            this.#sequence,
          );
    if (footage.kind === 'picture') {
      this.#lastPictureMs = timeMs;
      if (footage.isKeyFrame) this.#lastKeyMs = timeMs;
    }
    this.#sequence = (this.#sequence + packets.length) & 0xffff;
    return packets;
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
