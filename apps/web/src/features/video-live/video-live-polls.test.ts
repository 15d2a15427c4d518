/// <reference types="node" />
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pollInTurn } from './poll-in-turn.ts';

/** A real server that responds with a delay and counts concurrent requests. */
let server: Server;
let address: string;
let asked: number[];
let atOnce: number;
let mostAtOnce: number;
let status: number;

beforeEach(async () => {
  asked = [];
  atOnce = 0;
  mostAtOnce = 0;
  status = 200;
  server = createServer((_request, response) => {
    asked.push(Date.now());
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    setTimeout(() => {
      atOnce -= 1;
      response.writeHead(status).end('[]');
    }, 60);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const ask = (signal: AbortSignal): Promise<unknown> =>
  new Promise((done, fail) => {
    get(address, { signal }, (response) => {
      response.resume();
      if (response.statusCode === 200) done([]);
      else fail(new Error(String(response.statusCode)));
    }).on('error', fail);
  });

describe('polls against a server', () => {
  it('[F-12] are sequential: the interval counts from the response, never two at once', async () => {
    const answered: number[] = [];
    const stop = pollInTurn({
      ask,
      pause: { afterAnswerMs: 100 },
      onAnswer: () => answered.push(Date.now()),
      onFailure: () => expect.unreachable(),
    });
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(3), { timeout: 20_000 });
    stop();
    expect(mostAtOnce).toBe(1);
    for (const [index, time] of answered.slice(0, 3).entries()) {
      // A timer may end a millisecond early by the other clock.
      expect((asked[index + 1] ?? 0) - time).toBeGreaterThanOrEqual(95);
    }
  });

  it('[F-13] [F-15] stop polling and abort the pending request', async () => {
    const onAnswer = vi.fn();
    const stop = pollInTurn({
      ask,
      pause: { afterAnswerMs: 20 },
      onAnswer,
      onFailure: () => expect.unreachable(),
    });
    await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 20_000 });
    stop();
    await new Promise((done) => setTimeout(done, 200));
    expect(asked).toHaveLength(1);
    expect(onAnswer).not.toHaveBeenCalled();
  });

  it('[F-30] [F-31] report an error as the first or a later one, and continue', async () => {
    status = 503;
    const failures: boolean[] = [];
    const stop = pollInTurn({
      ask,
      pause: { afterAnswerMs: 20 },
      onAnswer: () => {
        status = 503;
      },
      onFailure: (isFirst) => {
        failures.push(isFirst);
        if (isFirst) status = 200;
      },
    });
    await vi.waitFor(() => expect(failures).toEqual([true, false]), { timeout: 20_000 });
    stop();
  });
});

describe('the pace', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('[F-18] from request to request: ten seconds, regardless of the response time', async () => {
    const times: number[] = [];
    const stop = pollInTurn({
      ask: async () => {
        times.push(Date.now());
        await new Promise((done) => setTimeout(done, 3000));
      },
      pause: { everyMs: 10_000 },
      onAnswer: () => undefined,
      onFailure: () => undefined,
    });
    await vi.advanceTimersByTimeAsync(30_000);
    stop();
    const first = times[0] ?? 0;
    expect(times.map((time) => time - first)).toEqual([0, 10_000, 20_000, 30_000]);
  });
});
