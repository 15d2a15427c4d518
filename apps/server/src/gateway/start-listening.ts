import type { AddressInfo, Server } from 'node:net';
import type { Log } from '../platform/log/index.ts';

/** SYN backlog for the moment when a whole fleet reconnects after an outage. */
const BACKLOG = 4096;

/** Starts to listen. Returns the port; the system chooses it if 0 is requested. */
export async function startListening(
  server: Server,
  { host, port, log }: { readonly host: string; readonly port: number; readonly log: Log },
): Promise<number> {
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.off('error', failed);
      server.on('error', (error) => log.error({ err: error }, 'listener'));
      done();
    });
  });
  return (server.address() as AddressInfo).port;
}
