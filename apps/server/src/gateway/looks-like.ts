import { gt06Codec, jt808Codec, type StreamCodec, teltonikaCodec } from '@roadworthy/protocols';
import type { ArrivalProtocol, LooksLike } from '../platform/bus/index.ts';

const CODECS: readonly StreamCodec[] = [teltonikaCodec, gt06Codec, jt808Codec];
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
export function looksLike(port: ArrivalProtocol, bytes: Uint8Array): LooksLike {
  if (TLS_HANDSHAKE.every((byte, at) => bytes[at] === byte)) return 'tls';
  if (port !== 'osmand' && HTTP_REQUEST.test(Buffer.from(bytes).toString('latin1'))) {
    return 'osmand';
  }
  return CODECS.find((codec) => codec.name !== port && isUnderstood(codec, bytes))?.name ?? null;
}
