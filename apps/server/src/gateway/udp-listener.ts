import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import type { CodecProtocol } from '@roadworthy/domain';
import type { DatagramCodec, DeviceMessage } from '@roadworthy/protocols';
import type { ClockOffsets } from './clock-offsets.ts';
import { FIRST_BYTES } from './failed-arrivals.ts';
import type { KnownDevice } from './intake.ts';
import type { ListenerOptions } from './listener-options.ts';

/** Maximum datagrams in progress: nothing else limits a sender that does not wait for replies. */
const MAX_AT_ONCE = 5000;

type Content = Exclude<DeviceMessage, { kind: 'bad' | 'login' }>;

/** Devices that send datagrams: each is answered once its records are committed. */
export class UdpListener {
  readonly #socket: Socket = createSocket('udp4');
  #inHand = 0;

  constructor(
    private readonly options: ListenerOptions & {
      readonly protocol: CodecProtocol;
      readonly codec: DatagramCodec;
      readonly clocks: ClockOffsets;
    },
  ) {
    this.#socket.on('message', (datagram, peer) => void this.#take(datagram, peer));
    this.#socket.on('error', (error) => options.log.warn({ err: error }, 'datagram socket'));
  }

  /** Starts to listen. Returns the port. */
  async listen(): Promise<number> {
    const { host, port } = this.options;
    await new Promise<void>((done, failed) => {
      this.#socket.once('error', failed);
      this.#socket.bind(port, host, () => {
        this.#socket.off('error', failed);
        done();
      });
    });
    return this.#socket.address().port;
  }

  async close(): Promise<void> {
    await new Promise<void>((done) => this.#socket.close(() => done()));
  }

  async #take(datagram: Buffer, peer: RemoteInfo): Promise<void> {
    const { clocks, codec, intake, metrics, log, protocol } = this.options;
    const messages = codec.decode(datagram, {
      clockOffsetMin: (deviceId) => clocks.of(deviceId),
      model: (deviceId) => clocks.modelOf(deviceId),
      nowMs: () => Date.now(),
    });
    // Dropped without a reply; the device sends it again.
    if (intake.isFull || this.#inHand >= MAX_AT_ONCE) {
      metrics.busy.inc({ protocol });
      return;
    }
    this.#inHand += 1;
    try {
      await this.#handleAll(messages, datagram, peer);
    } catch (error) {
      log.debug({ err: error }, 'storing records of a datagram failed');
    } finally {
      this.#inHand -= 1;
    }
  }

  /** Handles the messages of a datagram in sequence, up to a bad frame or an unknown device. */
  async #handleAll(
    messages: readonly DeviceMessage[],
    datagram: Buffer,
    peer: RemoteInfo,
  ): Promise<void> {
    const { connections, failed, intake, metrics, protocol } = this.options;
    let device: KnownDevice | null = null;
    for (const message of messages) {
      if (message.kind === 'bad') {
        metrics.badFrames.inc({ protocol, reason: message.reason });
        failed.notUnderstood(protocol, peer.address, datagram.subarray(0, FIRST_BYTES));
        return;
      }
      if (message.kind === 'login') {
        const numbers = [message.deviceId, ...(message.alsoKnownAs ?? [])];
        const found = await intake.recognise(protocol, numbers, peer.address);
        if (typeof found === 'string') return;
        device = found;
        connections.heard(device, protocol, peer.address);
        this.#send(message.accepted, peer);
      } else if (device === null) return;
      else this.#send(await this.#answerTo(message, device), peer);
    }
  }

  /** Stores the content of a message. Returns its answer. */
  async #answerTo(message: Content, device: KnownDevice): Promise<Uint8Array | null> {
    const { frames, intake, metrics, protocol } = this.options;
    const { raw } = message;
    const open =
      message.kind === 'records'
        ? (await intake.accept(protocol, device, message.records)).length === message.records.length
        : !intake.isPrivate(device);
    if (raw?.understood === false) metrics.framesNotUnderstood.inc({ protocol });
    if (raw !== undefined && open) {
      // An acknowledged device deletes its record: a frame that was not decoded is stored first.
      if (raw.understood) frames.note(device, protocol, raw);
      else await frames.keep(device, protocol, raw);
    }
    return message.kind === 'records' ? message.stored : message.answer;
  }

  #send(answer: Uint8Array | null, { port, address }: RemoteInfo): void {
    if (answer !== null) this.#socket.send(answer, port, address);
  }
}
