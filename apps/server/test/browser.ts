import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

interface KeptCookie {
  readonly value: string;
  readonly path: string;
  readonly attributes: string;
}

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Address a redirect leads to; empty for none. */
  readonly location: string;
  json<T = Record<string, unknown>>(): T;
}

/** One request over HTTP, redirects not followed. */
function exchange(
  url: string,
  method: string,
  body: string | null,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; headers: Headers; text: string }> {
  return new Promise((done, failed) => {
    const asked = request(url, { method, headers, agent: false }, (answer) => {
      const named = new Headers();
      for (const [name, value] of Object.entries(answer.headersDistinct)) {
        for (const one of value ?? []) named.append(name, one);
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', failed);
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          headers: named,
          text: Buffer.concat(parts).toString(),
        }),
      );
    });
    asked.on('error', failed);
    asked.end(body);
  });
}

interface Sent {
  readonly form?: Record<string, string>;
  readonly json?: unknown;
  readonly headers?: Record<string, string>;
}

/**
 * A browser without script: keeps cookies by path, names its origin on writes, and follows
 * redirects where a test says so. Speaks real HTTP; the public address leads to the app under test.
 */
export class Browser {
  readonly cookies = new Map<string, KeptCookie>();

  private constructor(
    private readonly base: string,
    readonly publicUrl: string,
  ) {}

  /** Starts the app on a port of the system's choice, where it does not listen yet. */
  static async on(app: FastifyInstance, publicUrl: string): Promise<Browser> {
    const listening = app.server.listening;
    if (!listening) await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    return new Browser(`http://127.0.0.1:${port}`, publicUrl);
  }

  async send(method: string, url: string, { form, json, headers = {} }: Sent = {}): Promise<Page> {
    const { pathname, search } = new URL(url, this.publicUrl);
    const body =
      form === undefined
        ? json === undefined
          ? null
          : JSON.stringify(json)
        : new URLSearchParams(form).toString();
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const answer = await exchange(this.base + pathname + search, method, body, {
      // fetch would name the address of the test instead.
      host: new URL(this.publicUrl).host,
      ...(body !== null && { 'content-type': type }),
      ...(method !== 'GET' && { origin: this.publicUrl }),
      ...this.#cookieHeader(pathname),
      ...headers,
    });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    const { text } = answer;
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      location: answer.headers.get('location') ?? '',
      json: <T>() => JSON.parse(text) as T,
    };
  }

  get(url: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.send('GET', url, { headers });
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name)?.value;
  }

  #cookieHeader(pathname: string): Record<string, string> {
    const sent = [...this.cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`);
    return sent.length === 0 ? {} : { cookie: sent.join('; ') };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = [
      pair.slice(0, pair.indexOf('=')),
      pair.slice(pair.indexOf('=') + 1),
    ];
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    const isGone = /max-age=0|expires=thu, 01 jan 1970/i.test(line) || value === '';
    if (isGone) this.cookies.delete(name);
    else this.cookies.set(name, { value, path, attributes: attributes.join('; ') });
  }
}

/** A sign-on the web app began: what it keeps to finish it. */
export interface Begun {
  readonly verifier: string;
  readonly state: string;
  readonly address: string;
}

/** What the web app does on the login page: makes verifier and state, and asks at RP-01. */
export function beginSignOn(publicUrl: string, changed: Record<string, string> = {}): Begun {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'roadworthy-web',
    redirect_uri: `${publicUrl}/login`,
    scope: 'openid profile email offline_access',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changed,
  });
  return { verifier, state, address: `/auth/oauth2/authorize/?${query}` };
}

/** Opens the form of a begun sign-on. Returns its address and its hidden token. */
export async function openForm(browser: Browser, begun: Begun) {
  const first = await browser.get(begun.address);
  const page = await browser.get(first.location);
  const csrf = /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
  return { address: first.location, csrf, page };
}

/** Follows redirects of the sign-on until the login page of the web app, and returns its address. */
export async function followToLogin(browser: Browser, location: string): Promise<URL> {
  let next = new URL(location, browser.publicUrl);
  for (let hops = 0; next.pathname !== '/login'; hops += 1) {
    if (hops > 5) throw new Error(`the sign-on does not end: ${next.href}`);
    const page = await browser.get(next.href);
    if (page.location === '') throw new Error(`${next.pathname}: ${page.status} ${page.text}`);
    next = new URL(page.location, next);
  }
  return next;
}

/** Signs on through the form and opens the session, as a person with a browser does. */
export async function signIn(browser: Browser, username: string, password: string): Promise<void> {
  const begun = beginSignOn(browser.publicUrl);
  const { address, csrf } = await openForm(browser, begun);
  const sent = await browser.send('POST', address, { form: { csrf, username, password } });
  if (sent.status !== 303) throw new Error(`not signed in: ${sent.status} ${sent.text}`);
  const login = await followToLogin(browser, sent.location);
  const opened = await browser.send('POST', '/auth/session/', {
    json: {
      code: login.searchParams.get('code') ?? '',
      code_verifier: begun.verifier,
      redirect_uri: `${browser.publicUrl}/login`,
    },
  });
  if (opened.status !== 200) throw new Error(`no session: ${opened.status} ${opened.text}`);
}
