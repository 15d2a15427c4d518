import { connect, type Socket } from 'node:net';
import { encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';

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
}

/** Percentile of sorted values. */
export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Devices that send frames and wait for their acknowledgements, for some seconds. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  let records = 0;
  let sequence = 0;
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
  const endMs = startedMs + load.durationS * 1000;
  await Promise.all(
    ready.map(
      (socket, device) =>
        new Promise<void>((done) => {
          let sentMs = 0;
          const send = () => {
            const frame = Array.from({ length: load.recordsPerFrame }, () => {
              sequence += 1;
              return {
                timeMs: load.startMs + sequence * 7,
                latitudeDeg: 52 + (sequence % 1000) / 1e4,
                longitudeDeg: -1,
                speedKmh: sequence % 90,
                io: [
                  { id: 239, width: 1 as const, value: 1 },
                  { id: 66, width: 2 as const, value: 13_800 },
                  { id: 16, width: 4 as const, value: sequence },
                ],
              };
            });
            sentMs = performance.now();
            socket.write(encodeTeltonikaPacket(frame));
          };
          socket.on('data', () => {
            const nowMs = performance.now();
            latencies.push(nowMs - sentMs);
            records += load.recordsPerFrame;
            if (nowMs >= endMs) return done();
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
