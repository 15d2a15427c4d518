import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FATES, type Fate, FatefulCalls, filledStore, TABS } from '../../test-outbox.ts';
import { Outbox } from '../../ui/outbox/outbox.ts';
import { bodyOf, type Draft, newDraft } from './accidents-model.ts';
import { accidentSender } from './accidents-outbox.ts';
import { emptyParty } from './involved-parties/accidents-involved-parties-party.ts';

/** A server that stores photos and reports by their names, as the real one does. */
class KnownServer {
  readonly photos = new Map<string, { id: number; bytes: number }>();
  readonly reports = new Map<string, string>();
  readonly fetch: FatefulCalls['fetch'];

  constructor(fates: readonly Fate[]) {
    this.fetch = new FatefulCalls(fates, (address, init) => this.#answer(address, init)).fetch;
  }

  #answer(address: string, { headers, body }: RequestInit): Response {
    if (address.includes('config')) return new Response('{"partner_key":"partner"}');
    const key = new Headers(headers).get('idempotency-key') ?? '';
    expect(new Headers(headers).get('x-external-key')).toBe('partner');
    if (body instanceof FormData) {
      const photo = body.get('photo') as File;
      const known = this.photos.get(key) ?? { id: this.photos.size + 1, bytes: photo.size };
      this.photos.set(key, known);
      return new Response(JSON.stringify({ id: known.id }), { status: 201 });
    }
    const known = this.reports.get(key);
    if (known !== undefined && known !== String(body)) return new Response('{}', { status: 409 });
    this.reports.set(key, String(body));
    return new Response(JSON.stringify({ id: 1, reference: 'ACC-000001' }), { status: 201 });
  }
}

const draft = (changed: Partial<Draft> = {}): Draft => ({
  ...newDraft('abc', 'report-1', Date.parse('2026-06-01T10:00:00Z')),
  vehicle: { id: 12, registration: 'AB12 CDE' },
  driverName: 'Ann',
  description: 'A van pulled out.',
  photos: ['scene-1', 'scene-2'],
  parties: [{ ...emptyParty('a'), driver_name: 'Petra', photos: ['party-1'] }],
  signature: 'data:image/png;base64,AAAA',
  signedName: 'Ann',
  ...changed,
});
const filled = () => filledStore(draft(), ['scene-1', 'scene-2', 'party-1']);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the outbox', () => {
  it('[K-P04] with lost requests and page reloads, one report and every photo arrive once', async () => {
    vi.useFakeTimers();
    await fc.assert(
      fc.asyncProperty(FATES, TABS, async (fates, pages) => {
        const store = await filled();
        const server = new KnownServer(fates);
        vi.stubGlobal('fetch', server.fetch);
        for (const together of pages) {
          // Each round is a new page, some of them two tabs at once; only the store persists.
          await Promise.all(
            Array.from({ length: together }, () => new Outbox(store, accidentSender).run()),
          );
          vi.clearAllTimers();
        }
        const [report] = await store.reports();
        expect(report).toMatchObject({ state: 'sent', reference: 'ACC-000001' });
        expect(server.reports.size).toBe(1);
        expect([...server.photos.values()].map(({ bytes }) => bytes).sort()).toEqual([1, 2, 3]);
        const ids = new Map(
          [...server.photos].map(([key, { id }]) => [key.replace('report-1.', ''), id]),
        );
        expect(JSON.parse(server.reports.get('report-1') ?? '')).toEqual(
          JSON.parse(JSON.stringify(bodyOf(draft(), ids))),
        );
        // Uploaded data is deleted from the phone.
        expect(await store.photos('report-1')).toEqual([]);
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it('[K-P04] a rejected report shows the reason and is not sent again', async () => {
    const store = await filled();
    let calls = 0;
    vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
      calls += 1;
      if (address.includes('config')) return new Response('{"partner_key":"partner"}');
      if (body instanceof FormData) return new Response('{"id":1}', { status: 201 });
      const answer = { detail: 'Field(s) are invalid', errors: { vehicle: ['not known'] } };
      return new Response(JSON.stringify(answer), { status: 400 });
    });
    await new Outbox(store, accidentSender).run();
    expect((await store.reports())[0]).toMatchObject({
      state: 'refused',
      reason: 'Field(s) are invalid',
      faults: { vehicle: ['not known'] },
    });
    const before = calls;
    await new Outbox(store, accidentSender).run();
    expect(calls).toBe(before);
    expect(await store.photos('report-1')).toHaveLength(3);
  });

  it('[K-P04] retries automatically, and at once when the network is back', async () => {
    vi.useFakeTimers();
    const store = await filled();
    let isOnline = false;
    const server = new KnownServer([]);
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
      if (!isOnline) throw new TypeError('Failed to fetch');
      return server.fetch(address, init);
    });
    const outbox = new Outbox(store, accidentSender);
    outbox.start();
    await outbox.run();
    await vi.advanceTimersByTimeAsync(200_000);
    expect((await store.reports())[0]?.state).toBe('waiting');
    isOnline = true;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    await outbox.run();
    expect((await store.reports())[0]?.state).toBe('sent');
  });
});
