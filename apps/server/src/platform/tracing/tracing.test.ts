import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { testApi } from '../../../test/api.ts';
import { makeUser } from '../../../test/people.ts';
import { GroupCommit } from '../../gateway/group-commit.ts';
import { loadConfig } from '../config/index.ts';
import { startTracing } from './index.ts';
import { queryName } from './trace-queries.ts';

interface SpanJson {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

/** A receiver of OTLP over HTTP that keeps the spans. */
async function otlpReceiver() {
  const spans: SpanJson[] = [];
  const paths = new Set<string>();
  const headers: (string | undefined)[] = [];
  const server = createServer(async (request, answer) => {
    paths.add(request.url ?? '');
    headers.push(request.headers.authorization);
    const body = JSON.parse(await text(request));
    for (const { scopeSpans } of body.resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    answer.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, spans, paths, headers, close: () => new Promise((done) => server.close(done)) };
}

it('sends requests with their queries, jobs and commits to an OTLP receiver, without personal data', async () => {
  const receiver = await otlpReceiver();
  const config = loadConfig({
    NODE_ENV: 'test',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
  });
  const stop = await startTracing(config, '1.2.3');
  const api = await testApi();
  onTestFinished(() => api.close());
  const { db, jobs } = api.services;
  const user = await makeUser(db, null, 'secret.person@example.test', { is_global_admin: true });
  const trace = 'a'.repeat(32);
  const { status } = await api.ask(`/api/user/${user}/`, {
    as: user,
    headers: { traceparent: `00-${trace}-${'b'.repeat(16)}-01` },
  });
  expect(status).toBe(200);

  const ran = new Promise<void>((done) => jobs.register('a-job', async () => done()));
  await jobs.start({ work: true });
  await jobs.send('a-job', { email: 'secret.person@example.test' });
  await ran;
  await jobs.stop();
  const commits = new GroupCommit(async () => [], {
    committed: () => undefined,
    failed: () => undefined,
  });
  await commits.submit([{ vehicleId: 1 } as never]);

  await stop?.();
  await receiver.close();
  const named = (name: string) => receiver.spans.filter((span) => span.name === name);
  expect([...receiver.paths]).toEqual(['/v1/traces']);
  expect(receiver.headers[0]).toBe('Bearer abc');
  const [request] = named('GET /api/user/:id/');
  expect(request?.traceId).toBe(trace);
  const queries = receiver.spans.filter((span) => span.parentSpanId === request?.spanId);
  expect(queries.map(({ name }) => name)).toContain('select customers');
  expect(named('job a-job').length).toBe(1);
  expect(named('gateway commit').length).toBe(1);
  const all = JSON.stringify(receiver.spans);
  expect(all).not.toContain('secret');
  expect(all).not.toContain(`/api/user/${user}`);
});

it('names queries by their kind and table, without texts and values', () => {
  expect(queryName('select * from "vehicles" where id = $1')).toBe('select vehicles');
  expect(queryName("insert into users (email) values ('a@b.c')")).toBe('insert users');
  expect(queryName('-- a note\nupdate trips set a = 1')).toBe('update trips');
  expect(queryName("select set_config('role', 'x', true)")).toBe('select');
  expect(queryName('begin')).toBe('begin');
});
