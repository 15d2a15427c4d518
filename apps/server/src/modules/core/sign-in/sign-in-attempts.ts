import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** Requirement B-P04. */
export const MAX_FAILURES = 5;
const LOCK_MS = 15 * 60 * 1000;

/** Whose tries are counted together: an account, tried from one network address. */
export interface Attempt {
  /** Null for a login that belongs to nobody. */
  readonly userId: number | null;
  readonly account: string;
  readonly address: string;
}

/** One subscriber has a whole /64 of IPv6: its first four groups stand for all of it. */
function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array(8 - left.length - right.length).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

/** Tries at an account that exists. */
export function attemptOfUser(userId: number, ip: string): Attempt {
  return { userId, account: `user:${userId}`, address: networkOf(ip) };
}

/** Tries at what somebody typed and nobody has; only its digest is kept, as it may be a password. */
export function attemptOfLogin(login: string, ip: string): Attempt {
  const digest = createHash('sha256').update(login.trim().toLowerCase()).digest('base64url');
  return { userId: null, account: `login:${digest}`, address: networkOf(ip) };
}

/** When a lock that begins now ends. */
export const lockEnd = (now: Date) => new Date(now.getTime() + LOCK_MS);
