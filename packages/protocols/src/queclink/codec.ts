import { asciiText } from '../bytes/ascii-text.ts';
import { type FrameReader, type FrameReading, frameCodec } from '../bytes/frame-session.ts';
import { STRUCTURE_FAULT, storing } from '../bytes/messages.ts';
import { beginsLike } from '../bytes/recognise.ts';
import type { DeviceMessage } from '../codec.ts';
import { binaryIdentity, readBinaryReport } from './binary-report.ts';
import { lookAtFrame, MAX_FRAME_BYTES, type QueclinkFrame, STARTS } from './frame.ts';
import { readReport } from './report.ts';

/** Model and version, two hexadecimal digits each or more. */
const VERSION = /^[\dA-F]{6}(?:[\dA-F]{2}){0,2}$/i;
/** An IMEI, or the MEID of a CDMA device. */
const DEVICE_ID = /^[\dA-F]{14,15}$/i;
const HEARTBEAT = 'GTHBD';

class QueclinkReader implements FrameReader<QueclinkFrame> {
  encodeText(text: string): Uint8Array {
    return Buffer.from(asciiText(text), 'latin1');
  }

  read(frame: QueclinkFrame): FrameReading {
    return frame.kind === 'binary' ? this.#binary(frame) : this.#text(frame.fields);
  }

  #binary({ name, bytes }: Extract<QueclinkFrame, { kind: 'binary' }>): FrameReading {
    const identity = binaryIdentity(name, bytes);
    const kind = name.slice(1);
    // Some messages contain the name of the device instead of its IMEI.
    if (identity === null) {
      const notice: DeviceMessage = { kind: 'notice', name: kind, answer: null };
      return { deviceId: null, messages: [notice], kind, understood: false };
    }
    const record = readBinaryReport(name, bytes);
    const message: DeviceMessage =
      record === null ? { kind: 'notice', name: kind, answer: null } : storing([record]);
    return { ...identity, messages: [message], kind, understood: record !== null };
  }

  #text(fields: readonly string[]): FrameReading {
    const [head = '', type = ''] = (fields[0] as string).split(':');
    const hasVersion = VERSION.test(fields[1] ?? '');
    const deviceId = fields[hasVersion ? 2 : 1] ?? '';
    const kind = type.slice(0, 16);
    if (!DEVICE_ID.test(deviceId)) {
      return { deviceId: null, messages: [STRUCTURE_FAULT], kind, understood: false };
    }
    const message = head === '+ACK' ? this.#acknowledgement(type, fields) : null;
    if (message !== null) return { deviceId, messages: [message], kind, understood: true };
    const isBuffered = head === '+BUFF';
    const records = readReport({ type, fields, hasVersion, isBuffered });
    if (records.length > 0) {
      return { deviceId, messages: [storing(records)], kind, understood: true };
    }
    const notice: DeviceMessage = { kind: 'notice', name: kind, answer: null };
    return { deviceId, messages: [notice], kind, understood: false };
  }

  /** A heartbeat is answered with its number; others answer a command. */
  #acknowledgement(type: string, fields: readonly string[]): DeviceMessage {
    if (type === HEARTBEAT) {
      const answer = Buffer.from(
        `+SACK:${type},${fields[1] ?? ''},${fields.at(-1) ?? ''}$`,
        'latin1',
      );
      return { kind: 'notice', name: type, answer };
    }
    const text = [type, ...fields.slice(3)].join(',');
    return { kind: 'command-answer', text, accepted: true, answer: null };
  }
}

/**
 * Queclink @Track over TCP: texts, and binary reports with the usual mask. Reports are not
 * acknowledged: devices ask for it only if their configuration says so.
 */
export const queclinkCodec = frameCodec({
  name: 'queclink',
  maxFrameBytes: MAX_FRAME_BYTES,
  recognises: (start) => beginsLike(start, STARTS),
  look: lookAtFrame,
  createReader: () => new QueclinkReader(),
});
