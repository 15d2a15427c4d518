import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server with files and ranges, like the one of the daily map builds. */
export interface RangeServer {
  readonly url: string;
  /** Path and range of each request. */
  readonly asked: { readonly path: string; readonly range: string | undefined }[];
  readonly files: Map<string, Buffer>;
  /** Changes an answer; true if it wrote one itself. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
  close(): Promise<void>;
}

export async function rangeServer(): Promise<RangeServer> {
  const files = new Map<string, Buffer>();
  const asked: RangeServer['asked'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, range: request.headers.range });
    if (own.intercept(request, response)) return;
    const file = files.get(path);
    if (file === undefined) return void response.writeHead(404).end();
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined) return void response.writeHead(200).end(file);
    const last = Math.min(Number(to), file.length - 1);
    response.writeHead(206, {
      'content-range': `bytes ${from}-${last}/${file.length}`,
      etag: `"${file.length}"`,
    });
    response.end(file.subarray(Number(from), last + 1));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const own: RangeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    files,
    intercept: () => false,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return own;
}
