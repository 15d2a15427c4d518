import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** Requirement B-P04. */
export const MAX_FAILURES = 5;
const LOCK_MS = 15 * 60 * 1000;

/** Attempts are counted per account and network address. */
export interface Attempt {
  /** Null for an unknown login. */
  readonly userId: number | null;
  readonly account: string;
  readonly address: string;
}

/** An IPv6 subscriber has a whole /64, so the first four groups represent all its addresses. */
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

/** The attempts on an existing account. */
export function attemptOfUser(userId: number, ip: string): Attempt {
  return { userId, account: `user:${userId}`, address: networkOf(ip) };
}

/** The attempts on an unknown login. Only its digest is stored, as it may be a mistyped password. */
export function attemptOfLogin(login: string, ip: string): Attempt {
  const digest = createHash('sha256').update(login.trim().toLowerCase()).digest('base64url');
  return { userId: null, account: `login:${digest}`, address: networkOf(ip) };
}

/** The end of a lock that begins now. */
export const lockEnd = (now: Date) => new Date(now.getTime() + LOCK_MS);
