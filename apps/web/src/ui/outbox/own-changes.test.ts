import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInTestUser } from '../../test-access.ts';
import { FATES, type Fate, FatefulCalls, MemoryStore, TABS } from '../../test-outbox.ts';
import { Outbox } from './outbox.ts';
import { OwnChanges } from './own-changes.ts';
import { type OwnChange, ownChangeSender } from './own-changes-sender.ts';

const PAULA = 7;
const QUENTIN = 8;
const RECEIPT = '/api/driver_messages/own/12/receipt/';
const ANSWER = '/api/driver_messages/own/12/replies/';

type Call = readonly [path: string, body: string];

/** A server that stores answers by their keys and keeps the first receipt, as the real one does. */
class KnownServer {
  readonly calls: Call[] = [];
  readonly stored = new Map<string, string>();
  refusal: object | null = null;
  status = 409;
  readonly fetch: FatefulCalls['fetch'];

  constructor(fates: readonly Fate[] = []) {
    this.fetch = new FatefulCalls(fates, (path, init) => this.#answer(path, init)).fetch;
  }

  #answer(path: string, { body, headers }: RequestInit): Response {
    expect(new Headers(headers).get('authorization')).toMatch(/^Bearer head/);
    this.calls.push([path, String(body)]);
    if (this.refusal !== null) {
      return new Response(JSON.stringify(this.refusal), { status: this.status });
    }
    const key = path === ANSWER ? JSON.parse(String(body)).key : `${path}${body}`;
    if (!this.stored.has(key)) this.stored.set(key, path);
    return new Response('{}');
  }
}

const receipt = (confirms = false, userId = PAULA) =>
  ({
    userId,
    call: 'driverMessages.receive',
    id: 12,
    values: confirms ? { confirms } : {},
    key: crypto.randomUUID(),
  }) as const;
const answer = (text: string) => {
  const key = crypto.randomUUID();
  return {
    userId: PAULA,
    call: 'driverMessages.answer',
    id: 12,
    values: { text, key },
    key,
  } as const;
};
const cutOff = async () => {
  throw new TypeError('Failed to fetch');
};
/** The changes of a phone with this store, as a page that has just been opened has them. */
const pageOf = (store: MemoryStore<OwnChange>) => new OwnChanges(async () => store);
const pathsOf = (server: KnownServer) => server.calls.map(([path]) => path);

beforeEach(() => signInTestUser(PAULA));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  signInTestUser(null);
});

describe('changes of own screens', () => {
  it('[U-20] with lost requests and reloads, each arrives once and in sequence', async () => {
    vi.useFakeTimers();
    await fc.assert(
      fc.asyncProperty(FATES, TABS, async (fates, pages) => {
        const store = new MemoryStore<OwnChange>();
        vi.stubGlobal('fetch', cutOff);
        const page = pageOf(store);
        for (const change of [
          receipt(),
          receipt(true),
          answer('Which way?'),
          answer('And back?'),
        ]) {
          expect(await page.make(change)).toBe('waiting');
        }
        page.reopen(async () => store);
        const server = new KnownServer(fates);
        vi.stubGlobal('fetch', server.fetch);
        for (const together of pages) {
          await Promise.all(
            Array.from({ length: together }, () => new Outbox(store, ownChangeSender).run()),
          );
          vi.clearAllTimers();
        }
        expect(await store.reports()).toEqual([]);
        expect([...server.stored.values()]).toEqual([RECEIPT, RECEIPT, ANSWER, ANSWER]);
        // Repeats are the same change, never one that overtakes.
        const first = server.calls.filter((call, n, all) => call[1] !== all[n - 1]?.[1]);
        const together = pages.some((count) => count > 1);
        if (!together) expect(first).toHaveLength(4);
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it('[U-20] survive a reload, and are sent when the network returns', async () => {
    const store = new MemoryStore<OwnChange>();
    vi.stubGlobal('fetch', cutOff);
    const closed = pageOf(store);
    await closed.make(receipt(true));
    closed.reopen(async () => store);
    const page = pageOf(store);
    page.subscribe(() => undefined);
    await vi.waitFor(() => expect(page.get()).toHaveLength(1));
    const server = new KnownServer();
    vi.stubGlobal('fetch', server.fetch);
    let shown = -1;
    page.readBeforeShown(async () => {
      shown = page.get().length;
    });
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(page.get()).toEqual([]));
    expect(pathsOf(server)).toEqual([RECEIPT]);
    // The screens were read again before the mark of the change disappeared.
    expect(shown).toBe(1);
  });

  it('[U-20] that were refused are shown with the reason and not sent again by themselves', async () => {
    const store = new MemoryStore<OwnChange>();
    vi.stubGlobal('fetch', cutOff);
    const page = pageOf(store);
    await page.make(receipt(true));
    await page.make(answer('Which way?'));
    const server = new KnownServer();
    server.refusal = { detail: 'Somebody has deleted it.', errors: { text: ['Too long'] } };
    vi.stubGlobal('fetch', server.fetch);
    await page.sendNow();
    await vi.waitFor(() =>
      expect(page.get().map(({ state }) => state)).toEqual(['refused', 'refused']),
    );
    expect(page.get()[1]).toMatchObject({
      reason: 'Somebody has deleted it.',
      faults: { text: ['Too long'] },
      draft: { values: { text: 'Which way?' } },
    });
    expect(server.calls).toHaveLength(2);
    await page.sendNow();
    expect(server.calls).toHaveLength(2);
    // The person decides: one is sent again, the other one discarded.
    server.refusal = null;
    const [confirmation, reply] = page.get();
    if (confirmation === undefined || reply === undefined) throw new Error('missing');
    await page.discard(confirmation);
    await page.retry(reply);
    expect(pathsOf(server)).toEqual([RECEIPT, ANSWER, ANSWER]);
    expect(await store.reports()).toEqual([]);
  });

  it('[U-20] that the form still shows throw what the server says, and are not stored', async () => {
    const store = new MemoryStore<OwnChange>();
    const server = new KnownServer();
    server.refusal = { detail: 'Not asked for.', errors: { confirms: ['Not asked for.'] } };
    vi.stubGlobal('fetch', server.fetch);
    const page = pageOf(store);
    await expect(page.make(receipt(true))).rejects.toMatchObject({
      message: 'Not asked for.',
      body: { errors: { confirms: ['Not asked for.'] } },
    });
    expect([await store.reports(), page.get()]).toEqual([[], []]);
  });

  it('[U-20] count as refused if the server fails with them each time', async () => {
    const store = new MemoryStore<OwnChange>();
    const server = new KnownServer();
    server.refusal = { detail: 'Internal error' };
    server.status = 500;
    vi.stubGlobal('fetch', server.fetch);
    const page = pageOf(store);
    expect(await page.make(receipt())).toBe('waiting');
    for (let n = 0; n < 6; n += 1) await page.sendNow();
    expect(server.calls).toHaveLength(5);
    expect((await store.reports())[0]).toMatchObject({
      state: 'refused',
      reason: 'Internal error',
    });
  });

  it('[U-20] are sent by the person who made them only', async () => {
    const store = new MemoryStore<OwnChange>();
    vi.stubGlobal('fetch', cutOff);
    const closed = pageOf(store);
    await closed.make(receipt(true));
    closed.reopen(async () => store);
    signInTestUser(QUENTIN);
    const server = new KnownServer();
    vi.stubGlobal('fetch', server.fetch);
    const page = pageOf(store);
    // Changes of another person do not delay those of the user.
    expect(await page.make(receipt(false, QUENTIN))).toBe('sent');
    expect(server.calls).toEqual([[RECEIPT, '{}']]);
    signInTestUser(PAULA);
    await page.sendNow();
    expect(server.calls.slice(1)).toEqual([[RECEIPT, '{"confirms":true}']]);
  });

  it('[U-20] are sent at once where the browser stores nothing', async () => {
    const server = new KnownServer();
    vi.stubGlobal('fetch', server.fetch);
    const page = new OwnChanges(() => Promise.reject(new Error('private window')));
    expect(await page.make(receipt())).toBe('sent');
    vi.stubGlobal('fetch', cutOff);
    await expect(page.make(receipt())).rejects.toMatchObject({ status: 0 });
  });
});
