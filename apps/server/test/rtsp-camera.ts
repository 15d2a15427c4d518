import { createHash } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** One NAL unit, or several that go into one aggregate. */
export type TestUnits = readonly Buffer[];

export interface RtspCameraOptions {
  readonly coding: 'H264' | 'H265';
  readonly authentication?: 'basic' | 'digest' | 'digest-sha256';
  /** Of the session description, behind the picture's. */
  readonly moreSdp?: string;
  /** Of the picture's format. */
  readonly format?: string;
  /** Bytes of a packet, so that units are cut. */
  readonly packetBytes?: number;
  /** Seconds that a session lives without a word. */
  readonly sessionS?: number;
}

export const CAMERA_USER = 'depot';
export const CAMERA_PASSWORD = 'p@ss:wörd';
const REALM = 'camera';
const NONCE = '5f1c0a';

/** A camera that speaks RTSP over TCP on a real socket; it sends what a test tells it. */
export class RtspCamera {
  readonly requests: string[] = [];
  readonly sockets = new Set<Socket>();
  #sequence = 65_530;
  #soundSequence = 0;

  private constructor(
    readonly port: number,
    private readonly options: RtspCameraOptions,
    private readonly stop: () => Promise<void>,
  ) {}

  static async start(options: RtspCameraOptions): Promise<RtspCamera> {
    const server = createServer((socket) => camera.#serve(socket));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const camera = new RtspCamera(port, options, async () => {
      for (const socket of camera.sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    });
    return camera;
  }

  get address(): string {
    const user =
      this.options.authentication === undefined
        ? ''
        : `${CAMERA_USER}:${encodeURIComponent(CAMERA_PASSWORD)}@`;
    return `rtsp://${user}127.0.0.1:${this.port}/live/ch1?sub=1`;
  }

  get isPlaying(): boolean {
    return this.requests.includes('PLAY');
  }

  close(): Promise<void> {
    return this.stop();
  }

  /** Sends raw bytes to everybody who is connected. */
  raw(bytes: Uint8Array | string): void {
    for (const socket of this.sockets) socket.write(bytes);
  }

  /** Sends one picture: its units, cut where they are larger than a packet; the last one is marked. */
  picture(units: TestUnits, timestamp: number, { aggregate = false, lose = -1 } = {}): void {
    const payloads = aggregate ? [this.#aggregate(units)] : units.flatMap((one) => this.#cut(one));
    payloads.forEach((payload, index) => {
      const packet = this.#rtp(96, index === payloads.length - 1, timestamp, payload);
      if (index !== lose) this.#interleaved(0, packet);
    });
  }

  /** Sends a packet of sound. */
  sound(payloadType: number, timestamp: number, payload: Buffer): void {
    const packet = this.#rtp(payloadType, true, timestamp, payload);
    packet.writeUInt16BE(this.#soundSequence++ & 0xffff, 2);
    this.#interleaved(2, packet);
  }

  #interleaved(channel: number, packet: Buffer): void {
    const head = Buffer.from([0x24, channel, packet.length >> 8, packet.length & 0xff]);
    this.raw(Buffer.concat([head, packet]));
  }

  #rtp(payloadType: number, mark: boolean, timestamp: number, payload: Buffer): Buffer {
    const head = Buffer.alloc(12);
    head[0] = 0x80;
    head[1] = (mark ? 0x80 : 0) | payloadType;
    head.writeUInt16BE(this.#sequence++ & 0xffff, 2);
    head.writeUInt32BE(timestamp >>> 0, 4);
    return Buffer.concat([head, payload]);
  }

  #aggregate(units: TestUnits): Buffer {
    const head = this.options.coding === 'H264' ? Buffer.from([24]) : Buffer.from([48 << 1, 1]);
    return Buffer.concat([
      head,
      ...units.flatMap((unit) => [Buffer.from([unit.length >> 8, unit.length & 0xff]), unit]),
    ]);
  }

  #cut(unit: Buffer): Buffer[] {
    const size = this.options.packetBytes ?? 1400;
    if (unit.length <= size) return [unit];
    const is264 = this.options.coding === 'H264';
    const first = unit[0] as number;
    const type = is264 ? first & 0x1f : (first >> 1) & 0x3f;
    const head = is264
      ? Buffer.from([(first & 0xe0) | 28])
      : Buffer.from([(first & 0x81) | (49 << 1), unit[1] as number]);
    const pieces: Buffer[] = [];
    for (let at = head.length; at < unit.length; at += size) {
      const begins = at === head.length ? 0x80 : 0;
      const ends = at + size >= unit.length ? 0x40 : 0;
      const flags = Buffer.from([begins | ends | type]);
      pieces.push(Buffer.concat([head, flags, unit.subarray(at, at + size)]));
    }
    return pieces;
  }

  #serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
    let held = '';
    socket.on('data', (chunk) => {
      held += chunk.toString('latin1');
      for (let end = held.indexOf('\r\n\r\n'); end >= 0; end = held.indexOf('\r\n\r\n')) {
        const request = held.slice(0, end);
        held = held.slice(end + 4);
        socket.write(this.#answer(request));
      }
    });
  }

  #answer(request: string): string {
    const [method = '', uri = ''] = request.split(' ');
    const cseq = /CSeq: (\d+)/.exec(request)?.[1] ?? '0';
    const answer = (status: string, headers: string[], body = '') =>
      [`RTSP/1.0 ${status}`, `CSeq: ${cseq}`, ...headers, '', body].join('\r\n');
    if (!this.#isAllowed(request, method, uri)) {
      return answer('401 Unauthorized', this.#challenge());
    }
    this.requests.push(method);
    if (method === 'OPTIONS') {
      return answer('200 OK', ['Public: DESCRIBE, SETUP, PLAY, GET_PARAMETER, TEARDOWN']);
    }
    if (method === 'DESCRIBE') {
      const body = this.#description();
      return answer(
        '200 OK',
        [
          `Content-Base: ${uri}/`,
          'Content-Type: application/sdp',
          `Content-Length: ${body.length}`,
        ],
        body,
      );
    }
    const session = `Session: 4711;timeout=${this.options.sessionS ?? 60}`;
    const transport = /Transport: (.*)/.exec(request)?.[1]?.trim();
    return answer(
      '200 OK',
      transport === undefined ? [session] : [session, `Transport: ${transport}`],
    );
  }

  #description(): string {
    const { coding, format, moreSdp } = this.options;
    return [
      'v=0',
      'o=- 0 0 IN IP4 127.0.0.1',
      's=camera',
      't=0 0',
      'a=control:*',
      'm=video 0 RTP/AVP 96',
      `a=rtpmap:96 ${coding}/90000`,
      ...(format === undefined ? [] : [`a=fmtp:96 ${format}`]),
      'a=control:trackID=1',
      ...(moreSdp === undefined ? [] : [moreSdp]),
      '',
    ].join('\r\n');
  }

  #challenge(): string[] {
    if (this.options.authentication === 'basic')
      return [`WWW-Authenticate: Basic realm="${REALM}"`];
    if (this.options.authentication === 'digest') {
      return [
        `WWW-Authenticate: Basic realm="${REALM}"`,
        `WWW-Authenticate: Digest realm="${REALM}", nonce="${NONCE}"`,
      ];
    }
    return [
      `WWW-Authenticate: Digest realm="${REALM}", nonce="${NONCE}", qop="auth", algorithm=SHA-256, opaque="o"`,
    ];
  }

  #isAllowed(request: string, method: string, uri: string): boolean {
    const { authentication } = this.options;
    if (authentication === undefined) return true;
    const header = /Authorization: (.*)/.exec(request)?.[1]?.trim() ?? '';
    if (authentication === 'basic') {
      const plain = Buffer.from(header.replace('Basic ', ''), 'base64').toString();
      return plain === `${CAMERA_USER}:${CAMERA_PASSWORD}`;
    }
    const hash = (text: string) =>
      createHash(authentication === 'digest' ? 'md5' : 'sha256')
        .update(text)
        .digest('hex');
    const field = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(header)?.[1] ?? '';
    const secret = hash(`${CAMERA_USER}:${REALM}:${CAMERA_PASSWORD}`);
    const proof =
      authentication === 'digest' ? NONCE : `${NONCE}:${field('nc')}:${field('cnonce')}:auth`;
    return (
      field('uri') === uri &&
      field('response') === hash(`${secret}:${proof}:${hash(`${method}:${uri}`)}`)
    );
  }
}
