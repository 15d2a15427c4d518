import { setTimeout as sleep } from 'node:timers/promises';
import { contract, type Endpoint } from '@roadworthy/contract';
import { TestEventStream } from '../apps/server/test/event-stream.ts';
import { withApiServer } from './api-server.ts';
import { device, FIRST_IMEI, frame } from './live-message.ts';
import { type BenchRow, row } from './track.ts';
import { makeBenchFleet } from './track-fleet.ts';

const VEHICLES = 50;
const STREAMS = 50;
const MEASURED_S = 60;
const WARM_UP_S = 3;
const EVERY_MS = 1000;
const GAP_LIMIT_MS = 1000;
/** Requests per minute of session calls without a limit, equal to the strictest of them. */
const UNLIMITED_PER_MINUTE = 120;
/** Session cookies that a person without an account can send. */
const GARBAGE = { cookie: 'refresh-token=garbage; access-token=garbage; sign-on=garbage' };

/** Public calls with their maximum requests per minute and address. */
function publicCalls(): { readonly call: Endpoint; readonly perMinute: number }[] {
  return Object.values(contract).flatMap((module) =>
    Object.values(module as Record<string, Endpoint>).flatMap((call) => {
      if (call.access.kind !== 'public' || call.raw === 'event-stream') return [];
      const isSession = call.path.startsWith('/auth/session/');
      const perMinute = call.ratePerMinute ?? (isSession ? UNLIMITED_PER_MINUTE : 0);
      return perMinute === 0 ? [] : [{ call, perMinute }];
    }),
  );
}

/** Sends requests at the limit of a call, evenly spread. Returns the number of answers. */
async function press(url: string, { call, perMinute }: ReturnType<typeof publicCalls>[number]) {
  const address = url + call.path.replace(/\{\w+\}/g, '1');
  const everyMs = 60_000 / perMinute;
  const startMs = performance.now();
  const asked: Promise<number>[] = [];
  for (let n = 0; n < (perMinute * MEASURED_S) / 60; n += 1) {
    await sleep(Math.max(0, startMs + n * everyMs - performance.now()));
    const request = fetch(address, {
      method: call.method,
      redirect: 'manual',
      headers: {
        ...GARBAGE,
        origin: url,
        ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.method === 'GET' ? {} : { body: '{}' }),
    }).then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    });
    asked.push(request);
  }
  return (await Promise.all(asked)).length;
}

/** The longest time between two messages of a stream, and from the last one to the end. */
function longestGapMs(stream: TestEventStream, fromMs: number, toMs: number): number {
  const inside = stream.events.map(({ atMs }) => atMs).filter((at) => at >= fromMs && at <= toMs);
  const times = [fromMs, ...inside, toMs];
  return Math.max(...times.map((at, n) => at - (times[n - 1] ?? at)));
}

/**
 * 50 live streams of 50 vehicles at 1 Hz, while a person without an account calls each public call at its
 * limit, with garbage session cookies.
 */
export async function benchAnonymousLoad(): Promise<BenchRow[]> {
  return withApiServer(
    async ({ pool, url, teltonikaPort, issue }) => {
      const { userId } = await makeBenchFleet(pool, VEHICLES);
      const { rows: people } = await pool.query<{ id: number }>(
        `insert into users (customer_id, username, email, first_name, last_name, role)
          select 1, 'viewer' || n, 'viewer' || n || '@bench.test', 'Viewer', n::text, 'MANAGER'
          from generate_series(1, $1::int) n returning id`,
        [STREAMS],
      );
      await pool.query(
        `insert into user_modules (user_id, module) select p, m.module
          from unnest($1::int[]) p, user_modules m where m.user_id = $2`,
        [people.map(({ id }) => id), userId],
      );
      const streams = await Promise.all(
        people.map(async ({ id }) =>
          TestEventStream.open(`${url}/api/track/live/`, {
            authorization: `Bearer ${await issue(id)}`,
          }),
        ),
      );
      const refused = streams.filter(({ answer }) => answer.statusCode !== 200).length;
      if (refused > 0) throw new Error(`${refused} streams were refused`);
      let isOver = false;
      const drive = async (n: number) => {
        const socket = await device(teltonikaPort, String(FIRST_IMEI + n));
        await sleep((n * EVERY_MS) / VEHICLES);
        for (let second = 0; !isOver; second += 1) {
          socket.write(frame(Number((52 + second / 1000).toFixed(6))));
          await sleep(EVERY_MS);
        }
        socket.destroy();
      };
      const driven = Promise.all(Array.from({ length: VEHICLES }, (_, n) => drive(n)));
      await sleep(WARM_UP_S * 1000);
      const fromMs = performance.now();
      const asked = await Promise.all(publicCalls().map((one) => press(url, one)));
      const toMs = performance.now();
      isOver = true;
      await driven;
      const ended = streams.filter((stream) => stream.ended).length;
      const gaps = streams.map((stream) => longestGapMs(stream, fromMs, toMs));
      for (const stream of streams) stream.close();
      const requests = asked.reduce((sum, one) => sum + one, 0);
      const what = `${requests} anonymous requests at the limits in ${MEASURED_S} s, ${STREAMS} live streams`;
      return [
        {
          what: `${what}, ended`,
          figure: ended,
          unit: '',
          floor: 0,
          ratio: ended,
          passes: ended === 0,
        },
        row(`${what}, longest delivery gap`, Math.max(...gaps), 'ms', GAP_LIMIT_MS),
      ];
    },
    { webRoot: null, pace: {}, isDurable: true },
  );
}
