import { asciiText } from '../bytes/ascii-text.ts';
import { type FrameReader, type FrameReading, frameCodec } from '../bytes/frame-session.ts';
import { STRUCTURE_FAULT, storing } from '../bytes/messages.ts';
import { beginsLike } from '../bytes/recognise.ts';
import { textOf } from '../bytes/text-values.ts';
import type { CodecOptions, DeviceMessage } from '../codec.ts';
import type { DeviceRecord } from '../record.ts';
import { readBinaryReport } from './binary-report.ts';
import { encodeFrame, lookAtFrame, MAX_FRAME_BYTES, type MeitrackFrame } from './frame.ts';
import { readParameterReport } from './parameter-report.ts';
import { readTextReport } from './text-report.ts';

/** Reports; D commands carry parts of photos. All others answer a command of the server. */
const REPORT = { text: 'AAA', binary: 'CCC', parameters: 'CCE' } as const;
const COMMAND_ANSWER = /^[A-CEF][0-9A-F][0-9]$/;
const IMEI = /^\d{10,17}$/;
const FIRST_FLAG = 'A'.charCodeAt(0);
const FLAGS = 'z'.charCodeAt(0) - FIRST_FLAG + 1;

class MeitrackReader implements FrameReader<MeitrackFrame> {
  #sent = 0;

  constructor(private readonly options: CodecOptions) {}

  encodeText(text: string, deviceId: string): Uint8Array {
    const flag = String.fromCharCode(FIRST_FLAG + (this.#sent % FLAGS));
    this.#sent += 1;
    return encodeFrame('@@', flag, deviceId, asciiText(text));
  }

  read(frame: MeitrackFrame): FrameReading {
    const { imei, command } = frame;
    const kind = command.slice(0, 16);
    if (!IMEI.test(imei)) {
      return { deviceId: null, messages: [STRUCTURE_FAULT], kind, understood: false };
    }
    const message = this.#message(frame);
    const understood = message.kind === 'records' || message.kind === 'command-answer';
    return { deviceId: imei, messages: [message], kind, understood };
  }

  #message(frame: MeitrackFrame): DeviceMessage {
    const { imei, command, body, flag } = frame;
    const model = this.options.model?.(imei) ?? '';
    switch (command) {
      case REPORT.text: {
        const record = readTextReport(textOf(body).split(','), model);
        return record === null ? STRUCTURE_FAULT : storing([record]);
      }
      case REPORT.binary: {
        const records = readBinaryReport(body, model);
        if (records === null) return STRUCTURE_FAULT;
        return storing(records, acknowledgement(flag, imei, records));
      }
      case REPORT.parameters: {
        const records = readParameterReport(body);
        return records === null ? STRUCTURE_FAULT : storing(records);
      }
      default: {
        if (!COMMAND_ANSWER.test(command)) return { kind: 'notice', name: command, answer: null };
        const text = body.length === 0 ? command : `${command},${textOf(body)}`;
        return { kind: 'command-answer', text, accepted: true, answer: null };
      }
    }
  }
}

/** The number of stored records, which the device then deletes. */
const acknowledgement = (flag: string, imei: string, records: readonly DeviceRecord[]) =>
  encodeFrame('@@', flag, imei, REPORT.binary, Buffer.from(String(records.length)));

/** Meitrack's GPRS protocol over TCP: reports as text (AAA) and binary (CCC, CCE). */
export const meitrackCodec = frameCodec({
  name: 'meitrack',
  maxFrameBytes: MAX_FRAME_BYTES,
  recognises: (start) => beginsLike(start, ['$$?0']),
  look: lookAtFrame,
  createReader: (options) => new MeitrackReader(options),
});
