import { asciiText } from '../bytes/ascii-text.ts';
import { word } from '../bytes/layout.ts';
import { StreamBuffer } from '../bytes/stream-buffer.ts';
import {
  type CodecOptions,
  type CodecSession,
  type DeviceMessage,
  MAX_BAD_IN_PUSH,
  type StreamCodec,
} from '../codec.ts';
import type { DeviceRecord } from '../record.ts';
import { encodeJt808, type Jt808Address, type Jt808Message, lookAhead } from './frame.ts';
import { deviceIds } from './identity.ts';
import {
  batchBodies,
  batteryRecord,
  DEFAULT_OFFSET_MIN,
  readLocation,
  shortBatchBodies,
} from './location.ts';
import { Reassembly } from './reassembly.ts';
import { type Jt808CameraMessage, readCameraMessage } from './video/camera-messages.ts';
import { encodeCommand, isCommandId, type Jt808Command } from './video/commands.ts';

const ANSWER = 0x8001;
const REGISTER = 0x0100;
const REGISTER_ANSWER = 0x8100;
const AUTHENTICATE = 0x0102;
const LOCATION = 0x0200;
const LOCATION_ANSWER = 0x0201;
const BATCH = 0x0704;
const SHORT_BATCH = 0x0210;
const BATTERY_BYTES = 7;
/**
 * Manufacturers' replies to commands: text with a length, and UTF-16 after the serial of the
 * command.
 */
const COMMAND_ANSWER = 0x0701;
const MESSAGE_ANSWER = 0x1300;
const DEVICE_ANSWER = 0x0001;
const TIME_REQUEST = 0x0004;
const TIME_ANSWER = 0x8004;
const MEDIA_DATA = 0x0801;
const RESEND = 0x8003;
const TEXT = 0x8300;
const TEXT_ANSWER = 0x6006;
/** Shown on the terminal's display, and read aloud if supported. */
const SHOW_AND_READ = 0x0c;
/** Of 2019: a notice. */
const TEXT_KIND_NOTICE = 1;

const RESULT_OK = 0;
const RESULT_FAILED = 1;
const NO_SUCH_TERMINAL = 4;
/** Longest body of a message. */
const MAX_BODY_BYTES = 0x3ff;
/** Maximum missing packets per request: limited by the count's byte and the body. */
const MAX_ASKED = 255;

/**
 * Messages without content to store: registration, heartbeat, sign-off, time, replies of the
 * device.
 */
const EMPTY_NOTICES = new Set([0x0001, 0x0002, 0x0003, 0x0004, 0x0100, 0x0102]);
/** Manufacturers' messages that have a special reply, or none. */
const MAKER_FAMILY = 0x55;
/** Replies of the device, which are not answered. */
const UNANSWERED = new Set([DEVICE_ANSWER, 0x0104, 0x0107, 0x0805, 0x1003, 0x1205, 0x1206, 0x0302]);

class Jt808Session implements CodecSession {
  readonly #buffer = new StreamBuffer();
  readonly #reassembly = new Reassembly();
  #serial = 0;
  #knownPhone: string | null = null;
  #address: Jt808Address | null = null;
  #deviceId = '';

  constructor(private readonly options: CodecOptions) {}

  get bufferedBytes(): number {
    return this.#buffer.length > 1
      ? this.#buffer.length + this.#reassembly.bytes
      : this.#reassembly.bytes;
  }

  push(chunk: Uint8Array): DeviceMessage[] {
    this.#buffer.push(chunk);
    const messages: DeviceMessage[] = [];
    let bad = 0;
    for (let look = lookAhead(this.#buffer.bytes); look.kind !== 'wait'; ) {
      const bytes = this.#buffer.bytes.subarray(0, look.bytes);
      if (look.kind === 'bad') {
        const raw = { bytes, kind: 'bad', understood: false, offsetMin: this.#offsetMin };
        messages.push({ kind: 'bad', reason: look.reason, answer: null, raw });
        bad += 1;
      }
      if (look.kind === 'message') {
        this.#identify(look.message, messages);
        messages.push(...this.#readFrame(look.message, bytes));
      }
      this.#buffer.drop(bad < MAX_BAD_IN_PUSH ? look.bytes : this.#buffer.length);
      look = lookAhead(this.#buffer.bytes);
    }
    this.#buffer.detach();
    return messages;
  }

  /** Every message contains its device's number: the first one is the login (section 6). */
  #identify(message: Jt808Message, messages: DeviceMessage[]): void {
    const phone = message.phone.toString('hex');
    if (phone === this.#knownPhone) return;
    this.#knownPhone = phone;
    this.#address = { is2019: message.is2019, phone: message.phone };
    const { deviceId, alsoKnownAs } = deviceIds(message.phone);
    this.#deviceId = deviceId;
    const isRegister = message.id === REGISTER;
    messages.push({
      kind: 'login',
      deviceId,
      alsoKnownAs,
      accepted: null,
      refused: isRegister ? this.#registerAnswer(message, NO_SUCH_TERMINAL) : null,
    });
  }

  encodeText(text: string): Uint8Array | null {
    if (this.#address === null) return null;
    const flags = this.#address.is2019 ? [SHOW_AND_READ, TEXT_KIND_NOTICE] : [SHOW_AND_READ];
    const body = Buffer.concat([Buffer.from(flags), Buffer.from(asciiText(text), 'latin1')]);
    return this.#answer(TEXT, this.#address, body);
  }

  encodeCommand(order: Jt808Command): { serial: number; bytes: Uint8Array } | null {
    if (this.#address === null) return null;
    const { id, body } = encodeCommand(order, this.#offsetMin);
    if (body.length > MAX_BODY_BYTES) return null;
    const serial = this.#serial;
    return { serial, bytes: this.#answer(id, this.#address, body) };
  }

  requestMissing(): Uint8Array[] {
    const address = this.#address;
    if (address === null) return [];
    return this.#reassembly.stalled().map(({ id, firstSerial, numbers, head }) => {
      const missing = numbers.slice(0, MAX_ASKED).map((number) => ({ number }));
      if (id === MEDIA_DATA && head !== null && head.length >= 4) {
        const order = { kind: 'mediaAnswer', mediaId: head.readUInt32BE(0), missing } as const;
        const { id: answerId, body } = encodeCommand(order, 0);
        return this.#answer(answerId, address, body);
      }
      return this.#answer(RESEND, address, resendBody(firstSerial, missing, address.is2019));
    });
  }

  get #offsetMin(): number {
    return this.options.clockOffsetMin?.(this.#deviceId) ?? DEFAULT_OFFSET_MIN;
  }

  #answer(id: number, message: Jt808Address, body: Uint8Array): Buffer {
    const serial = this.#serial;
    this.#serial = (this.#serial + 1) & 0xffff;
    return encodeJt808(id, message, serial, body);
  }

  #general(message: Jt808Message, result: number): Buffer {
    const body = Buffer.alloc(5);
    body.writeUInt16BE(message.serial, 0);
    body.writeUInt16BE(message.id, 2);
    body[4] = result;
    return this.#answer(ANSWER, message, body);
  }

  #registerAnswer(message: Jt808Message, result: number): Buffer {
    const head = Buffer.alloc(3);
    head.writeUInt16BE(message.serial, 0);
    head[2] = result;
    const code =
      result === RESULT_OK ? (this.options.authenticationCode?.(this.#deviceId) ?? '') : '';
    return this.#answer(
      REGISTER_ANSWER,
      message,
      Buffer.concat([head, Buffer.from(code, 'latin1')]),
    );
  }

  /** The messages of a frame; the first of them has its raw bytes. */
  #readFrame(message: Jt808Message, bytes: Uint8Array): DeviceMessage[] {
    const [first, ...others] = this.#read(message);
    if (first === undefined) return [];
    const kind = message.id.toString(16).padStart(4, '0');
    const understood =
      first.kind === 'notice'
        ? message.packet !== null || EMPTY_NOTICES.has(message.id)
        : first.kind !== 'bad';
    return [{ ...first, raw: { bytes, kind, understood, offsetMin: this.#offsetMin } }, ...others];
  }

  #read(message: Jt808Message): DeviceMessage[] {
    if (message.packet !== null) return this.#packet(message);
    const { id, body } = message;
    switch (id) {
      case REGISTER:
        return [
          { kind: 'notice', name: 'register', answer: this.#registerAnswer(message, RESULT_OK) },
        ];
      case AUTHENTICATE:
        return [
          { kind: 'notice', name: 'authenticate', answer: this.#general(message, RESULT_OK) },
        ];
      case LOCATION:
        return [this.#records(message, [body])];
      case LOCATION_ANSWER:
        return [this.#records(message, [body.subarray(2)])];
      case BATCH:
        return [this.#records(message, batchBodies(body))];
      case SHORT_BATCH:
        return [this.#shortBatch(message)];
      case COMMAND_ANSWER:
        return [this.#commandAnswer(message)];
      case MESSAGE_ANSWER:
        return [this.#messageAnswer(message)];
      case TIME_REQUEST:
        return [{ kind: 'notice', name: 'time', answer: this.#timeAnswer(message) }];
      case DEVICE_ANSWER:
        return [this.#deviceAnswer(message)];
      case TEXT_ANSWER:
        return [this.#text(message)];
      default:
        return [this.#camera(message) ?? this.#notice(message)];
    }
  }

  #notice(message: Jt808Message): DeviceMessage {
    const { id } = message;
    const name = id.toString(16).padStart(4, '0');
    const isAnswered = !UNANSWERED.has(id) && id >> 8 !== MAKER_FAMILY;
    return { kind: 'notice', name, answer: isAnswered ? this.#general(message, RESULT_OK) : null };
  }

  /** Decodes a camera message; null for any other message. */
  #camera(message: Jt808Message): DeviceMessage | null {
    const cameraMessage = readCameraMessage(message, this.#offsetMin);
    if (cameraMessage === null) return null;
    if (cameraMessage === 'short') {
      return { kind: 'bad', reason: 'structure', answer: this.#general(message, 2) };
    }
    const place =
      cameraMessage.kind === 'media' ? readLocation(cameraMessage.location, this.#offsetMin) : null;
    return {
      kind: 'camera',
      cameraMessage,
      place,
      answer: this.#cameraAnswer(message, cameraMessage),
    };
  }

  #cameraAnswer(message: Jt808Message, cameraMessage: Jt808CameraMessage): Uint8Array | null {
    if (cameraMessage.kind === 'media') {
      const { mediaId } = cameraMessage;
      const { id, body } = encodeCommand({ kind: 'mediaAnswer', mediaId, missing: [] }, 0);
      return this.#answer(id, message, body);
    }
    return UNANSWERED.has(message.id) ? null : this.#general(message, RESULT_OK);
  }

  /** The device's reply to a message of the platform: a text, a command, or another. */
  #deviceAnswer(message: Jt808Message): DeviceMessage {
    const { body } = message;
    const to = body.length < 5 ? null : body.readUInt16BE(2);
    if (to === TEXT) {
      return { kind: 'command-answer', text: '', accepted: body[4] === RESULT_OK, answer: null };
    }
    const isOrder = to !== null && isCommandId(to);
    return (isOrder ? this.#camera(message) : null) ?? this.#notice(message);
  }

  /** Several locations, or a battery report, in the manufacturers' short batch. */
  #shortBatch(message: Jt808Message): DeviceMessage {
    if (message.body.length !== BATTERY_BYTES) {
      return this.#records(message, shortBatchBodies(message.body));
    }
    return this.#stored(message, [batteryRecord(message.body, this.#offsetMin)]);
  }

  #commandAnswer(message: Jt808Message): DeviceMessage {
    const { body } = message;
    if (body.length < 4 || body.readUInt32BE(0) > body.length - 4) return this.#notice(message);
    const text = body.toString('latin1', 4, 4 + body.readUInt32BE(0));
    return {
      kind: 'command-answer',
      text,
      accepted: true,
      answer: this.#general(message, RESULT_OK),
    };
  }

  #messageAnswer(message: Jt808Message): DeviceMessage {
    const { body } = message;
    if (body.length < 4) return this.#notice(message);
    const words = Buffer.from(body.subarray(2, 2 + ((body.length - 2) & ~1)));
    const text = words.swap16().toString('utf16le').trim();
    return {
      kind: 'command-answer',
      text,
      accepted: true,
      answer: this.#general(message, RESULT_OK),
    };
  }

  #text(message: Jt808Message): DeviceMessage {
    const text = message.body.toString('latin1', 1);
    const answer = this.#general(message, RESULT_OK);
    return { kind: 'command-answer', text, accepted: true, answer };
  }

  #records(message: Jt808Message, bodies: readonly Buffer[] | null): DeviceMessage {
    const offsetMin = this.#offsetMin;
    const records: DeviceRecord[] = [];
    for (const body of bodies ?? []) {
      const record = readLocation(body, offsetMin);
      if (record !== null) records.push(record);
    }
    if (bodies === null || records.length < bodies.length) {
      return { kind: 'bad', reason: 'structure', answer: this.#general(message, 2) };
    }
    return this.#stored(message, records);
  }

  #stored(message: Jt808Message, records: readonly DeviceRecord[]): DeviceMessage {
    return {
      kind: 'records',
      records,
      stored: this.#general(message, RESULT_OK),
      failed: this.#general(message, RESULT_FAILED),
    };
  }

  #timeAnswer(message: Jt808Message): Buffer {
    const now = new Date(this.options.nowMs?.() ?? 0).toISOString();
    const digits = now.replace(/\D/g, '').slice(2, 14);
    return this.#answer(TIME_ANSWER, message, Buffer.from(digits, 'hex'));
  }

  /** One packet of a message: answered at once; media data is answered when complete. */
  #packet(message: Jt808Message): DeviceMessage[] {
    const isMedia = message.id === MEDIA_DATA;
    const whole = this.#reassembly.add(message);
    const answer = isMedia ? null : this.#general(message, RESULT_OK);
    const part: DeviceMessage = { kind: 'notice', name: 'packet', answer };
    if (whole === null) return [part];
    return [part, ...this.#read({ ...message, packet: null, body: whole })];
  }
}

/** Body of 8003; its count has two bytes since 2019. */
function resendBody(
  firstSerial: number,
  missing: readonly { readonly number: number }[],
  is2019: boolean,
): Buffer {
  const head = Buffer.alloc(is2019 ? 4 : 3);
  head.writeUInt16BE(firstSerial, 0);
  head.writeUIntBE(missing.length, 2, head.length - 2);
  return Buffer.concat([head, ...missing.map(({ number }) => word.write(number, 0))]);
}

/** JT/T 808 of 2013 and 2019 over TCP. */
export const jt808Codec: StreamCodec = {
  name: 'jt808',
  maxFrameBytes: 4096,
  createSession: (options = {}) => new Jt808Session(options),
};
