import { asciiText } from '../bytes/ascii-text.ts';
import { type FrameReader, type FrameReading, frameCodec } from '../bytes/frame-session.ts';
import { storing } from '../bytes/messages.ts';
import { beginsLike } from '../bytes/recognise.ts';
import type { CodecOptions, DeviceMessage } from '../codec.ts';
import type { DeviceEvent, DeviceRecord } from '../record.ts';
import { eventOfAlarm, eventOfCommand } from './events.ts';
import { encodeText, lookAtFrame, MAX_FRAME_BYTES, type Tk103Frame } from './frame.ts';
import { readCompact, readFields } from './position.ts';
import { readCells, readNetwork, readPower } from './status.ts';

/** Login with a position, with the identity of the modem in front. */
const LOGIN = 'BP05';
const HANDSHAKE = 'BP00';
const ALARM = 'BO01';
const EXTENDED_ALARM = 'BQ81';
/** Brackets cannot occur in a text for the device. */
const BRACKETS = /[()]/g;

const MODEM = /^(\d{15})(?=\d{6}[AV])/;
/** An IMEI; devices with a number of their own pad it with zeros. */
const IMEI = /^[1-9]\d{14}$/;

interface Read {
  readonly record: DeviceRecord | null;
  readonly events?: readonly DeviceEvent[];
}

/** The content of a message with a position or a status. */
function readContent(command: string, body: string, offsetMin: number): Read {
  const fields = body.split(',');
  switch (command) {
    case ALARM: {
      const record = readCompact(body.slice(1), offsetMin);
      return { record, events: eventOfAlarm(command, body.slice(0, 1)) };
    }
    case EXTENDED_ALARM: {
      // ALARM, number, a value, then the position
      const record = readCompact(fields.slice(3).join(','), offsetMin);
      return { record, events: eventOfAlarm(command, fields[1] ?? '') };
    }
    case 'ZC20':
      return { record: readPower(fields, offsetMin) };
    case 'BZ00':
      return { record: readCells(body) };
    case 'DW50':
      return { record: readNetwork(fields, offsetMin) };
    default: {
      const position = body.replace(MODEM, '');
      const record = readCompact(position, offsetMin) ?? readFields(fields, offsetMin);
      return { record, events: eventOfCommand(command) };
    }
  }
}

/** A text in answer to a command: date, time, and the text between dollar signs. */
function readText(body: string): string | null {
  const from = body.indexOf('$');
  return from < 0 ? null : body.slice(from + 1).replace(/\$$/, '');
}

class Tk103Reader implements FrameReader<Tk103Frame> {
  constructor(private readonly options: CodecOptions) {}

  encodeText(text: string, deviceId: string): Uint8Array {
    return encodeText(deviceId, asciiText(text).replace(BRACKETS, ' '));
  }

  read(frame: Tk103Frame): FrameReading {
    const { deviceId, command, body } = frame;
    const offsetMin = this.options.clockOffsetMin?.(deviceId) ?? 0;
    const modem = command === LOGIN ? MODEM.exec(body)?.[1] : undefined;
    const alsoKnownAs =
      modem !== undefined && IMEI.test(modem) && modem !== deviceId ? [modem] : [];
    const message = this.#message(frame, offsetMin);
    const isKnown = message.kind !== 'notice' || command === HANDSHAKE;
    return {
      deviceId,
      ...(alsoKnownAs.length > 0 && { alsoKnownAs }),
      messages: [message],
      kind: command,
      understood: isKnown,
      offsetMin,
    };
  }

  #message({ deviceId, command, body }: Tk103Frame, offsetMin: number): DeviceMessage {
    if (command === HANDSHAKE) {
      return { kind: 'notice', name: command, answer: encodeText(deviceId, 'AP01HSO') };
    }
    const text = command === 'ZC03' ? readText(body) : null;
    if (text !== null) return { kind: 'command-answer', text, accepted: true, answer: null };
    // The form with commas has no answer.
    const answer = command === LOGIN && !body.includes(',') ? encodeText(deviceId, 'AP05') : null;
    const { record, events = [] } = readContent(command, body, offsetMin);
    if (record === null) return { kind: 'notice', name: command, answer };
    return storing([{ ...record, events }], answer);
  }
}

/** TK103 over TCP: texts in round brackets, without separators or with commas. */
export const tk103Codec = frameCodec({
  name: 'tk103',
  maxFrameBytes: MAX_FRAME_BYTES,
  recognises: (start) => beginsLike(start, ['(0000000000']),
  look: lookAtFrame,
  createReader: (options) => new Tk103Reader(options),
});
