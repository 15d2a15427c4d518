import { afterEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../test/api.ts';

let api: TestApi;
afterEach(() => api.close());

const PRODUCTION = {
  NODE_ENV: 'production',
  SESSION_SECRET: 'a secret of thirty-two characters, for tests',
  PUBLIC_URL: 'https://fleet.test',
};
const hsts = async (path: string) => (await api.ask(path)).headers.get('strict-transport-security');

describe('Strict-Transport-Security', () => {
  it('is on every response if the server is reached by https', async () => {
    api = await testApi(PRODUCTION);
    for (const path of ['/api/language_configs/', '/api/track/live/', '/auth/jwks', '/nowhere']) {
      expect([path, await hsts(path)]).toEqual([path, 'max-age=31536000']);
    }
  });

  it('is not sent if the server is reached by http', async () => {
    api = await testApi({ PUBLIC_URL: 'http://fleet.test' });
    expect(await hsts('/api/language_configs/')).toBeNull();
  });
});

describe('the description of the API', () => {
  it.each([
    [PRODUCTION, 404],
    [{ ...PRODUCTION, API_DOCS: 'true' }, 200],
    [{}, 200],
    [{ API_DOCS: 'false' }, 404],
  ])('is public by setting, and not in production without it', async (variables, status) => {
    api = await testApi(variables as Record<string, string>);
    expect((await api.ask('/api/docs/json')).status).toBe(status);
  });
});
