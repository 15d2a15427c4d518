import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';

/** A reverse proxy on another host name and port: another origin and site to a browser. */
export interface SecondOrigin {
  readonly url: string;
  /** Requests as `name path` without the query, except preflight requests. */
  readonly asked: readonly string[];
  /** The target server. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/**
 * The first segment of a path names the base, as `/main/api/…`; a path below `/auth` is unchanged.
 */
function inner(url: string): { name: string; path: string } {
  const [, name = '', path = '/'] = /^\/([^/?]*)(.*)$/.exec(url) ?? [];
  return name === 'auth' ? { name, path: url } : { name, path };
}

function pass(message: IncomingMessage, port: number, path: string) {
  const { method, headers } = message;
  return request({ host: '127.0.0.1', port, path, method, headers });
}

/** Starts a proxy for `MAIN_BASE=<url>/main` and similar settings. */
export async function secondOrigin(): Promise<SecondOrigin> {
  const asked: string[] = [];
  let target = 0;
  const server: Server = createServer((message, answer) => {
    const { name, path } = inner(message.url ?? '/');
    if (message.method !== 'OPTIONS') asked.push(`${name} ${path.split('?', 1)[0]}`);
    const out = pass(message, target, path);
    out.on('response', (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    out.on('error', () => answer.destroy());
    answer.on('close', () => out.destroy());
    message.pipe(out);
  });
  server.on('upgrade', (message, socket) => {
    const { name, path } = inner(message.url ?? '/');
    asked.push(`${name} ${path}`);
    const out = connect(target, '127.0.0.1', () => {
      const lines = [`GET ${path} HTTP/1.1`];
      const raw = message.rawHeaders;
      for (let at = 0; at < raw.length; at += 2) lines.push(`${raw[at]}: ${raw[at + 1]}`);
      out.write(`${lines.join('\r\n')}\r\n\r\n`);
      out.pipe(socket).pipe(out);
    });
    for (const one of [out, socket])
      one.on('error', () => void out.destroy(socket.destroy() as never));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    leadTo: (port) => {
      target = port;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
