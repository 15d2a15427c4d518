import { afterEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../test/api.ts';

let api: TestApi;
afterEach(() => api.close());

async function ipOf(forwarded: string): Promise<string> {
  const answer = await api.app.inject({
    method: 'GET',
    url: '/test/ip',
    headers: { 'x-forwarded-for': forwarded },
    remoteAddress: '10.0.0.9',
  });
  return answer.body;
}

describe('the address of a caller behind proxies', () => {
  const start = async (TRUST_PROXY: string) => {
    api = await testApi({ TRUST_PROXY }, (app) => {
      app.get('/test/ip', async (request) => request.ip);
    });
  };

  it.each([
    ['false', '10.0.0.9'],
    ['true', '203.0.113.7'],
    ['1', '203.0.113.7'],
    ['2', '198.51.100.2'],
    ['10.0.0.0/8', '203.0.113.7'],
    ['10.0.0.0/8,203.0.113.0/24', '198.51.100.2'],
    ['192.168.0.0/16', '10.0.0.9'],
  ])('is counted from the right with TRUST_PROXY=%s', async (setting, address) => {
    await start(setting);
    expect(await ipOf('6.6.6.6, 198.51.100.2, 203.0.113.7')).toBe(address);
  });

  it('enforces the limit of attempts although a caller rotates X-Forwarded-For', async () => {
    await start('true');
    const statuses = new Set<number>();
    for (let n = 0; n < 130; n += 1) {
      const answer = await api.app.inject({
        method: 'POST',
        url: '/auth/session/refresh/',
        // The proxy appends the real address to the forged ones.
        headers: { 'x-forwarded-for': `6.6.${n}.6, 203.0.113.7` },
        remoteAddress: '127.0.0.1',
      });
      statuses.add(answer.statusCode);
    }
    expect([...statuses]).toEqual([200, 429]);
  });
});
