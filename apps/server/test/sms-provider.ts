import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real HTTP provider of SMS that keeps what it gets. */
export interface TestSmsProvider {
  readonly url: string;
  readonly received: {
    readonly path: string;
    readonly authorization: string | undefined;
    readonly body: unknown;
  }[];
  /** The status of each answer. */
  status: number;
  close(): Promise<void>;
}

/** Starts a provider on a port of the system's choice. */
export async function testSmsProvider(): Promise<TestSmsProvider> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      provider.received.push({
        path: request.url ?? '',
        authorization: request.headers.authorization,
        body: body === '' ? null : JSON.parse(body),
      });
      response.writeHead(provider.status).end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const provider: TestSmsProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    status: 200,
    close: () => new Promise((done) => void server.close(() => done())),
  };
  return provider;
}
