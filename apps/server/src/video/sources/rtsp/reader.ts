/** Why a stream is not available; the message is a code, without address and password. */
export class RtspError extends Error {
  override name = 'RtspError';

  /**
   * @param code `part.what`
   * @param isRefusal the camera is reachable and refuses: an immediate retry is of no use
   * @param address the address of the camera, if its network is not allowed
   */
  constructor(
    code: string,
    readonly isRefusal = false,
    readonly address?: string,
  ) {
    super(code);
  }
}

export type RtspItem =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** Names in lower case. */
      readonly headers: ReadonlyMap<string, readonly string[]>;
      readonly body: string;
    }
  /** A request of the server, which is not supported. */
  | { readonly kind: 'request'; readonly cseq: string }
  /** Interleaved data. */
  | { readonly kind: 'packet'; readonly channel: number; readonly data: Buffer };

const DOLLAR = 0x24;
const PACKET_HEAD_BYTES = 4;
const MAX_HEAD_BYTES = 32 * 1024;
const MAX_BODY_BYTES = 256 * 1024;
const END_OF_HEAD = Buffer.from('\r\n\r\n');

function readHeaders(lines: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  return headers;
}

/**
 * Splits the bytes of an RTSP connection into responses and interleaved packets (RFC 2326, 10.12).
 */
export class RtspReader {
  #held: Buffer = Buffer.alloc(0);

  /**
   * Parses the next bytes and returns what they complete.
   *
   * @throws RtspError if this is not RTSP: the connection cannot be used any more
   */
  push(chunk: Buffer): RtspItem[] {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const items: RtspItem[] = [];
    for (let item = this.#next(); item !== null; item = this.#next()) items.push(item);
    return items;
  }

  #next(): RtspItem | null {
    // Empty lines between messages are ignored.
    while (this.#held[0] === 0x0d || this.#held[0] === 0x0a) this.#held = this.#held.subarray(1);
    if (this.#held.length === 0) return null;
    return this.#held[0] === DOLLAR ? this.#packet() : this.#message();
  }

  #take(bytes: number): Buffer {
    const taken = this.#held.subarray(0, bytes);
    this.#held = this.#held.subarray(bytes);
    return taken;
  }

  #packet(): RtspItem | null {
    if (this.#held.length < PACKET_HEAD_BYTES) return null;
    const length = this.#held.readUInt16BE(2);
    if (this.#held.length < PACKET_HEAD_BYTES + length) return null;
    const channel = this.#held[1] as number;
    const data = this.#take(PACKET_HEAD_BYTES + length).subarray(PACKET_HEAD_BYTES);
    return { kind: 'packet', channel, data };
  }

  #message(): RtspItem | null {
    const headEnd = this.#held.indexOf(END_OF_HEAD);
    if (headEnd > MAX_HEAD_BYTES || (headEnd < 0 && this.#held.length > MAX_HEAD_BYTES)) {
      throw new RtspError('response.header_too_long');
    }
    if (headEnd < 0) return null;
    const [first = '', ...lines] = this.#held.toString('latin1', 0, headEnd).split('\r\n');
    const headers = readHeaders(lines);
    const length = Number(headers.get('content-length')?.[0] ?? 0);
    if (!(Number.isInteger(length) && length >= 0 && length <= MAX_BODY_BYTES)) {
      throw new RtspError('response.body_too_long');
    }
    const bodyAt = headEnd + END_OF_HEAD.length;
    if (this.#held.length < bodyAt + length) return null;
    const body = this.#take(bodyAt + length).toString('utf8', bodyAt);
    const status = /^RTSP\/\d\.\d (\d{3})/.exec(first)?.[1];
    if (status !== undefined) return { kind: 'response', status: Number(status), headers, body };
    if (!/^[A-Z_]+ \S+ RTSP\/\d\.\d$/.test(first)) throw new RtspError('response.not_rtsp');
    return { kind: 'request', cseq: headers.get('cseq')?.[0] ?? '0' };
  }
}
