import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { RtspError } from './reader.ts';

/** This machine, its link, and multicast: these have no cameras, but some local services. */
const NEVER: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
  ['::', 127],
  ['fe80::', 10],
  ['ff00::', 8],
];

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

function blockList(networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family(network));
  return list;
}

const FORBIDDEN = blockList(NEVER);

/**
 * The networks that cameras may be fetched from: the configured ones, or everything except this
 * machine and its link. A person who may enter a camera's address must not reach the server's
 * internal services.
 *
 * @param networks as `10.0.0.0/8`
 */
export function mayConnect(address: string, networks: readonly string[]): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (networks.length === 0) return !FORBIDDEN.check(mapped, family(mapped));
  const allowed = networks.map((one): [string, number] => {
    const [network = '', prefix] = one.split('/');
    return [network, Number(prefix ?? (isIPv6(network) ? 128 : 32))];
  });
  return blockList(allowed).check(mapped, family(mapped));
}

export interface RtspTarget {
  /** The resolved address to connect to: the name is not resolved a second time. */
  readonly address: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly host: string;
  /** Without user and password, which are sent in a header. */
  readonly uri: string;
  readonly credentials: { readonly user: string; readonly password: string } | null;
}

/**
 * Parses a camera's address and resolves its host.
 *
 * @throws RtspError if it is invalid, unknown, or not allowed
 */
export async function findTarget(
  address: string,
  networks: readonly string[],
): Promise<RtspTarget> {
  if (!URL.canParse(address)) throw new RtspError('address.invalid');
  const url = new URL(address);
  if (url.protocol !== 'rtsp:' && url.protocol !== 'rtsps:') {
    throw new RtspError('address.not_rtsp');
  }
  const isSecure = url.protocol === 'rtsps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = host === '' ? [] : await lookup(host, { all: true }).catch(() => []);
  const first = found[0];
  if (first === undefined) throw new RtspError('address.host_unknown');
  const forbidden = found.find((one) => !mayConnect(one.address, networks));
  if (forbidden !== undefined) {
    throw new RtspError('address.network_not_allowed', true, forbidden.address);
  }
  const { username, password } = url;
  const port = Number(url.port || (isSecure ? 322 : 554));
  return {
    address: first.address,
    port,
    isSecure,
    host,
    uri: `${url.protocol}//${url.hostname}${url.port === '' ? '' : `:${url.port}`}${url.pathname}${url.search}`,
    credentials:
      username === ''
        ? null
        : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
  };
}
