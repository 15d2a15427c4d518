import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config/index.ts';

type AddressConfig = Pick<Config, 'publicUrl' | 'hasPublicUrl' | 'baseOrigins' | 'webOrigins'>;

/**
 * The address of this server for a request: the configured base that the browser asked, `PUBLIC_URL`, or
 * outside production, where it is not set, the address that the browser asked.
 */
export function ownAddress(config: AddressConfig, request: FastifyRequest): string {
  const asked = `${request.protocol}://${request.host}`;
  const origin = URL.canParse(asked) ? new URL(asked).origin : null;
  if (origin !== null && config.baseOrigins.includes(origin)) return origin;
  return config.hasPublicUrl || origin === null ? config.publicUrl : origin;
}

/** Where a sign-out ends: the login page that was asked for where it is one of ours. */
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

/** The page to which a sign-on at this address returns. */
export const redirectAddress = (address: string) => `${address}/login`;

/** The provider checks a redirect address without its request, so the request's address is kept here. */
const current = new AsyncLocalStorage<string>();

/** Runs the provider for a request that asked this address. */
export function atAddress<T>(address: string, run: () => T): T {
  return current.run(address, run);
}

/** Whether the sign-on may return there. */
export function isOwnRedirect(config: AddressConfig, uri: string): boolean {
  const addresses = [current.getStore() ?? config.publicUrl, ...config.webOrigins];
  return addresses.some((address) => uri === redirectAddress(address));
}
