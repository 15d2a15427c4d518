import {
  byte,
  dword,
  encodeLayout,
  fixedText,
  hex,
  isWhole,
  list,
  readLayout,
  shortText,
  type ValuesOf,
} from '../../bytes/layout.ts';
import { StreamBuffer } from '../../bytes/stream-buffer.ts';
import { type BadFrameReason, MAX_BAD_IN_PUSH } from '../../codec.ts';
import { encodeJt808, type Jt808Address, type Jt808Message, lookAhead } from '../frame.ts';
import { deviceIds } from '../identity.ts';
import { Reassembly } from '../reassembly.ts';
import { encodeCommand } from './commands.ts';

/** The announcement of an alarm's files (1210). The label has 16 or 40 bytes. */
const announcement = (terminalBytes: 7 | 30, labelBytes: 16 | 40) => ({
  terminalId: fixedText(terminalBytes),
  label: hex(labelBytes),
  alarmNumber: fixedText(32),
  /** 0 first upload, 1 repeat of missing parts. */
  kindOfUpload: byte,
  files: list({ name: shortText, sizeBytes: dword }, byte),
});
const ANNOUNCEMENTS = [
  announcement(7, 16),
  announcement(30, 40),
  announcement(7, 40),
  announcement(30, 16),
];
/** type: 0 image, 1 audio, 2 video, 3 text, 4 other. */
const FILE = { name: shortText, type: byte, sizeBytes: dword };

const ANNOUNCE = 0x1210;
const BEGIN = 0x1211;
const END = 0x1212;
const GENERAL_ANSWER = 0x8001;

const BLOCK_MARK = Buffer.from('30316364', 'hex');
const NAME_BYTES = 50;
const BLOCK_HEAD = BLOCK_MARK.length + NAME_BYTES + 4 + 4;
/** The standard's block size is 64 KiB. */
const MAX_BLOCK_BYTES = 256 * 1024;
/** Maximum frame length, with every byte escaped. */
const MAX_FRAME_BYTES = 4096;

/** Whether a block starts here, judged by the available bytes. */
function isBlock(bytes: Buffer, at: number): boolean {
  const there = Math.min(BLOCK_MARK.length, bytes.length - at);
  return there > 0 && bytes.compare(BLOCK_MARK, 0, there, at, at + there) === 0;
}

/** Names are sent by a device: they are labels, never paths. */
export type AttachmentAnnouncement = ValuesOf<ReturnType<typeof announcement>>;
export type AttachmentFile = ValuesOf<typeof FILE>;

/** A byte range of a file. */
export interface FileRange {
  readonly offset: number;
  readonly length: number;
}

/** A message of an attachment connection; `answer` is the reply to send. */
export type AttachmentMessage =
  /** The login of the device. */
  | { readonly kind: 'login'; readonly deviceId: string; readonly alsoKnownAs: readonly string[] }
  | {
      readonly kind: 'announced';
      readonly announcement: AttachmentAnnouncement;
      readonly answer: Buffer;
    }
  | { readonly kind: 'begun'; readonly file: AttachmentFile; readonly answer: Buffer }
  | {
      readonly kind: 'block';
      readonly name: string;
      readonly offset: number;
      readonly data: Buffer;
    }
  /** The file was sent: reply with `fileAnswer` and its missing ranges. */
  | { readonly kind: 'ended'; readonly file: AttachmentFile }
  | { readonly kind: 'notice'; readonly name: string; readonly answer: Buffer }
  | { readonly kind: 'bad'; readonly reason: BadFrameReason };

/**
 * Decodes the connection on which a device uploads the files of an alarm: JT/T 808 frames and raw
 * blocks mixed, split anywhere (T/JSATL 12, "Evidence files" in device-protocols, section 7).
 */
export class AttachmentReader {
  readonly #buffer = new StreamBuffer();
  readonly #reassembly = new Reassembly();
  #address: Jt808Address | null = null;
  #serial = 0;

  /** Buffered bytes: at most one block and the packets of a message. */
  get bufferedBytes(): number {
    return this.#buffer.length + this.#reassembly.bytes;
  }

  /** Decodes the next bytes and returns the messages they complete. Never throws on any input. */
  push(chunk: Uint8Array): AttachmentMessage[] {
    this.#buffer.push(chunk);
    const messages: AttachmentMessage[] = [];
    let bad = 0;
    for (;;) {
      const before = messages.length;
      const used = this.#next(messages);
      if (used === 0) break;
      if (messages.length > before && messages.at(-1)?.kind === 'bad') bad += 1;
      this.#buffer.drop(bad < MAX_BAD_IN_PUSH ? used : this.#buffer.length);
    }
    this.#buffer.detach();
    return messages;
  }

  /** The reply (9212) to a file: null before the login. */
  fileAnswer(file: AttachmentFile, missing: readonly FileRange[]): Buffer | null {
    if (this.#address === null) return null;
    const { name, type } = file;
    const result = missing.length === 0 ? 0 : 1;
    // Limited by the count's byte and a message of 1,023 bytes: the rest is requested next time.
    const asked = missing.slice(0, 90);
    const { id, body } = encodeCommand(
      { kind: 'fileAnswer', name, type, result, missing: asked },
      0,
    );
    return this.#encode(id, body);
  }

  /** Decodes the start of the buffer; returns the number of bytes used, 0 to wait for more. */
  #next(messages: AttachmentMessage[]): number {
    const { bytes } = this.#buffer;
    if (isBlock(bytes, 0)) return this.#block(messages);
    // The end mark of a frame is left in place, because it may start the next one; here a block
    // starts.
    if (bytes.length > BLOCK_MARK.length && isBlock(bytes, 1)) return 1;
    const look = lookAhead(bytes);
    if (look.kind === 'wait') return this.#overlong(messages);
    if (look.kind === 'message') messages.push(...this.#read(look.message));
    if (look.kind === 'bad') messages.push({ kind: 'bad', reason: look.reason });
    if (look.kind !== 'skip') return look.bytes;
    const mark = bytes.indexOf(BLOCK_MARK);
    return mark > 0 ? Math.min(mark, look.bytes) : look.bytes;
  }

  /** A frame without an end is invalid. */
  #overlong(messages: AttachmentMessage[]): number {
    if (this.#buffer.length <= MAX_FRAME_BYTES) return 0;
    messages.push({ kind: 'bad', reason: 'length' });
    return this.#buffer.length;
  }

  #block(messages: AttachmentMessage[]): number {
    const { bytes } = this.#buffer;
    if (bytes.length < BLOCK_HEAD) return 0;
    const nameAt = BLOCK_MARK.length;
    const offset = bytes.readUInt32BE(nameAt + NAME_BYTES);
    const length = bytes.readUInt32BE(nameAt + NAME_BYTES + 4);
    if (length > MAX_BLOCK_BYTES) {
      messages.push({ kind: 'bad', reason: 'length' });
      return BLOCK_MARK.length;
    }
    const end = BLOCK_HEAD + length;
    if (bytes.length < end) return 0;
    const name = bytes.toString('latin1', nameAt, nameAt + NAME_BYTES).replace(/\0.*$/s, '');
    messages.push({
      kind: 'block',
      name,
      offset,
      data: Buffer.from(bytes.subarray(BLOCK_HEAD, end)),
    });
    return end;
  }

  #read(message: Jt808Message): AttachmentMessage[] {
    const messages: AttachmentMessage[] = [];
    if (this.#address === null) {
      messages.push({ kind: 'login', ...deviceIds(message.phone) });
    }
    this.#address = { is2019: message.is2019, phone: message.phone };
    const body = this.#reassembly.add(message);
    if (body === null) messages.push(this.#notice(message));
    else messages.push(this.#whole({ ...message, body }));
    return messages;
  }

  #whole(message: Jt808Message): AttachmentMessage {
    const { id, body } = message;
    if (id === ANNOUNCE) return this.#announced(message);
    if (id !== BEGIN && id !== END) return this.#notice(message);
    const file = readLayout(FILE, body, 0);
    if (file === null) return { kind: 'bad', reason: 'structure' };
    if (id === END) return { kind: 'ended', file };
    return { kind: 'begun', file, answer: this.#general(message, 0) };
  }

  #notice(message: Jt808Message): AttachmentMessage {
    const name = message.id.toString(16).padStart(4, '0');
    return { kind: 'notice', name, answer: this.#general(message, 0) };
  }

  #announced(message: Jt808Message): AttachmentMessage {
    const { body } = message;
    const layout = ANNOUNCEMENTS.find((one) => isWhole(one, body));
    const read = layout === undefined ? null : readLayout(layout, body, 0);
    return read === null
      ? { kind: 'bad', reason: 'structure' }
      : { kind: 'announced', announcement: read, answer: this.#general(message, 0) };
  }

  #general(message: Jt808Message, result: number): Buffer {
    const body = Buffer.alloc(5);
    body.writeUInt16BE(message.serial, 0);
    body.writeUInt16BE(message.id, 2);
    body[4] = result;
    return this.#encode(GENERAL_ANSWER, body);
  }

  #encode(id: number, body: Buffer): Buffer {
    const serial = this.#serial;
    this.#serial = (this.#serial + 1) & 0xffff;
    return encodeJt808(id, this.#address as Jt808Address, serial, body);
  }
}

/** The announcement (1210) as a device sends it, with its id. */
export function encodeAnnouncement(values: AttachmentAnnouncement): { id: number; body: Buffer } {
  const isLong = values.label.length > 32;
  const layout = isLong ? announcement(30, 40) : announcement(7, 16);
  return { id: ANNOUNCE, body: encodeLayout(layout, values, 0) };
}

/** The message before (1211) or after (1212) a file's blocks, with its id. */
export function encodeAttachmentFile(
  file: AttachmentFile,
  place: 'before' | 'behind',
): { id: number; body: Buffer } {
  return { id: place === 'before' ? BEGIN : END, body: encodeLayout(FILE, file, 0) };
}

/** A raw block of a file. */
export function encodeAttachmentBlock(name: string, offset: number, data: Buffer): Buffer {
  const head = Buffer.alloc(BLOCK_HEAD);
  head.set(BLOCK_MARK, 0);
  head.write(name.slice(0, NAME_BYTES), BLOCK_MARK.length, 'latin1');
  head.writeUInt32BE(offset, BLOCK_MARK.length + NAME_BYTES);
  head.writeUInt32BE(data.length, BLOCK_MARK.length + NAME_BYTES + 4);
  return Buffer.concat([head, data]);
}
