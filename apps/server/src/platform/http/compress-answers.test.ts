import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttp } from './create-http.ts';

let app: FastifyInstance;
const long = {
  results: Array.from({ length: 200 }, (_, id) => ({ id, registration: 'AB12 CDE' })),
};
const short = { detail: 'ok' };

beforeEach(async () => {
  app = await createHttp({
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
    resolveViewer: async () => null,
    alone: (_key, work) => work(),
  });
  app.get('/long', async () => long);
  app.get('/short', async () => short);
  app.get('/picture', async (_request, reply) => reply.type('image/jpeg').send(Buffer.alloc(9000)));
  app.post('/echo', async ({ body }) => body);
});

afterEach(() => app.close());

const get = (url: string, accept: string) =>
  app.inject({ url, headers: { 'accept-encoding': accept } });

describe('responses', () => {
  it('are compressed as the client accepts it', async () => {
    const br = await get('/long', 'gzip, deflate, br, zstd');
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(long);
    const gzip = await get('/long', 'gzip;q=1.0, br;q=0');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(long);
    expect(br.rawPayload.length).toBeLessThan(JSON.stringify(long).length / 4);
  });

  it('stay unchanged if nothing is gained or the client requests it', async () => {
    for (const [url, accept] of [
      ['/short', 'br'],
      ['/picture', 'br'],
      ['/long', 'identity'],
    ] as const) {
      expect((await get(url, accept)).headers['content-encoding']).toBeUndefined();
    }
  });

  it('never decompress a request', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/echo',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync(JSON.stringify(short)),
    });
    expect(answer.statusCode).toBe(400);
  });
});
