import { type FrameReader, type FrameReading, frameCodec } from '../bytes/frame-session.ts';
import { STRUCTURE_FAULT, storing } from '../bytes/messages.ts';
import { beginsLike } from '../bytes/recognise.ts';
import type { DeviceMessage } from '../codec.ts';
import type { DeviceRecord } from '../record.ts';
import {
  encodeChecked,
  encodeLine,
  hasChecksum,
  lookAtFrame,
  MAX_FRAME_BYTES,
  type WialonFrame,
} from './frame.ts';
import { FULL_FIELDS, readRecord, SHORT_FIELDS } from './record.ts';

const VERSION_2 = '2.0';
const DEVICE_ID = /^[!"$-:<-~]{1,32}$/;

/** Codes of an answer: received, and why not. */
const ANSWER = {
  received: '1',
  loginRefused: '0',
  loginChecksum: '10',
  structure: '-1',
  time: '0',
  shortChecksum: '13',
  fullChecksum: '16',
  messageChecksum: '01',
} as const;

class WialonReader implements FrameReader<WialonFrame> {
  /** From version 2.0 on, each line has a checksum. */
  #isChecked = false;
  /** Whether all of the current line was understood. */
  #isWhole = true;

  encodeText(text: string): Uint8Array {
    const line = text.replace(/[\r\n]+/g, ' ');
    return this.#isChecked ? encodeChecked('M', line) : encodeLine('M', line);
  }

  read(frame: WialonFrame): FrameReading {
    const { type, sender } = frame;
    if (type === 'L') return this.#login(frame);
    if (sender !== null) this.#isChecked = sender.version === VERSION_2;
    this.#isWhole = true;
    const message = this.#message(frame);
    const isKnown = message.kind !== 'notice' || type === 'P' || type === 'M';
    return {
      deviceId: sender?.deviceId ?? null,
      messages: [message],
      kind: type,
      understood: isKnown && this.#isWhole && message.kind !== 'bad',
    };
  }

  /** `IMEI;password`, or `2.0;IMEI;password;checksum`. Devices are known by their IMEI alone. */
  #login({ body, bytes }: WialonFrame): FrameReading {
    const fields = body.split(';');
    const isChecked = fields[0] === VERSION_2;
    const deviceId = (isChecked ? fields[1] : fields[0]) ?? '';
    const failed = (answer: string, reason: 'checksum' | 'structure'): FrameReading => ({
      deviceId: null,
      messages: [{ kind: 'bad', reason, answer: encodeLine('AL', answer) }],
      kind: 'L',
      understood: false,
    });
    if (isChecked && !hasChecksum(bytes, ';')) return failed(ANSWER.loginChecksum, 'checksum');
    if (!DEVICE_ID.test(deviceId)) return failed(ANSWER.loginRefused, 'structure');
    this.#isChecked = isChecked;
    return {
      deviceId,
      login: {
        accepted: encodeLine('AL', ANSWER.received),
        refused: encodeLine('AL', ANSWER.loginRefused),
      },
      messages: [],
      kind: 'L',
      understood: true,
    };
  }

  #message(frame: WialonFrame): DeviceMessage {
    switch (frame.type) {
      case 'D':
        return this.#data(frame, FULL_FIELDS, ANSWER.fullChecksum);
      case 'SD':
        return this.#data(frame, SHORT_FIELDS, ANSWER.shortChecksum);
      case 'B':
        return this.#blackBox(frame);
      case 'P':
        return { kind: 'notice', name: 'P', answer: encodeLine('AP', '') };
      case 'M':
        return this.#text(frame);
      case 'AM':
        return {
          kind: 'command-answer',
          text: '',
          accepted: frame.body.startsWith(ANSWER.received),
          answer: null,
        };
      default:
        return { kind: 'notice', name: frame.type, answer: null };
    }
  }

  #data({ type, body, bytes }: WialonFrame, count: number, refusal: string): DeviceMessage {
    const fields = body.split(';');
    const answer = (code: string) => encodeLine(`A${type}`, code);
    // Some devices of version 1.1 send a checksum too: it is an additional field.
    const hasMore = this.#isChecked || fields.length > count;
    if (hasMore && !hasChecksum(bytes, ';')) {
      return { kind: 'bad', reason: 'checksum', answer: answer(refusal) };
    }
    const record = readRecord(hasMore ? fields.slice(0, -1) : fields);
    if (typeof record === 'string') {
      return { kind: 'bad', reason: 'structure', answer: answer(ANSWER[record]) };
    }
    return storing([record], answer(ANSWER.received));
  }

  /** Records that the device stored, short and full ones, separated by `|`. */
  #blackBox({ body, bytes }: WialonFrame): DeviceMessage {
    // Without a number in the answer, the device sends the records again.
    if (this.#isChecked && !hasChecksum(bytes, '|') && !hasChecksum(bytes, ';')) {
      return { kind: 'bad', reason: 'checksum', answer: encodeLine('AB', '') };
    }
    const parts = body.split('|');
    // The checksum is either a part of its own or the last field of the last record.
    if (this.#isChecked && parts.at(-1)?.includes(';') === false) parts.pop();
    const records: DeviceRecord[] = [];
    for (const part of parts) {
      const fields = part.split(';');
      const hasMore = fields.length === FULL_FIELDS + 1 || fields.length === SHORT_FIELDS + 1;
      const record = readRecord(hasMore ? fields.slice(0, -1) : fields);
      if (typeof record === 'string') continue;
      records.push({ ...record, attributes: { ...record.attributes, resent: true } });
    }
    if (records.length === 0) return STRUCTURE_FAULT;
    // A record that cannot be read is kept as raw, so all of them are acknowledged.
    this.#isWhole = records.length === parts.length;
    return storing(records, encodeLine('AB', String(parts.length)));
  }

  /** A text of the driver. */
  #text({ body, bytes }: WialonFrame): DeviceMessage {
    if (this.#isChecked && !hasChecksum(bytes, ';')) {
      const answer = encodeLine('AM', ANSWER.messageChecksum);
      return { kind: 'bad', reason: 'checksum', answer };
    }
    const text = this.#isChecked ? body.slice(0, body.lastIndexOf(';')) : body;
    const answer = encodeLine('AM', ANSWER.received);
    return { kind: 'command-answer', text, accepted: true, answer };
  }
}

const STARTS = [...['L', 'D', 'SD', 'B', 'P', 'M'].map((type) => `#${type}#`), '0.0;'];

/** Wialon IPS 1.1 and 2.0 over TCP. */
export const wialonCodec = frameCodec({
  name: 'wialon',
  maxFrameBytes: MAX_FRAME_BYTES,
  recognises: (start) => beginsLike(start, STARTS),
  look: lookAtFrame,
  createReader: () => new WialonReader(),
});
