import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { DEVICE_PORTS, DEVICE_PROTOCOLS } from '@roadworthy/domain';
import type { Config } from '../../../../platform/config/index.ts';
import type { Check, Verdict } from '../system-health-check.ts';

/** A port that a role of this process listens on. */
export interface PortToCheck {
  /** The setting that names it. */
  readonly setting: string;
  readonly host: string;
  readonly port: number;
  readonly transport: 'tcp' | 'udp';
}

const LIMIT_MS = 2000;

/** The address at which this machine reaches a port that listens on a host. */
const reachable = (host: string) =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;

/** The ports of the roles of a process; 0 is any free port and is left out. */
export function portsOf(config: Config): PortToCheck[] {
  const { roles, gateway, video } = config;
  const has = (...some: string[]) => roles.some((role) => some.includes(role));
  const tcp = (setting: string, port: number, host = gateway.host): PortToCheck[] =>
    port === 0 ? [] : [{ setting, port, host: reachable(host), transport: 'tcp' }];
  const devices = DEVICE_PORTS.flatMap(({ name, variable }): PortToCheck[] => {
    const transports: readonly string[] =
      DEVICE_PROTOCOLS.find((protocol) => protocol.name === name)?.transports ?? [];
    const port = gateway.ports[name];
    if (port === 0) return [];
    const kinds = new Set(transports.map((one) => (one === 'udp' ? 'udp' : 'tcp')));
    return [...kinds].map((transport) => ({
      setting: variable,
      port,
      host: reachable(gateway.host),
      transport,
    }));
  });
  return [
    ...(has('api') ? tcp('PORT', config.port, config.host) : []),
    ...(has('api') ? tcp('JT1078_PORT', video.livePort) : []),
    ...(has('api', 'worker') ? tcp('JT1078_PLAYBACK_PORT', video.playbackPort) : []),
    ...(has('api', 'worker') ? tcp('FTP_PORT', video.uploadPort) : []),
    ...(has('gateway') ? tcp('ATTACHMENTS_PORT', video.attachmentsPort) : []),
    ...(has('gateway') ? tcp('DEVICE_PORT', gateway.detectPort) : []),
    ...(has('gateway') ? devices : []),
  ];
}

/** Whether a connection is accepted. */
function accepts({ host, port }: PortToCheck): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port, timeout: LIMIT_MS });
    const end = (isOpen: boolean) => {
      socket.destroy();
      done(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

/** Whether another socket has the port: datagrams are not answered, so it cannot be connected to. */
function isTaken({ host, port }: PortToCheck): Promise<boolean> {
  return new Promise((done) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    socket.once('error', () => {
      socket.close();
      done(true);
    });
    socket.bind({ address: host, port, exclusive: true }, () => socket.close(() => done(false)));
  });
}

/** Whether a program of this machine uses the port. */
export const isInUse = (port: PortToCheck): Promise<boolean> =>
  port.transport === 'tcp' ? accepts(port) : isTaken(port);

const named = (ports: readonly PortToCheck[]) =>
  ports.map(({ setting, port, transport }) => `${port}/${transport} (${setting})`).join(', ');

/** @param isRunning whether the server runs, so that its ports must be in use */
export function portsVerdict(
  ports: readonly { readonly port: PortToCheck; readonly inUse: boolean }[],
  isRunning: boolean,
): Verdict<'ports'> {
  if (ports.length === 0) return { state: 'unused', finding: 'none' };
  const wrong = ports.filter(({ inUse }) => inUse !== isRunning).map(({ port }) => port);
  if (wrong.length === 0) {
    const finding = isRunning ? 'ok' : 'free';
    return { state: 'ok', finding, values: { count: ports.length } };
  }
  const finding = isRunning ? 'closed' : 'taken';
  return { state: 'error', finding, values: { ports: named(wrong) } };
}

export const portsCheck: Check<'ports'> = {
  name: 'ports',
  look: async ({ config, serverHealth }) => {
    const isRunning = (await serverHealth()) !== null;
    const ports = await Promise.all(
      portsOf(config).map(async (port) => ({ port, inUse: await isInUse(port) })),
    );
    return portsVerdict(ports, isRunning);
  },
};
