import { afterEach, describe, expect, it, vi } from 'vitest';
import { storage } from '../shell/session/storage.ts';
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
  it('[R-008] null parameters are dropped, lists repeat', () =>
    expect(
      addressOf('/api/user/{id}/', {
        params: { id: 7 },
        query: { a: null, b: undefined, c: [1, 2], d: '' },
      }),
    ).toBe('/api/user/7/?c=1&c=2'));

  it('[R-001] carry the access token as bearer', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
    document.cookie = 'access-token=the-token; Path=/';
    const { asked } = answerWith(200, []);
    await api.signIn.languages();
    expect(new Headers(asked[0]?.[1].headers).get('Authorization')).toBe('Bearer the-token');
  });

  it('[B-22] [T-01] a 401 drops the stored user and fails with "Unauthorized"', async () => {
    storage.currentUser.set(testUser());
    answerWith(401, { detail: 'Unauthorized' });
    await expect(api.signIn.currentUser()).rejects.toThrow('Unauthorized');
    expect(storage.currentUser.get()).toBeNull();
  });

  it('[T-02] a 500 opens the dialog, unless the caller opted out', async () => {
    const shown: ApiError[] = [];
    onServerError((error) => shown.push(error));
    answerWith(500, { detail: 'broken' });
    await expect(api.telematics.track()).rejects.toThrow('broken');
    expect(shown).toHaveLength(1);
    await expect(api.telematics.track({ quiet: true })).rejects.toThrow();
    expect(shown).toHaveLength(1);
  });

  it('[M-07] the expanded track group never opens it', async () => {
    const shown: ApiError[] = [];
    onServerError((error) => shown.push(error));
    answerWith(500, { detail: 'broken' });
    await expect(api.telematics.trackGroup({ query: { group_id: 1 } })).rejects.toThrow();
    expect(shown).toHaveLength(0);
  });

  it('[T-03] [T-P01] other errors go to the caller with their fields', async () => {
    answerWith(400, { detail: 'Field(s) are invalid', errors: { end: ['too late'] } });
    await expect(
      api.telematics.trace({ query: { vehicle: 1, start: '', end: '' } }),
    ).rejects.toMatchObject({ status: 400, body: { errors: { end: ['too late'] } } });
  });

  it('[T-07] a network failure raises "Network response was not OK"', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
    await expect(api.signIn.currentUser()).rejects.toThrow('Network response was not OK');
  });
});
