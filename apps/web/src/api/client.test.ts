import { contract, type Endpoint } from '@roadworthy/contract';
import { LINE_SCHEMAS } from '@roadworthy/contract/browser';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storage } from '../session/storage.ts';
import { testUser } from '../test-user.ts';
import { type ApiError, addressOf, api, onServerError } from './client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function answerWith(status: number, body: unknown): { asked: [string, RequestInit][] } {
  const asked: [string, RequestInit][] = [];
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    asked.push([url, options]);
    return new Response(JSON.stringify(body), { status, statusText: 'Said' });
  });
  return { asked };
}

describe('calls', () => {
  it('[R-008] null parameters are omitted, lists are repeated', () =>
    expect(
      addressOf('/api/user/{id}/', {
        params: { id: 7 },
        query: { a: null, b: undefined, c: [1, 2], d: '' },
      }),
    ).toBe('/api/user/7/?c=1&c=2'));

  it('[R-001] send the access token as bearer token', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
    document.cookie = 'access-token=the-token; Path=/';
    const { asked } = answerWith(200, []);
    await api.signIn.languages();
    expect(new Headers(asked[0]?.[1].headers).get('Authorization')).toBe('Bearer the-token');
  });

  it('[B-22] [T-01] a 401 removes the stored user and fails with "Unauthorized"', async () => {
    storage.currentUser.set(testUser());
    answerWith(401, { detail: 'Unauthorized' });
    await expect(api.signIn.currentUser()).rejects.toThrow('Unauthorized');
    expect(storage.currentUser.get()).toBeNull();
  });

  it('[T-02] a 500 opens the dialog, unless the caller disables it', async () => {
    const shown: ApiError[] = [];
    onServerError((error) => shown.push(error));
    answerWith(500, { detail: 'broken' });
    await expect(api.tracking.track()).rejects.toThrow('broken');
    expect(shown).toHaveLength(1);
    await expect(api.tracking.track({ quiet: true })).rejects.toThrow();
    expect(shown).toHaveLength(1);
  });

  it('[M-07] the expanded track group never opens it', async () => {
    const shown: ApiError[] = [];
    onServerError((error) => shown.push(error));
    answerWith(500, { detail: 'broken' });
    await expect(api.tracking.trackGroup({ query: { group_id: 1 } })).rejects.toThrow();
    expect(shown).toHaveLength(0);
  });

  it('[T-03] [T-P01] other errors are thrown to the caller with their fields', async () => {
    answerWith(400, { detail: 'Field(s) are invalid', errors: { end: ['too late'] } });
    await expect(
      api.trace.trace({ query: { vehicle: 1, start: '', end: '' } }),
    ).rejects.toMatchObject({ status: 400, body: { errors: { end: ['too late'] } } });
  });

  it('[T-07] a network failure throws "Network response was not OK"', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
    await expect(api.signIn.currentUser()).rejects.toThrow('Network response was not OK');
  });
});

describe('a call that returns lines', () => {
  const range = { start: '2026-06-01', end: '2026-06-07' };
  const line = (id: number) => {
    const totals = { trips: 0, distance: 0, driving_time: 0, idle_time: 0 };
    const vehicle = { id, registration: `Ä${id}` };
    return { vehicle, count: 0, results: [], private_use: [], totals };
  };

  /** Answers with a body that the test writes, and records whether its reader has cancelled it. */
  function answerInParts() {
    const state = { isCancelled: false, asked: '' };
    let body: ReadableStreamDefaultController<Uint8Array> | undefined;
    vi.stubGlobal('fetch', async (url: string) => {
      state.asked = url;
      return new Response(
        new ReadableStream<Uint8Array>({
          start: (controller) => {
            body = controller;
          },
          cancel: () => {
            state.isCancelled = true;
          },
        }),
      );
    });
    return {
      state,
      send: (part: Uint8Array | string) =>
        body?.enqueue(typeof part === 'string' ? new TextEncoder().encode(part) : part),
      end: () => body?.close(),
      fail: () => body?.error(new TypeError('network error')),
    };
  }

  const listMany = () => api.trips.listMany({ query: { vehicle: [1, 2], ...range } });

  it('[M-P07] returns each line when it is complete, wherever the network splits it', async () => {
    const server = answerInParts();
    const lines = listMany();
    const first = lines.next();
    await vi.waitFor(() => expect(server.state.asked).not.toBe(''));
    expect(server.state.asked).toBe(
      '/api/vehicles/trips/?vehicle=1&vehicle=2&start=2026-06-01&end=2026-06-07',
    );
    const bytes = new TextEncoder().encode(
      `${JSON.stringify(line(1))}\n${JSON.stringify(line(2))}`,
    );
    // Split within the two bytes of the first letter of the registration.
    const cut = bytes.indexOf(0xc3) + 1;
    server.send(bytes.slice(0, cut));
    server.send(bytes.slice(cut));
    expect((await first).value).toEqual(contract.trips.listMany.line.parse(line(1)));
    const second = lines.next();
    server.send('\n');
    expect((await second).value).toEqual(line(2));
    server.end();
    expect((await lines.next()).done).toBe(true);
  });

  it('[M-P07] cancels the answer when its reader stops', async () => {
    const server = answerInParts();
    const lines = listMany();
    const first = lines.next();
    await vi.waitFor(() => expect(server.state.asked).not.toBe(''));
    server.send(`${JSON.stringify(line(1))}\n`);
    await first;
    await lines.return();
    expect(server.state.isCancelled).toBe(true);
  });

  it('[T-07] fails if the answer is cut off, between lines or within one', async () => {
    for (const breaks of ['fail', 'end'] as const) {
      const server = answerInParts();
      const lines = listMany();
      const first = lines.next();
      await vi.waitFor(() => expect(server.state.asked).not.toBe(''));
      server.send(`${JSON.stringify(line(1))}\n{"vehicle":`);
      expect((await first).value).toEqual(line(1));
      const second = lines.next();
      server[breaks]();
      await expect(second).rejects.toThrow('Network response was not OK');
    }
  });

  it('[M-P07] fails at a line that does not match the contract', async () => {
    const { results: _, ...withoutTrips } = line(2);
    const failed = {
      vehicle: { id: 3, registration: null },
      error: { detail: 'No.', code: 'x.y' },
    };
    for (const wrong of [withoutTrips, { ...line(2), count: '0' }, [], null]) {
      const server = answerInParts();
      const lines = listMany();
      const first = lines.next();
      await vi.waitFor(() => expect(server.state.asked).not.toBe(''));
      for (const value of [line(1), failed, wrong]) server.send(`${JSON.stringify(value)}\n`);
      expect((await first).value).toEqual(line(1));
      expect((await lines.next()).value).toEqual(failed);
      await expect(lines.next()).rejects.toThrow('Network response was not OK');
      expect(server.state.isCancelled).toBe(true);
    }
  });

  it('[M-P07] checks the lines of every call that returns them', () => {
    const calls = Object.values(contract).flatMap((module) =>
      Object.values<Endpoint>(module).filter(({ raw }) => raw === 'ndjson'),
    );
    expect(calls.map(({ path }) => path)).toEqual(Object.keys(LINE_SCHEMAS));
    for (const { path, line: schema } of calls) expect(LINE_SCHEMAS[path]).toBe(schema);
  });

  it('[T-03] fails before the first line if the server rejects the call', async () => {
    answerWith(400, { detail: 'Choose at most 31 days.' });
    await expect(listMany().next()).rejects.toThrow('Choose at most 31 days.');
  });
});
