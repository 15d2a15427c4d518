import {
  encodeJt808,
  encodeJt808CameraMessage,
  encodeJt808Heartbeat,
  encodeJt808Packets,
  type Jt808Address,
  type Jt808CameraMessage,
  type Jt808Command,
  type Jt808Message,
  jt808Address,
  readJt808Command,
  readJt808Message,
  unescapeJt808,
} from '@roadworthy/protocols';
import { TestDevice, until } from './device.ts';

/** Terminals without a setting of their own keep the time of Beijing. */
const OFFSET_MIN = 8 * 60;

export interface ReceivedCommand {
  readonly id: number;
  readonly serial: number;
  readonly command: Jt808Command;
}

/** A JT/T 808 camera device on a real socket: hears orders, and says what a test tells it. */
export class CameraDevice {
  readonly address: Jt808Address;
  /** Everything the server sent. */
  readonly messages: Jt808Message[] = [];
  #held = Buffer.alloc(0);
  #serial = 1;
  #read = 0;

  private constructor(
    readonly device: TestDevice,
    number: string,
  ) {
    this.address = jt808Address(number);
    device.socket.on('data', (chunk) => this.#onData(chunk));
  }

  /** Connects, and waits until the server knows who it is. */
  static async connect(port: number, number: string): Promise<CameraDevice> {
    const camera = new CameraDevice(await TestDevice.connect(port), number);
    camera.heartBeat();
    await until(() => camera.messages.length > 0);
    camera.#read = camera.messages.length;
    return camera;
  }

  heartBeat(): void {
    this.device.send(encodeJt808Heartbeat(this.address, this.#serial++));
  }

  /** The next order; answers to what the device sent are passed over. */
  async command<K extends Jt808Command['kind']>(
    kind: K,
  ): Promise<ReceivedCommand & { command: Extract<Jt808Command, { kind: K }> }> {
    let found: ReceivedCommand | null = null;
    await until(() => {
      for (; found === null && this.#read < this.messages.length; this.#read += 1) {
        const message = this.messages[this.#read] as Jt808Message;
        const command = readJt808Command(message, OFFSET_MIN);
        if (command !== null) found = { id: message.id, serial: message.serial, command };
      }
      return found !== null;
    });
    const { command } = found as unknown as ReceivedCommand;
    if (command.kind !== kind) throw new Error(`${command.kind} came instead of ${kind}`);
    return found as never;
  }

  /** The next order of a kind that is here already, others passed over; null without one. */
  next(kind: Jt808Command['kind']): ReceivedCommand | null {
    for (; this.#read < this.messages.length; this.#read += 1) {
      const { id, serial, body } = this.messages[this.#read] as Jt808Message;
      const command = readJt808Command({ id, body }, OFFSET_MIN);
      if (command?.kind !== kind) continue;
      this.#read += 1;
      return { id, serial, command };
    }
    return null;
  }

  /** Says something; in packets where it is long. */
  say(cameraMessage: Jt808CameraMessage, more: { readonly leaveOut?: number } = {}): void {
    const { id, body } = encodeJt808CameraMessage(cameraMessage, OFFSET_MIN);
    const packets = encodeJt808Packets(id, this.address, this.#serial, body);
    this.#serial += packets.length;
    packets.forEach((packet, index) => {
      if (index !== more.leaveOut) this.device.send(packet);
    });
  }

  /** The general answer to an order. */
  answer({ id, serial }: { id: number; serial: number }, result = 0): void {
    this.say({ kind: 'result', serial, commandId: id, result });
  }

  /** Sends a message with this body. */
  sendBody(id: number, body: Uint8Array): void {
    this.device.send(encodeJt808(id, this.address, this.#serial++, body));
  }

  send(bytes: Uint8Array): void {
    this.device.send(bytes);
  }

  end(): void {
    this.device.end();
  }

  #onData(chunk: Buffer): void {
    this.#held = Buffer.concat([this.#held, chunk]);
    for (;;) {
      const start = this.#held.indexOf(0x7e);
      const end = this.#held.indexOf(0x7e, start + 1);
      if (start < 0 || end < 0) return;
      const plain = unescapeJt808(this.#held.subarray(start + 1, end));
      this.#held = this.#held.subarray(end + 1);
      const message = plain === null ? 'checksum' : readJt808Message(plain);
      if (typeof message !== 'string')
        this.messages.push({ ...message, body: Buffer.from(message.body) });
    }
  }
}
