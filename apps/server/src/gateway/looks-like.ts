import type { DeviceProtocol } from '@roadworthy/domain';
import { PROTOCOL_CODECS, type StreamCodec } from '@roadworthy/protocols';
import type { LooksLike } from '../platform/bus/index.ts';

const CODECS: readonly StreamCodec[] = Object.values(PROTOCOL_CODECS).map(({ stream }) => stream);
/** The first bytes of a TLS handshake record (RFC 8446, 5.1). */
const TLS_HANDSHAKE = [0x16, 0x03];
const HTTP_REQUEST = /^(GET|POST) \//;

const isUnderstood = (codec: StreamCodec, bytes: Uint8Array) =>
  codec
    .createSession({ authenticationCode: () => '' })
    .push(bytes)
    .some(({ kind }) => kind !== 'bad');

/**
 * The protocol that the first bytes of a connection belong to, other than that of its port.
 *
 * @returns null if no protocol of this server understands them
 */
export function looksLike(port: DeviceProtocol, bytes: Uint8Array): LooksLike {
  if (TLS_HANDSHAKE.every((byte, at) => bytes[at] === byte)) return 'tls';
  if (port !== 'osmand' && HTTP_REQUEST.test(Buffer.from(bytes).toString('latin1'))) {
    return 'osmand';
  }
  return CODECS.find((codec) => codec.name !== port && isUnderstood(codec, bytes))?.name ?? null;
}
