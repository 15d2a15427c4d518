import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIPv6 } from 'node:net';
import type { ErrorCode } from '../error-texts.ts';

/** Time limit of the receiver. */
const LIMIT_MS = 10_000;

/** Loopback, private and special-purpose addresses (RFC 6890). */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}

/** The global unicast range of IPv6 (RFC 4291); all else is reserved, local or translated. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
/** Parts of it that embed an IPv4 address or are not routable (RFC 6890). */
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address is local, private or may hide a private one. */
export function isPrivateAddress(address: string): boolean {
  if (!isIPv6(address)) return PRIVATE.check(address, 'ipv4');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return PRIVATE.check(mapped, 'ipv4');
  return !GLOBAL.check(address, 'ipv6') || PRIVATE.check(address, 'ipv6');
}

/**
 * One resolved address of a host that a person entered. Connect to it and not to the host: a second
 * lookup could return another one.
 *
 * @throws WebhookError for an unknown host, and for a private one unless it is allowed
 */
export async function checkedAddress(host: string, allowPrivate: boolean): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, '');
  const found = await lookup(bare, { all: true }).catch(() => []);
  const wrong = found.find(({ address }) => isPrivateAddress(address));
  if (wrong !== undefined && !allowPrivate) throw new WebhookError('webhook.private_network');
  const [first] = found;
  if (first === undefined) throw new WebhookError('webhook.host_unknown');
  return first.address;
}

/** Why a webhook was not delivered; `failureMessage` gives the text for a person. */
export class WebhookError extends Error {
  /** @param status HTTP status of the receiver's answer, for `webhook.status` */
  constructor(
    code: Extract<ErrorCode, `webhook.${string}`>,
    readonly status: number | null = null,
  ) {
    super(status === null ? code : `${code} ${status}`);
  }
}

/** A request with a body to an address that a person entered. */
export interface HttpPost {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Whether the address may be in a private network. */
  readonly allowPrivate: boolean;
}

/**
 * Sends a request and ignores the body of the answer. Redirects are not followed: they would bypass
 * the check of the address.
 *
 * @throws WebhookError if the receiver does not answer with a status of 200 to 299
 */
export async function httpPost({ method = 'POST', ...post }: HttpPost): Promise<void> {
  const url = new URL(post.url);
  const address = await checkedAddress(url.hostname, post.allowPrivate);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  await new Promise<void>((done, failed) => {
    const sent = request(
      url,
      {
        method,
        timeout: LIMIT_MS,
        signal: AbortSignal.timeout(LIMIT_MS),
        // Reuse the checked address: a second lookup could return another one.
        lookup: (_host, options, answer) => {
          const family = isIPv6(address) ? 6 : 4;
          if (options.all === true) answer(null, [{ address, family }]);
          else answer(null, address, family);
        },
        headers: {
          ...post.headers,
          ...(method === 'GET' ? {} : { 'content-length': Buffer.byteLength(post.body) }),
          'user-agent': 'Roadworthy',
        },
      },
      (answer) => {
        answer.resume();
        const status = answer.statusCode ?? 0;
        if (status >= 200 && status < 300) done();
        else failed(new WebhookError('webhook.status', status));
      },
    );
    sent.once('error', (error) =>
      failed(
        new WebhookError(
          sent.destroyed && error.name === 'AbortError'
            ? 'webhook.no_answer'
            : 'webhook.connection_failed',
        ),
      ),
    );
    sent.end(method === 'GET' ? undefined : post.body);
  });
}
