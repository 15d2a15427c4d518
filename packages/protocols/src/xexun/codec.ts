import { asciiText } from '../bytes/ascii-text.ts';
import { type FrameReader, type FrameReading, frameCodec } from '../bytes/frame-session.ts';
import { STRUCTURE_FAULT, storing } from '../bytes/messages.ts';
import { beginsLike } from '../bytes/recognise.ts';
import type { DeviceMessage } from '../codec.ts';
import { type CheckedFrame, encodeChecked } from './checked-frame.ts';
import { readCheckedReport } from './checked-report.ts';
import { lookAtFrame, MAX_FRAME_BYTES, type TextFrame, type XexunFrame } from './frame.ts';
import { encodeMarked, type MarkedFrame } from './marked-frame.ts';
import { readMarkedReport } from './marked-report.ts';
import { readIdentity, readTextReport } from './text-report.ts';

/** Types of messages with positions. */
const MARKED_REPORT = 0x0014;
const CHECKED_REPORT = 0x06;
const RECEIVED = Buffer.from([1]);
const STORED = Buffer.from([0]);

const notice = (name: string): DeviceMessage => ({ kind: 'notice', name, answer: null });

class XexunReader implements FrameReader<XexunFrame> {
  encodeText(text: string): Uint8Array {
    return Buffer.from(asciiText(text), 'latin1');
  }

  read(frame: XexunFrame): FrameReading {
    if (frame.kind === 'text') return this.#text(frame);
    return frame.kind === 'marked' ? this.#marked(frame) : this.#checked(frame);
  }

  #text(frame: TextFrame): FrameReading {
    const deviceId = readIdentity(frame.text)?.imei ?? null;
    const record = readTextReport(frame);
    const message = record === null ? notice('text') : storing([record]);
    return { deviceId, messages: [message], kind: 'text', understood: record !== null };
  }

  /** Fifteen digits and a zero. */
  #marked(frame: MarkedFrame): FrameReading {
    const kind = frame.type.toString(16).padStart(4, '0');
    const deviceId = frame.identity.toString('hex').slice(0, 15);
    if (!/^\d{15}$/.test(deviceId)) {
      return { deviceId: null, messages: [STRUCTURE_FAULT], kind, understood: false };
    }
    const records = frame.type === MARKED_REPORT ? readMarkedReport(frame.payload) : null;
    const answer = encodeMarked({ ...frame, payload: RECEIVED });
    const message = records === null ? notice(kind) : storing(records, answer);
    return { deviceId, messages: [message], kind, understood: records !== null };
  }

  /** A zero and fifteen digits. */
  #checked(frame: CheckedFrame): FrameReading {
    const kind = frame.type.toString(16).padStart(2, '0');
    const digits = frame.identity.toString('hex');
    if (!/^0\d{15}$/.test(digits)) {
      return { deviceId: null, messages: [STRUCTURE_FAULT], kind, understood: false };
    }
    const record = frame.type === CHECKED_REPORT ? readCheckedReport(frame.payload) : null;
    const answer = encodeChecked({ ...frame, payload: STORED });
    const message = record === null ? notice(kind) : storing([record], answer);
    return { deviceId: digits.slice(1), messages: [message], kind, understood: record !== null };
  }
}

/** A sentence, and the marks of the binary generations. */
const STARTS = ['GPRMC,', 'GNRMC,', '\u00fa\u00af', '\u00fc\u0000'];

/** Xexun over TCP: texts around an RMC sentence, and the two binary generations. */
export const xexunCodec = frameCodec({
  name: 'xexun',
  maxFrameBytes: MAX_FRAME_BYTES,
  recognises: (start) => beginsLike(start, STARTS),
  look: lookAtFrame,
  createReader: () => new XexunReader(),
});
