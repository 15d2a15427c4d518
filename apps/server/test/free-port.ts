import { createServer } from 'node:net';

/** Below the ports that the system lends to outgoing connections, which could take one meanwhile. */
const FIRST = 20_000;
const COUNT = 10_000;

function listens(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}

/** A port that nothing listens on just now, and that no outgoing connection will be given. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await listens(port)) return port;
  }
}
