import { type CodecProtocol, DEVICE_PROTOCOLS } from '@roadworthy/domain';
import { codecsOf } from './registry.ts';

/** Bytes after which a stream whose protocol is still not known has none of ours. */
export const MAX_START_BYTES = 32;

/** `more` if the bytes are too few to decide, `unknown` if no protocol begins like this. */
export type StreamStart = CodecProtocol | 'more' | 'unknown';

/**
 * The protocol of a stream by its first bytes. Protocols are asked in the sequence of
 * `DEVICE_PROTOCOLS`; those whose codec has no `recognises` are never found.
 */
export function protocolOfStart(bytes: Uint8Array): StreamStart {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let isOpen = false;
  for (const { name } of DEVICE_PROTOCOLS) {
    const codec = codecsOf(name)?.stream;
    if (codec?.recognises === undefined) continue;
    const answer = codec.recognises(start);
    if (answer === true) return codec.name;
    if (answer === null) isOpen = true;
  }
  return isOpen && start.length < MAX_START_BYTES ? 'more' : 'unknown';
}
