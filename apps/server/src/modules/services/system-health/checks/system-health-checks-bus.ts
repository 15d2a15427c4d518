import { connect } from 'node:net';
import type { Check, Verdict } from '../system-health-check.ts';

const LIMIT_MS = 3000;

/** A NATS server of BUS_URL and whether it greets. */
export interface BusServer {
  /** Host and port. */
  readonly name: string;
  readonly answers: boolean;
}

/** @param servers null without BUS_URL */
export function busVerdict(servers: readonly BusServer[] | null): Verdict<'bus'> {
  if (servers === null) return { state: 'unused', finding: 'none' };
  const away = servers.filter(({ answers }) => !answers).map(({ name }) => name);
  if (away.length === 0) return { state: 'ok', finding: 'ok', values: { count: servers.length } };
  const values = { names: away.join(', ') };
  return away.length === servers.length
    ? { state: 'error', finding: 'away', values }
    : { state: 'warning', finding: 'some', values };
}

/** A NATS server sends a line that begins with INFO to each new connection. */
function greets(name: string): Promise<BusServer> {
  const { hostname, port } = new URL(`nats://${name}`);
  return new Promise((done) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port),
      timeout: LIMIT_MS,
    });
    const end = (answers: boolean) => {
      socket.destroy();
      done({ name, answers });
    };
    socket.once('data', (data) => end(data.toString('latin1').startsWith('INFO ')));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
  });
}

export const busCheck: Check<'bus'> = {
  name: 'bus',
  look: async ({ config: { bus } }) =>
    busVerdict(bus === null ? null : await Promise.all(bus.servers.map(greets))),
};
