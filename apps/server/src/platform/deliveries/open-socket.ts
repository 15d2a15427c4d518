import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { checkedAddress } from './http-post.ts';

/**
 * Opens a connection to an address that a person entered, with TLS if `isEncrypted`.
 *
 * @throws WebhookError for an unknown host, and for a private one unless it is allowed
 */
export async function openSocket(
  url: URL,
  { defaultPort, isEncrypted }: { readonly defaultPort: number; readonly isEncrypted: boolean },
  allowPrivate: boolean,
): Promise<Socket> {
  const host = await checkedAddress(url.hostname, allowPrivate);
  const port = url.port === '' ? defaultPort : Number(url.port);
  if (!isEncrypted) return connectTcp({ host, port });
  // An IP address is no server name (RFC 6066).
  const servername = /^[\d.]+$|:/.test(url.hostname) ? '' : url.hostname;
  return connectTls({ host, port, servername });
}
