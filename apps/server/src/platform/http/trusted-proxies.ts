import type { TrustedProxies } from '../config/fields.ts';
import { isWithin } from '../networks.ts';

/** Whether the sender at this hop may name the previous one; 0 is the connection itself. */
export type TrustProxy = (address: string, hop: number) => boolean;

/** Networks of proxies on the same machine, in a container network or in a data centre. */
const PRIVATE_NETWORKS = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

/**
 * Decides which proxies may set the caller's address in X-Forwarded-For. The header is read from the
 * right: each trusted proxy added one entry, so entries forged by a caller are never reached.
 */
export function trustProxyOf(trusted: TrustedProxies): TrustProxy {
  if (trusted.kind === 'none') return () => false;
  if (trusted.kind === 'networks') return isWithin(trusted.networks);
  const { count, onlyPrivate } = trusted;
  const isPrivate = isWithin(PRIVATE_NETWORKS);
  return (address, hop) => hop < count && (!onlyPrivate || isPrivate(address));
}
