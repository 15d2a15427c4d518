import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../src/app.ts';
import { ACCESS_AUDIENCE, createTokens, JWT_AUDIENCE } from '../src/platform/auth/index.ts';
import { type TestServices, testServices } from './services.ts';

/** What a call answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // The tests say what they expect in it.
  // biome-ignore lint/suspicious/noExplicitAny: a body of any shape
  readonly body: any;
}

export interface Asking {
  readonly as?: number | null;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The whole server on a port of its own, and a way to ask it over HTTP. */
export interface TestApi {
  readonly services: TestServices;
  readonly app: FastifyInstance;
  readonly url: string;
  /** An access token of a user. */
  token(userId: number): Promise<string>;
  /** A token of a user for the JWT calls. */
  jwt(userId: number): Promise<string>;
  /** Asks; `as` names the user, none means a visitor. */
  ask(path: string, asking?: Asking): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Starts the api role on a fresh database.
 *
 * @param extend adds routes of a test before the server listens
 * @param webRoot folder of a web app to serve
 */
export async function testApi(
  variables: Readonly<Record<string, string>> = {},
  extend: (app: FastifyInstance) => void = () => undefined,
  webRoot: string | null = null,
): Promise<TestApi> {
  const services = await testServices(variables);
  const app = await createApp(services, { webRoot, version: '0.0.0' });
  extend(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const tokens = await createTokens(services.config, services.db);
  // Two tokens of one second are equal. To sign each one would take a quarter of the time of some tests.
  const issued = new Map<string, { readonly second: number; readonly token: Promise<string> }>();
  const issue = (userId: number, audience: string) => {
    const second = Math.floor(Date.now() / 1000);
    const known = issued.get(`${audience} ${userId}`);
    if (known?.second === second) return known.token;
    const signed = tokens.issue(userId, audience);
    issued.set(`${audience} ${userId}`, { second, token: signed });
    return signed;
  };
  const token = (userId: number) => issue(userId, ACCESS_AUDIENCE);
  return {
    services,
    app,
    url,
    token,
    jwt: (userId) => issue(userId, JWT_AUDIENCE),
    ask: async (path, { as = null, method = 'GET', body, headers = {} } = {}) => {
      const answer = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(as === null ? {} : { authorization: `Bearer ${await token(as)}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
      return {
        status: answer.status,
        headers: answer.headers,
        body: isJson && text !== '' ? JSON.parse(text) : text,
      };
    },
    close: async () => {
      await app.close();
      await services.close();
    },
  };
}
