import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInTestUser } from '../../test-access.ts';
import {
  FATES,
  type Fate,
  FatefulCalls,
  filledStore,
  type MemoryStore,
  TABS,
} from '../../test-outbox.ts';
import { Outbox } from '../../ui/outbox/outbox.ts';
import { bodyOf, type Draft, newDraft } from './walkaround-model.ts';
import { checkSender } from './walkaround-outbox.ts';

const DRIVER = 7;

/** A server that stores photos and checks by their names, as the real one does. */
class KnownServer {
  readonly photos = new Map<string, { id: number; bytes: number }>();
  readonly checks = new Map<string, string>();
  readonly fetch: FatefulCalls['fetch'];
  made = 0;

  constructor(fates: readonly Fate[]) {
    this.fetch = new FatefulCalls(fates, (address, init) => this.#answer(address, init)).fetch;
  }

  #answer(address: string, { headers, body }: RequestInit): Response {
    if (address.includes('refresh')) return new Response('{"success":false}');
    const key = new Headers(headers).get('idempotency-key') ?? '';
    expect(new Headers(headers).get('authorization')).toMatch(/^Bearer head/);
    if (body instanceof FormData) {
      const photo = body.get('photo') as File;
      const known = this.photos.get(key) ?? { id: this.photos.size + 1, bytes: photo.size };
      this.photos.set(key, known);
      return new Response(JSON.stringify({ id: known.id }), { status: 201 });
    }
    const known = this.checks.get(key);
    if (known !== undefined && known !== String(body)) return new Response('{}', { status: 409 });
    if (known === undefined) this.made += 1;
    this.checks.set(key, String(body));
    return new Response('{"reference_number":"DRV-000001"}', { status: 201 });
  }
}

const item = (name: string) => ({ section: '', name, area: 'other' as const, hint: '' });
const defect = (photos: string[]) => ({
  result: 'defect' as const,
  severity: 'minor' as const,
  note: 'Worn',
  photos,
});
const draft = (changed: Partial<Draft> = {}): Draft => ({
  ...newDraft(
    { person: { id: DRIVER, name: 'Ann' }, distance_unit: 'MLS' },
    { id: 12, registration: 'AB12 CDE', type: 'VAN', code_digest: null },
    { id: 3, vehicle_type: 'VAN', version: 1, items: ['Horn', 'Tyres', 'Lights'].map(item) },
    { reportKey: 'check-key-1', nowMs: Date.parse('2026-06-01T06:30:00Z') },
  ),
  doneAtMs: Date.parse('2026-06-01T06:35:00Z'),
  answers: [
    { result: 'ok', severity: null, note: '', photos: [] },
    defect(['a', 'b']),
    defect(['c']),
  ],
  odometer: '1000',
  signature: 'data:image/png;base64,AAAA',
  ...changed,
});

const filled = () => filledStore(draft(), ['a', 'b', 'c']);
/** Actions of a tab that still shows a check which another one sent: its button, or a field. */
async function leftOpen(store: MemoryStore<Draft>, deed: string | undefined, n: number) {
  const later = draft({ doneAtMs: Date.parse('2026-06-01T07:00:00Z') + n, odometer: '2000' });
  if (deed === 'tap') await store.finish(later);
  if (deed === 'change') expect(await store.keepDraft(later)).toBe(false);
}
const page = (store: MemoryStore<Draft>) => new Outbox(store, checkSender).run();

beforeEach(() => signInTestUser(DRIVER));
afterEach(() => {
  signInTestUser(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the outbox of checks', () => {
  it('[RP-27] 200 random schedules of lost network, closed tab, server error, double tap and two tabs: one check each, no photo lost', async () => {
    vi.useFakeTimers();
    await fc.assert(
      fc.asyncProperty(
        FATES,
        TABS,
        fc.array(fc.constantFrom('none', 'none', 'tap', 'change'), { maxLength: 30 }),
        async (fates, pages, left) => {
          const store = await filled();
          const server = new KnownServer(fates);
          vi.stubGlobal('fetch', server.fetch);
          for (const [n, together] of pages.entries()) {
            await leftOpen(store, left[n], n);
            // Each round is a new page, some of them two tabs at once; only the store persists.
            await Promise.all(Array.from({ length: together }, () => page(store)));
            vi.clearAllTimers();
          }
          const [report] = await store.reports();
          expect(report).toMatchObject({ state: 'sent', reference: 'DRV-000001' });
          expect([server.made, server.checks.size]).toEqual([1, 1]);
          expect([...server.photos.values()].map(({ bytes }) => bytes).sort()).toEqual([1, 2, 3]);
          const ids = new Map(
            [...server.photos].map(([key, { id }]) => [key.replace('check-key-1.', ''), id]),
          );
          expect(JSON.parse(server.checks.get('check-key-1') ?? '')).toEqual(
            JSON.parse(JSON.stringify(bodyOf(draft(), ids))),
          );
          expect(await store.draftOf()).toBeUndefined();
          // Uploaded data is deleted from the phone.
          expect(await store.photos('check-key-1')).toEqual([]);
        },
      ),
      { numRuns: 200, seed: 11 },
    );
  });

  it('[RP-27] waits for its driver: it is never sent without a session, or as another user', async () => {
    const store = await filled();
    const server = new KnownServer([]);
    vi.stubGlobal('fetch', server.fetch);
    for (const person of [null, DRIVER + 1]) {
      signInTestUser(person);
      await page(store);
      expect((await store.reports())[0]?.state).toBe('waiting');
    }
    expect(server.photos.size).toBe(0);
    signInTestUser(DRIVER);
    await page(store);
    expect((await store.reports())[0]?.state).toBe('sent');
  });

  it('[RP-27] a session that ends during sending loses nothing', async () => {
    const store = await filled();
    vi.stubGlobal('fetch', async () => new Response('{"detail":"Unauthorized"}', { status: 401 }));
    await page(store);
    expect((await store.reports())[0]?.state).toBe('waiting');
    expect(await store.photos('check-key-1')).toHaveLength(3);
  });

  it('[RP-27] sends photos again that the server lost; a rejected check shows the reason', async () => {
    const store = await filled();
    for (const photo of await store.photos('check-key-1')) {
      await store.keepPhoto({ ...photo, id: 77_001 });
    }
    const server = new KnownServer([]);
    const forgotten = { detail: 'Gone', errors: { photos: ['A photograph has not arrived.'] } };
    vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) =>
      String(init.body).includes('77001')
        ? new Response(JSON.stringify(forgotten), { status: 400 })
        : server.fetch(address, init),
    );
    await page(store);
    expect((await store.reports())[0]?.state).toBe('waiting');
    await page(store);
    expect((await store.reports())[0]?.state).toBe('sent');
    expect(server.photos.size).toBe(3);

    const other = await filled();
    vi.stubGlobal('fetch', async (_: string, { body }: RequestInit = {}) =>
      body instanceof FormData
        ? new Response('{"id":1}', { status: 201 })
        : new Response(JSON.stringify(forgotten), { status: 400 }),
    );
    await page(other);
    expect((await other.reports())[0]).toMatchObject({ state: 'refused', reason: 'Gone' });
    expect(await other.photos('check-key-1')).toHaveLength(3);
  });
});
