import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/index.ts';

type AddressConfig = Pick<Config, 'publicUrl' | 'hasPublicUrl'>;

/**
 * The address of this server for a request: `PUBLIC_URL`, or outside production, where it is not set,
 * the address that the browser asked.
 */
export function ownAddress(config: AddressConfig, request: FastifyRequest): string {
  if (config.hasPublicUrl) return config.publicUrl;
  const asked = `${request.protocol}://${request.host}`;
  return URL.canParse(asked) ? new URL(asked).origin : config.publicUrl;
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
  return uri === redirectAddress(current.getStore() ?? config.publicUrl);
}
