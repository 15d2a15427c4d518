import { createServer, type Server, type Socket } from 'node:net';
import {
  type AttachmentMessage,
  AttachmentReader,
  type CodecSession,
  type DeviceMessage,
  type Jt808CameraMessage,
  type Jt808Command,
  type Jt1078Frame,
  Jt1078Reader,
  jt808Codec,
} from '@roadworthy/protocols';

async function listen(
  onSocket: (socket: Socket) => void,
): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, port: (server.address() as { port: number }).port };
}

/** Waits until a condition holds; throws on timeout. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let n = 0; n < 1000; n += 1) {
    if (isSo()) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error('It did not happen.');
}

/** The platform's end of a media connection. */
export interface Media {
  readonly reader: Jt1078Reader;
  readonly frames: Jt1078Frame[];
  isOpen: boolean;
}

/** A small platform for camera tests: three listeners, and the data they received. */
export class TestPlatform {
  readonly cameraMessages: Jt808CameraMessage[] = [];
  readonly others: DeviceMessage[] = [];
  readonly media: Media[] = [];
  readonly attachments: AttachmentMessage[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #servers: Server[] = [];
  #device: { session: CodecSession; socket: Socket } | null = null;
  port = 0;
  mediaPort = 0;
  attachmentPort = 0;

  async open(): Promise<this> {
    this.port = await this.#listen((socket) => this.#onDevice(socket));
    this.mediaPort = await this.#listen((socket) => this.#onMedia(socket));
    this.attachmentPort = await this.#listen((socket) => this.#onAttachments(socket));
    return this;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of this.#servers) server.close();
  }

  get hasDevice(): boolean {
    return this.#device !== null;
  }

  /** Sends a command; returns the device's reply (the cameraMessage that names its serial). */
  async order(order: Jt808Command): Promise<Jt808CameraMessage> {
    const sent = this.#device?.session.encodeCommand?.(order);
    if (sent == null) throw new Error('no device');
    this.#device?.socket.write(sent.bytes);
    const isAnswer = (one: Jt808CameraMessage) => 'serial' in one && one.serial === sent.serial;
    await until(() => this.cameraMessages.some(isAnswer));
    return this.cameraMessages.find(isAnswer) as Jt808CameraMessage;
  }

  async #listen(onSocket: (socket: Socket) => void): Promise<number> {
    const { server, port } = await listen((socket) => {
      this.#sockets.add(socket);
      onSocket(socket);
    });
    this.#servers.push(server);
    return port;
  }

  #onDevice(socket: Socket): void {
    const session = jt808Codec.createSession({ authenticationCode: () => 'code' });
    socket.on('close', () => {
      if (this.#device?.socket === socket) this.#device = null;
    });
    socket.on('data', (chunk) => {
      for (const message of session.push(chunk)) {
        if (message.kind === 'camera') this.cameraMessages.push(message.cameraMessage);
        else this.others.push(message);
        if (message.kind === 'login') this.#device = { session, socket };
        else if (message.kind === 'records') socket.write(message.stored ?? '');
        else if (message.answer !== null) socket.write(message.answer);
      }
    });
  }

  #onMedia(socket: Socket): void {
    const media: Media = { reader: new Jt1078Reader(), frames: [], isOpen: true };
    this.media.push(media);
    socket.on('data', (chunk) => media.frames.push(...media.reader.push(chunk)));
    socket.on('close', () => {
      media.isOpen = false;
    });
  }

  #onAttachments(socket: Socket): void {
    const reader = new AttachmentReader();
    let isFirst = true;
    socket.on('data', (chunk) => {
      for (const message of reader.push(chunk)) {
        this.attachments.push(message);
        if ('answer' in message) socket.write(message.answer);
        if (message.kind !== 'ended') continue;
        // The first time, the platform reports a missing block.
        const missing = isFirst ? [{ offset: 10, length: 20 }] : [];
        isFirst = false;
        socket.write(reader.fileAnswer(message.file, missing) ?? '');
      }
    });
  }
}
