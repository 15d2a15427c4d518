import type { DeviceProtocol } from '@roadworthy/domain';
import { PROTOCOL_CODECS, protocolOfStart, type StreamCodec } from '@roadworthy/protocols';
import type { LooksLike } from '../platform/bus/index.ts';

const CODECS: readonly StreamCodec[] = Object.values(PROTOCOL_CODECS).map(({ stream }) => stream);
/** The first bytes of a TLS handshake record (RFC 8446, 5.1). */
const TLS_HANDSHAKE = [0x16, 0x03];
const HTTP_REQUEST = /^(GET|POST) \//;

/** Lenient codecs read almost anything as a notice: only a login or records tell the protocol. */
const isUnderstood = (codec: StreamCodec, bytes: Uint8Array) =>
  codec
    .createSession({ authenticationCode: () => '' })
    .push(bytes)
    .some(({ kind }) => kind === 'login' || kind === 'records');

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
  const start = protocolOfStart(bytes);
  if (start !== 'more' && start !== 'unknown') return start === port ? null : start;
  return CODECS.find((codec) => codec.name !== port && isUnderstood(codec, bytes))?.name ?? null;
}
