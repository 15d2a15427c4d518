import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';
import { TestEventStream } from '../apps/server/test/event-stream.ts';
import { withApiServer } from './api-server.ts';
import { type BenchRow, row } from './track.ts';
import { makeBenchFleet } from './track-fleet.ts';

const VEHICLES = 50;
const FRAMES_EACH = 20;
/** Frames of each vehicle before those that count. */
const WARM_UPS = 3;
const EVERY_MS = 1000;
const LIMIT_MS = { p50: 5, p99: 20 } as const;
const SETTLE_MS = 2000;
/** A frame whose message has not come by then counts as this long. */
const GIVE_UP_MS = 5000;
export const FIRST_IMEI = 350_000_000_000_001;
const STEP_DEG = 0.001;

/** A device that is signed in. */
export async function device(port: number, imei: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.write(encodeTeltonikaLogin(imei));
  await new Promise((done, failed) => {
    socket.once('data', done);
    socket.once('error', failed);
  });
  // Acknowledgements are taken and not looked at.
  socket.on('data', () => undefined);
  socket.on('error', () => undefined);
  return socket;
}

export function frame(latitudeDeg: number): Buffer {
  return encodeTeltonikaPacket([
    {
      timeMs: Date.now(),
      latitudeDeg,
      longitudeDeg: -1.4,
      altitudeM: 100,
      angleDeg: 0,
      satellites: 9,
      speedKmh: 50,
      io: [{ id: 239, width: 1, value: 1 }],
    },
  ]);
}

/** The place of a vehicle's frame, another for each, so that its message is known again. */
const placeOf = (n: number) => Number((52 + n * STEP_DEG).toFixed(6));

/** When each frame was written and when its message came, by vehicle and place. */
class Times {
  readonly #sentMs = new Map<string, number>();
  readonly #tookMs: number[] = [];

  sent(vehicle: number, latitudeDeg: number): void {
    this.#sentMs.set(`${vehicle} ${latitudeDeg}`, performance.now());
  }

  came(vehicle: number, latitudeDeg: number, atMs: number): void {
    const key = `${vehicle} ${latitudeDeg}`;
    const sentMs = this.#sentMs.get(key);
    if (sentMs === undefined) return;
    this.#sentMs.delete(key);
    this.#tookMs.push(atMs - sentMs);
  }

  /** Sorted, ms; frames without a message last. */
  get all(): number[] {
    const missing = Array.from(this.#sentMs, () => GIVE_UP_MS);
    return [...this.#tookMs.sort((a, b) => a - b), ...missing];
  }
}

async function drive(socket: Socket, vehicle: number, times: Times): Promise<void> {
  // Spread over the second, as real devices are.
  await sleep((vehicle * EVERY_MS) / VEHICLES);
  const startMs = performance.now();
  for (let n = 0; n < WARM_UPS + FRAMES_EACH; n += 1) {
    const latitudeDeg = placeOf(n);
    if (n >= WARM_UPS) times.sent(vehicle, latitudeDeg);
    socket.write(frame(latitudeDeg));
    await sleep(Math.max(0, startMs + (n + 1) * EVERY_MS - performance.now()));
  }
}

/**
 * From the bytes of a frame on a device's socket to its message on a viewer's live stream, of 50
 * vehicles at 1 Hz: gateway, durable commit, bus and stream in one process, as the product runs.
 */
export async function benchLiveMessage(): Promise<BenchRow[]> {
  return withApiServer(
    async ({ pool, url, teltonikaPort, issue }) => {
      const { userId } = await makeBenchFleet(pool, VEHICLES);
      const headers = { authorization: `Bearer ${await issue(userId)}` };
      const stream = await TestEventStream.open(`${url}/api/track/live/`, headers);
      const times = new Times();
      const ids = Array.from({ length: VEHICLES }, (_, n) => n + 1);
      const sockets = await Promise.all(
        ids.map((id) => device(teltonikaPort, String(FIRST_IMEI + id - 1))),
      );
      await Promise.all(sockets.map((socket, n) => drive(socket, n + 1, times)));
      await sleep(SETTLE_MS);
      for (const { data, atMs } of stream.events) {
        for (const { id, lat } of JSON.parse(data)) times.came(id, lat, atMs);
      }
      for (const socket of sockets) socket.destroy();
      stream.close();
      const { all } = times;
      const at = (share: number) => all[Math.floor(all.length * share)] ?? GIVE_UP_MS;
      const what = `frame to live-stream message, ${VEHICLES} vehicles at 1 Hz, ${all.length} frames`;
      return [
        row(`${what}, p50`, at(0.5), 'ms', LIMIT_MS.p50),
        row(`${what}, p99`, at(0.99), 'ms', LIMIT_MS.p99),
      ];
    },
    { webRoot: null, pace: {}, isDurable: true },
  );
}
