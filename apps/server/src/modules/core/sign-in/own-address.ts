import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config/index.ts';

type AddressConfig = Pick<Config, 'publicUrl' | 'hasPublicUrl' | 'baseOrigins' | 'webOrigins'>;

/**
 * The address of this server for a request: the configured base that the browser used, else `PUBLIC_URL`.
 * Outside production, where that is not set, the address that the browser used.
 */
export function ownAddress(config: AddressConfig, request: FastifyRequest): string {
  const asked = `${request.protocol}://${request.host}`;
  const origin = URL.canParse(asked) ? new URL(asked).origin : null;
  if (origin !== null && config.baseOrigins.includes(origin)) return origin;
  return config.hasPublicUrl || origin === null ? config.publicUrl : origin;
}

/** The target of a sign-out: the requested login page if it is one of ours. */
export function loginPageOf(
  config: AddressConfig,
  request: FastifyRequest,
  asked: unknown,
): string {
  const text = typeof asked === 'string' && URL.canParse(asked) ? new URL(asked).origin : null;
  if (text !== null && config.webOrigins.includes(text)) return redirectAddress(text);
  const own = ownAddress(config, request);
  return redirectAddress(config.baseOrigins.includes(own) ? config.publicUrl : own);
}

/** The page to which a sign-on at this address redirects. */
export const redirectAddress = (address: string) => `${address}/login`;

/** The provider validates a redirect URI without its request, so the request's address is here. */
const current = new AsyncLocalStorage<string>();

/** Runs the provider for a request to this address. */
export function atAddress<T>(address: string, run: () => T): T {
  return current.run(address, run);
}

/** Whether the sign-on may redirect there. */
export function isOwnRedirect(config: AddressConfig, uri: string): boolean {
  const addresses = [current.getStore() ?? config.publicUrl, ...config.webOrigins];
  return addresses.some((address) => uri === redirectAddress(address));
}
