const HEAD_BYTES = 24;
const KINDS = ['init', 'fragment', 'pcm', 'aac'] as const;
const KEY_FRAME = 1;

interface Head {
  readonly camera: number;
  readonly isKeyFrame: boolean;
  readonly sequence: number;
  /** The camera's clock, ms; for differences only. */
  readonly deviceTimeMs: number;
  /** The server's clock at sending, ms since 1970 UTC. */
  readonly sentMs: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** A binary message of the live socket. */
export type LiveFrame =
  /** The initialisation data of a player; the codec by RFC 6381. */
  | (Head & { readonly kind: 'init'; readonly codec: string })
  /** One or a few frames. */
  | (Head & { readonly kind: 'fragment' })
  /** Audio: 16-bit little-endian mono PCM, or an AAC frame with its ADTS header. */
  | (Head & { readonly kind: 'pcm' | 'aac'; readonly sampleRateHz: number });

/**
 * Parses a binary message: a header of 24 bytes, big endian (kind, camera, flags, sequence, the
 * device's time, the server's time), then the payload. Null if it is not such a message.
 */
export function readLiveFrame(message: ArrayBuffer): LiveFrame | null {
  if (message.byteLength < HEAD_BYTES) return null;
  const view = new DataView(message);
  const kind = KINDS[view.getUint8(0) - 1];
  const head = {
    camera: view.getUint8(1),
    isKeyFrame: (view.getUint16(2) & KEY_FRAME) !== 0,
    sequence: view.getUint32(4),
    deviceTimeMs: view.getFloat64(8),
    sentMs: view.getFloat64(16),
  };
  const rest = (fromByte: number) => new Uint8Array(message, fromByte);
  switch (kind) {
    case undefined:
      return null;
    case 'fragment':
      return { kind, ...head, data: rest(HEAD_BYTES) };
    case 'init': {
      const end =
        HEAD_BYTES + 1 + (message.byteLength > HEAD_BYTES ? view.getUint8(HEAD_BYTES) : 0);
      if (message.byteLength < end + 1) return null;
      const codec = String.fromCharCode(...new Uint8Array(message.slice(HEAD_BYTES + 1, end)));
      return { kind, ...head, codec, data: rest(end) };
    }
    default:
      if (message.byteLength < HEAD_BYTES + 4) return null;
      return {
        kind,
        ...head,
        sampleRateHz: view.getUint32(HEAD_BYTES),
        data: rest(HEAD_BYTES + 4),
      };
  }
}
