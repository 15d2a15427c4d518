import { connect, type Socket } from 'node:net';
import { encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';
import { crc16Arc } from '../packages/protocols/src/bytes/crc16.ts';

/** What a load brought. */
export interface LoadResult {
  /** Records acknowledged. */
  readonly records: number;
  readonly durationS: number;
  /** From the last byte sent to the acknowledgement, ms, sorted. */
  readonly latenciesMs: Float64Array;
}

export interface Load {
  readonly port: number;
  /** Numbers of the devices. */
  readonly numbers: readonly string[];
  readonly recordsPerFrame: number;
  readonly durationS: number;
  /** Frames a second a device; null for the next as soon as the last is acknowledged. */
  readonly framesPerS: number | null;
  readonly startMs: number;
  /** The next frame of a device (counted from 0), where not those of one vehicle after the other. */
  readonly frameOf?: (device: number) => Buffer;
  /** Frames of each device, however long they take; durationS does not count then. */
  readonly framesEach?: number;
}

/** Percentile of sorted values. */
export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Frames of Codec 8, each with moments of its own. One is encoded, and its moments and places are
 * written over for each that is sent: the load shares the machine with what it measures.
 */
class Frames {
  readonly #frame: Buffer;
  readonly #recordBytes: number;
  #sequence = 0;

  constructor(
    private readonly records: number,
    private readonly startMs: number,
  ) {
    const record = {
      timeMs: startMs,
      latitudeDeg: 52,
      longitudeDeg: -1,
      altitudeM: 100,
      angleDeg: 90,
      satellites: 9,
      speedKmh: 50,
      io: [
        { id: 239, width: 1 as const, value: 1 },
        { id: 66, width: 2 as const, value: 13_800 },
        { id: 16, width: 4 as const, value: 1000 },
      ],
    };
    this.#frame = encodeTeltonikaPacket(Array.from({ length: records }, () => record));
    // Preamble, length, codec and count before the records; count and CRC behind them.
    this.#recordBytes = (this.#frame.length - 10 - 5) / records;
  }

  next(): Buffer {
    const frame = Buffer.from(this.#frame);
    for (let n = 0; n < this.records; n += 1) {
      this.#sequence += 1;
      const at = 10 + n * this.#recordBytes;
      const timeMs = this.startMs + this.#sequence * 7;
      frame.writeUInt32BE(Math.floor(timeMs / 2 ** 32), at);
      frame.writeUInt32BE(timeMs % 2 ** 32, at + 4);
      frame.writeInt32BE(520_000_000 + (this.#sequence % 1000) * 1000, at + 13);
      frame.writeUInt16BE(this.#sequence % 90, at + 22);
    }
    frame.writeUInt32BE(crc16Arc(frame.subarray(8, frame.length - 4)), frame.length - 4);
    return frame;
  }
}

/** Devices that send frames and wait for their acknowledgements, for some seconds. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  let records = 0;
  const frames = new Frames(load.recordsPerFrame, load.startMs);
  const sockets: Socket[] = [];
  const connected = load.numbers.map(
    (number) =>
      new Promise<Socket>((done, failed) => {
        const socket = connect(load.port, '127.0.0.1');
        socket.setNoDelay(true);
        socket.once('error', failed);
        socket.once('connect', () => socket.write(encodeTeltonikaLogin(number)));
        socket.once('data', () => done(socket));
        sockets.push(socket);
      }),
  );
  const ready = await Promise.all(connected);
  const startedMs = performance.now();
  const isTimed = load.framesEach === undefined;
  const endMs = isTimed ? startedMs + load.durationS * 1000 : Number.POSITIVE_INFINITY;
  await Promise.all(
    ready.map(
      (socket, device) =>
        new Promise<void>((done) => {
          let sentMs = 0;
          let framesLeft = load.framesEach ?? Number.POSITIVE_INFINITY;
          const send = () => {
            sentMs = performance.now();
            framesLeft -= 1;
            socket.write(load.frameOf?.(device) ?? frames.next());
          };
          socket.on('data', () => {
            const nowMs = performance.now();
            latencies.push(nowMs - sentMs);
            records += load.recordsPerFrame;
            if (framesLeft <= 0 || nowMs >= endMs) return done();
            if (load.framesPerS === null) return send();
            const nextMs = sentMs + 1000 / load.framesPerS;
            setTimeout(() => (nextMs >= endMs ? done() : send()), Math.max(0, nextMs - nowMs));
          });
          if (load.framesPerS === null) send();
          else setTimeout(send, (device / ready.length) * (1000 / load.framesPerS));
        }),
    ),
  );
  const durationS = (performance.now() - startedMs) / 1000;
  for (const socket of sockets) socket.destroy();
  return { records, durationS, latenciesMs: Float64Array.from(latencies).sort() };
}
