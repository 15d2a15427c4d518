import { asciiText } from '../bytes/ascii-text.ts';
import { type FrameReader, type FrameReading, frameCodec } from '../bytes/frame-session.ts';
import { STRUCTURE_FAULT, storing } from '../bytes/messages.ts';
import { beginsLike } from '../bytes/recognise.ts';
import type { DeviceMessage } from '../codec.ts';
import type { DeviceRecord } from '../record.ts';
import { readAssetReport, readSt910Report } from './asset-report.ts';
import { readFamilyReport, readTripReport } from './family-report.ts';
import { lookAtFrame, MAX_FRAME_BYTES, type SuntechFrame } from './frame.ts';
import {
  binaryDeviceId,
  readBinaryReport,
  readTagReport,
  readUniversalReport,
} from './universal-report.ts';

const DEVICE_ID = /^\d{4,15}$/;
const FAMILY = /^S[TA]\d{3}([A-Z]{3})$/;
const UNIVERSAL = /^[A-Z]{3}$/;

const isCommandAnswer = (type: string): boolean => type === 'CMD' || type === 'RES';

/** The place of the device number differs between forms. */
function idAt(fields: readonly string[]): number {
  const isWord = fields[0] === 'ST910' || fields[0]?.endsWith('CMD');
  return isWord ? 2 : 1;
}

function readReport(fields: readonly string[], type: string): DeviceRecord | null {
  const header = fields[0] as string;
  if (header === 'ST910') return readSt910Report(fields);
  if (header === 'BLE') return readTagReport(fields);
  if (header.length === 3) return readUniversalReport(fields);
  if (/^ST41\dSTT$/.test(header)) return readAssetReport(fields);
  return type === 'HTE' ? readTripReport(fields) : readFamilyReport(fields);
}

class SuntechReader implements FrameReader<SuntechFrame> {
  encodeText(text: string): Uint8Array {
    return Buffer.from(`${asciiText(text)}\r`, 'latin1');
  }

  read(frame: SuntechFrame): FrameReading {
    return frame.kind === 'binary' ? this.#binary(frame) : this.#text(frame.fields);
  }

  #binary({ type, body }: Extract<SuntechFrame, { kind: 'binary' }>): FrameReading {
    const kind = type.toString(16);
    const deviceId = binaryDeviceId(body);
    if (deviceId === null) {
      return { deviceId: null, messages: [STRUCTURE_FAULT], kind, understood: false };
    }
    const record = readBinaryReport(body);
    const message: DeviceMessage =
      record === null ? { kind: 'notice', name: kind, answer: null } : storing([record]);
    return { deviceId, messages: [message], kind, understood: record !== null };
  }

  #text(fields: readonly string[]): FrameReading {
    const header = fields[0] as string;
    // The device refuses a command with a line of its own.
    if (header.startsWith('-')) {
      const text = fields.join(';');
      const refusal = { kind: 'command-answer', text, accepted: false, answer: null } as const;
      return { deviceId: null, messages: [refusal], kind: 'error', understood: true };
    }
    const type = FAMILY.exec(header)?.[1] ?? header;
    const deviceId = fields[idAt(fields)] ?? '';
    const isKnown = type.length === 3 ? UNIVERSAL.test(type) : header === 'ST910';
    if (!isKnown || !DEVICE_ID.test(deviceId)) {
      return {
        deviceId: null,
        messages: [STRUCTURE_FAULT],
        kind: type.slice(0, 16),
        understood: false,
      };
    }
    const { message, understood } = this.#message(fields, type);
    return { deviceId, messages: [message], kind: header, understood };
  }

  #message(
    fields: readonly string[],
    type: string,
  ): { readonly message: DeviceMessage; readonly understood: boolean } {
    if (isCommandAnswer(type)) {
      const text = fields.slice(idAt(fields) + 1).join(';');
      const message = { kind: 'command-answer', text, accepted: true, answer: null } as const;
      return { message, understood: true };
    }
    const notice: DeviceMessage = { kind: 'notice', name: type, answer: null };
    if (type === 'ALV') return { message: notice, understood: true };
    const record = readReport(fields, type);
    return record === null
      ? { message: notice, understood: false }
      : { message: storing([record]), understood: true };
  }
}

/** Headers of the families and of the universal protocol, and its binary form. */
const STARTS = [
  'ST000',
  'SA000',
  ...['STT', 'ALT', 'EMG', 'EVT', 'UEX', 'BLE', 'ALV', 'RES'].map((type) => `${type};`),
  '\u0081',
];

/** Suntech over TCP: families ST200 to ST600, ST410, ST910, and the universal protocol. */
export const suntechCodec = frameCodec({
  name: 'suntech',
  maxFrameBytes: MAX_FRAME_BYTES,
  recognises: (start) => beginsLike(start, STARTS),
  look: lookAtFrame,
  createReader: () => new SuntechReader(),
});
