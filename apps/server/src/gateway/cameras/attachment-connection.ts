import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Socket } from 'node:net';
import {
  type AttachmentFile,
  type AttachmentMessage,
  AttachmentReader,
  type FileRange,
} from '@roadworthy/protocols';
import type { DeviceMedia, DeviceMediaItem } from '../../platform/device-commands/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { KnownDevice, NotAdmitted } from '../intake.ts';
import { type AlarmOfFiles, readAlarmNumber } from './alarm-number.ts';
import type { IncomingFile, IncomingFiles } from './incoming-files.ts';

/**
 * Maximum bytes of an unfinished block plus some headroom; and the limit before the device is
 * known.
 */
const MAX_HELD_BYTES = 512 * 1024;
const MAX_HELD_UNKNOWN_BYTES = 4096;
const MAX_BAD_FRAMES = 5;
const MAX_FILES_OF_ALARM = 32;
/** Maximum number of requests for the missing parts of a file. */
const MAX_ROUNDS = 8;
/** Maximum length of a file name in a block, bytes. */
const BLOCK_NAME_LENGTH = 50;

export interface AttachmentParts {
  readonly files: IncomingFiles;
  readonly media: DeviceMedia;
  readonly secret: string;
  readonly log: Log;
  /** The registered device with these numbers that connects from an address, or the refusal. */
  readonly recognise: (
    numbers: readonly string[],
    address: string,
  ) => Promise<KnownDevice | NotAdmitted>;
  readonly count: (result: 'kept' | 'failed' | 'too_large') => void;
  readonly onClosed: () => void;
}

interface ExpectedFile {
  readonly key: string;
  readonly incoming: IncomingFile | null;
}

/** One device that uploads the files of an alarm. Messages are handled one after the other. */
export class AttachmentConnection {
  readonly #reader = new AttachmentReader();
  readonly #waiting: AttachmentMessage[] = [];
  readonly #files = new Map<string, ExpectedFile>();
  #device: KnownDevice | null = null;
  #alarm: { readonly number: string; readonly of: AlarmOfFiles } | null = null;
  #isHandling = false;
  #bad = 0;
  #isClosed = false;
  lastReadMs = Date.now();

  constructor(
    readonly socket: Socket,
    private readonly parts: AttachmentParts,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#onData(chunk));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.close();
      parts.onClosed();
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.socket.destroy();
  }

  #onData(chunk: Buffer): void {
    this.lastReadMs = Date.now();
    this.#waiting.push(...this.#reader.push(chunk));
    const isKnown = this.#device !== null || this.#waiting.length > 0;
    const held = this.#reader.bufferedBytes;
    if (held > (isKnown ? MAX_HELD_BYTES : MAX_HELD_UNKNOWN_BYTES)) this.close();
    if (this.#isClosed || this.#waiting.length === 0) return;
    // The socket stays paused until these are handled: memory is bounded, and TCP slows the device
    // down.
    this.socket.pause();
    if (!this.#isHandling) void this.#handleAll();
  }

  async #handleAll(): Promise<void> {
    this.#isHandling = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        if (this.#isClosed) return;
        await this.#handle(next);
      }
    } catch (error) {
      // Not stored: without a reply the device sends it again.
      this.parts.log.warn({ err: error }, 'alarm file upload failed');
      this.close();
    } finally {
      this.#isHandling = false;
      this.lastReadMs = Date.now();
      if (!this.#isClosed) this.socket.resume();
    }
  }

  async #handle(message: AttachmentMessage): Promise<void> {
    switch (message.kind) {
      case 'login':
        return this.#login([message.deviceId, ...message.alsoKnownAs]);
      case 'announced':
        return this.#announced(message);
      case 'begun':
        this.#expect(message.file.name, message.file.sizeBytes);
        return this.#send(message.answer);
      case 'block':
        await this.#files.get(message.name)?.incoming?.write(message.offset, message.data);
        return;
      case 'ended':
        return this.#ended(message.file);
      case 'notice':
        return this.#send(message.answer);
      case 'bad':
        this.#bad += 1;
        if (this.#bad >= MAX_BAD_FRAMES) this.close();
    }
  }

  async #login(numbers: readonly string[]): Promise<void> {
    const device = await this.parts.recognise(numbers, this.socket.remoteAddress ?? '');
    if (typeof device === 'string') this.close();
    else this.#device = device;
  }

  #announced({ announcement, answer }: Extract<AttachmentMessage, { kind: 'announced' }>): void {
    const { alarmNumber, files } = announcement;
    const of = readAlarmNumber(this.parts.secret, alarmNumber);
    // Only the device that was requested to may upload files for its alarm.
    if (of === null || of.trackerId !== this.#device?.trackerId) {
      this.close();
      return;
    }
    this.#alarm = { number: alarmNumber, of };
    this.#files.clear();
    for (const { name, sizeBytes } of files) this.#expect(name, sizeBytes);
    this.#send(answer);
  }

  #expect(name: string, sizeBytes: number): void {
    if (this.#alarm === null) {
      this.close();
      return;
    }
    const key = `${this.#alarm.number} ${name}`;
    const blockName = name.slice(0, BLOCK_NAME_LENGTH);
    const isNew = !this.#files.has(blockName);
    if (isNew && this.#files.size >= MAX_FILES_OF_ALARM) return;
    const isDone = this.parts.files.isDone(key);
    const incoming = isDone ? null : this.parts.files.begin(key, sizeBytes);
    this.#files.set(blockName, { key, incoming });
  }

  async #ended(file: AttachmentFile): Promise<void> {
    const expected = this.#files.get(file.name.slice(0, BLOCK_NAME_LENGTH));
    const incoming = expected?.incoming ?? null;
    if (this.#alarm === null || expected === undefined) return this.close();
    const missing = incoming?.ranges.missing() ?? [];
    if (incoming !== null && missing.length > 0 && incoming.rounds < MAX_ROUNDS) {
      incoming.rounds += 1;
      return this.#answer(file, missing);
    }
    if (incoming === null && !this.parts.files.isDone(expected.key)) this.parts.count('too_large');
    if (incoming !== null && missing.length > 0) {
      this.parts.count('failed');
      await this.parts.files.forget(expected.key);
    } else if (incoming !== null) {
      await this.#keep(file, expected.key, incoming);
    }
    this.#files.set(file.name.slice(0, BLOCK_NAME_LENGTH), { ...expected, incoming: null });
    this.#answer(file, []);
  }

  async #keep(file: AttachmentFile, key: string, incoming: IncomingFile): Promise<void> {
    if (this.#device === null || this.#alarm === null) return;
    await incoming.close();
    await this.parts.media.receive(
      evidenceItem(this.#device, this.#alarm.of, file, key, incoming.path),
    );
    this.parts.count('kept');
    await this.parts.files.forget(key, true);
  }

  #answer(file: AttachmentFile, missing: readonly FileRange[]): void {
    const bytes = this.#reader.fileAnswer(file, missing);
    if (bytes !== null) this.#send(bytes);
  }

  #send(bytes: Uint8Array): void {
    if (!this.#isClosed) this.socket.write(bytes);
  }
}

const KINDS = ['picture', 'sound', 'video'] as const;
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  h264: 'video/h264',
};
/**
 * In file names, the driver assistance and driver monitoring channels are written in hexadecimal.
 */
const AI_CHANNELS: Readonly<Record<string, number>> = { 64: 0x64, 65: 0x65 };

/**
 * A file of an alarm. Its name has the form `type_channel_alarm_number_alarmNumber.ext` and is only
 * parsed, never used as a path.
 */
function evidenceItem(
  { trackerId, customerId, vehicleId }: KnownDevice,
  { eventCode, occurredMs }: AlarmOfFiles,
  { name, type, sizeBytes }: AttachmentFile,
  key: string,
  path: string,
): DeviceMediaItem {
  const [, channel = ''] = /^[0-9a-z]+_([0-9]{1,3})_/i.exec(name) ?? [];
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return {
    trackerId,
    customerId,
    vehicleId,
    channel: AI_CHANNELS[channel] ?? Number(channel),
    kind: KINDS[type] ?? 'data',
    mediaType: MEDIA_TYPES[extension] ?? 'application/octet-stream',
    takenAtMs: occurredMs,
    cause: 'alarm',
    alarm: { eventCode, occurredMs },
    key: createHash('sha256').update(key).digest('hex'),
    sizeBytes,
    open: () => createReadStream(path),
  };
}
