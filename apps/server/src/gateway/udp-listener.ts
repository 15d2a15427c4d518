import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { decodeTeltonikaDatagram } from '@roadworthy/protocols';
import type { Log } from '../platform/log/index.ts';
import type { ClockOffsets } from './clock-offsets.ts';
import type { ConnectionLog } from './connection-log.ts';
import { type FailedArrivals, FIRST_BYTES } from './failed-arrivals.ts';
import type { Intake } from './intake.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { RawFrames } from './raw-frames.ts';

/** Maximum datagrams in progress: nothing else limits a sender that does not wait for replies. */
const MAX_AT_ONCE = 5000;

/** Teltonika devices that send datagrams: each is answered once its records are committed. */
export class UdpListener {
  readonly #socket: Socket = createSocket('udp4');
  #inHand = 0;

  constructor(
    private readonly options: {
      readonly host: string;
      readonly port: number;
      readonly intake: Intake;
      readonly connections: ConnectionLog;
      readonly failed: FailedArrivals;
      readonly metrics: GatewayMetrics;
      readonly frames: RawFrames;
      readonly clocks: ClockOffsets;
      readonly log: Log;
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
    const { clocks, connections, failed, frames, intake, metrics, log } = this.options;
    const decoded = decodeTeltonikaDatagram(datagram, {
      model: (deviceId) => clocks.modelOf(deviceId),
    });
    if (decoded.kind === 'bad') {
      metrics.badFrames.inc({ protocol: 'teltonika', reason: decoded.reason });
      failed.notUnderstood('teltonika', peer.address, datagram.subarray(0, FIRST_BYTES));
      return;
    }
    // Dropped without a reply; the device sends it again.
    if (intake.isFull || this.#inHand >= MAX_AT_ONCE) {
      metrics.busy.inc({ protocol: 'teltonika' });
      return;
    }
    this.#inHand += 1;
    try {
      const device = await intake.recognise('teltonika', [decoded.deviceId], peer.address);
      if (typeof device === 'string') return;
      connections.heard(device, 'teltonika', peer.address);
      const open = await intake.accept('teltonika', device, decoded.records);
      if (open.length === decoded.records.length) {
        const kind = 'datagram';
        frames.note(device, 'teltonika', { bytes: datagram, kind, understood: true, offsetMin: 0 });
      }
      this.#socket.send(decoded.stored, peer.port, peer.address);
    } catch (error) {
      log.debug({ err: error }, 'storing records of a datagram failed');
    } finally {
      this.#inHand -= 1;
    }
  }
}
