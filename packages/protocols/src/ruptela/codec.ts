import { asciiText } from '../bytes/ascii-text.ts';
import { FrameBuffer } from '../bytes/frame-buffer.ts';
import type { CodecSession, DeviceFrame, DeviceMessage, StreamCodec } from '../codec.ts';
import { lookAt, MAX_LENGTH, nextStart, type RuptelaFrame, sealed } from './frame.ts';
import { readFaultCodes, toDeviceRecord } from './record.ts';
import { EXTENDED_RECORDS, RECORDS, readRecords, StructureError } from './records.ts';

/** Commands of a device. The server's answer to command n is n + 100. */
const FAULT_CODES = 0x09;
const IDENTIFICATION = 0x0f;
const HEARTBEAT = 0x10;
const SET_IO = 0x11;
/** Answers in text: configuration, version, firmware, text message over the data connection. */
const TEXT_ANSWERS = new Set([0x02, 0x03, 0x04, 0x07]);
/** Answer to packets of both kinds of records. */
const RECORDS_ANSWER = 0x64;
const TEXT_COMMAND = 0x6c;
const ANSWER_OFFSET = 100;

const answer = (command: number, isPositive: boolean): Buffer =>
  sealed(Buffer.from([command, isPositive ? 1 : 0]));

/** A text for a device, as if it were a text message. */
export const encodeRuptelaCommand = (text: string): Buffer =>
  sealed(Buffer.concat([Buffer.from([TEXT_COMMAND]), Buffer.from(asciiText(text), 'latin1')]));

function readRecordPacket({ command, payload }: RuptelaFrame, raw: DeviceFrame): DeviceMessage {
  try {
    const records = readRecords(payload, command === EXTENDED_RECORDS).map(toDeviceRecord);
    const stored = answer(RECORDS_ANSWER, true);
    return { kind: 'records', records, stored, failed: answer(RECORDS_ANSWER, false), raw };
  } catch (error) {
    if (!(error instanceof StructureError)) throw error;
    const refused = answer(RECORDS_ANSWER, false);
    return {
      kind: 'bad',
      reason: 'structure',
      answer: refused,
      raw: { ...raw, understood: false },
    };
  }
}

function readFrame(frame: RuptelaFrame, raw: DeviceFrame): DeviceMessage {
  const { command, payload } = frame;
  const due = answer((command + ANSWER_OFFSET) & 0xff, true);
  if (command === RECORDS || command === EXTENDED_RECORDS) return readRecordPacket(frame, raw);
  if (command === FAULT_CODES) {
    const records = readFaultCodes(payload);
    if (records !== null) return { kind: 'records', records, stored: due, failed: null, raw };
  }
  if (TEXT_ANSWERS.has(command)) {
    const text = payload.toString('latin1').trim();
    return { kind: 'command-answer', text, accepted: true, answer: null, raw };
  }
  if (command === SET_IO && payload.length === 1) {
    const text = String(payload[0]);
    return { kind: 'command-answer', text, accepted: payload[0] === 1, answer: null, raw };
  }
  if (command === HEARTBEAT || command === IDENTIFICATION)
    return { kind: 'notice', name: raw.kind, answer: due, raw };
  // Not answered: the meaning of an answer to an unknown command is unknown too.
  return { kind: 'notice', name: raw.kind, answer: null, raw: { ...raw, understood: false } };
}

class RuptelaSession implements CodecSession {
  readonly #buffer = new FrameBuffer();
  #deviceId = '';

  get bufferedBytes(): number {
    return this.#buffer.length;
  }

  encodeText(text: string): Uint8Array | null {
    return this.#deviceId === '' ? null : encodeRuptelaCommand(text);
  }

  push(chunk: Uint8Array): DeviceMessage[] {
    return this.#buffer.pushFrames(chunk, { nextStart, lookAt }, (frame, bytes, messages) =>
      this.#read(frame, bytes, messages),
    );
  }

  /** Every packet names its device: the first one is the login. */
  #read(frame: RuptelaFrame, bytes: Uint8Array, messages: DeviceMessage[]): void {
    const { command, imei } = frame;
    const kind = command.toString(16).padStart(2, '0');
    const raw: DeviceFrame = { bytes, kind, understood: true, offsetMin: 0 };
    if (imei !== this.#deviceId) {
      this.#deviceId = imei;
      const isLogin = command === IDENTIFICATION;
      messages.push({
        kind: 'login',
        deviceId: imei,
        accepted: isLogin ? answer(IDENTIFICATION + ANSWER_OFFSET, true) : null,
        refused: isLogin ? answer(IDENTIFICATION + ANSWER_OFFSET, false) : null,
        ...(isLogin && { raw }),
      });
      if (isLogin) return;
    }
    messages.push(readFrame(frame, raw));
  }
}

/** Ruptela over TCP: records, extended records, trouble codes, answers in text. */
export const ruptelaCodec: StreamCodec = {
  name: 'ruptela',
  maxFrameBytes: MAX_LENGTH,
  createSession: () => new RuptelaSession(),
};
