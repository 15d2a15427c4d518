import { asciiText } from '../bytes/ascii-text.ts';
import { BufferedSession } from '../bytes/buffered-session.ts';
import type { DeviceFrame, DeviceMessage, StreamCodec } from '../codec.ts';
import {
  type EelinkPacket,
  encodeEelink,
  encodeEelinkDatagram,
  lookAt,
  MAX_LENGTH,
  nextStart,
  readImei,
} from './frame.ts';
import {
  type Reading,
  readHeartbeat,
  readLocationText,
  readNew,
  readObd,
  readOld,
  TYPE,
} from './positions.ts';

const OLD_TYPES = new Set<number>([TYPE.place, TYPE.alarm, TYPE.state, TYPE.textMessage]);
const NEW_FROM = 0x12;
const NEW_TO = 0x19;
/** Packets that the device does not expect an answer to. */
const UNANSWERED = new Set<number>([TYPE.place, TYPE.data]);
const PROTOCOL_VERSION = 1;
/** Kind of text, and number of the server. */
const TEXT_HEAD_BYTES = 5;
const TEXT_COMMAND = 1;

function readPacket(type: number, body: Buffer): Reading | null {
  if (OLD_TYPES.has(type)) return readOld(type, body);
  if (type >= NEW_FROM && type <= NEW_TO) return readNew(type, body);
  if (type === TYPE.heartbeat) return readHeartbeat(type, body);
  if (type === TYPE.obd) return readHeartbeat(type, body) ?? readObd(body);
  return null;
}

class EelinkSession extends BufferedSession {
  #deviceId = '';
  /** The device speaks in datagrams: answers need the same wrapper. */
  #isWrapped = false;
  #sequence = 0;

  override encodeText(text: string): Uint8Array | null {
    if (this.#deviceId === '') return null;
    this.#sequence = (this.#sequence + 1) & 0xffff;
    const head = Buffer.from([TEXT_COMMAND, 0, 0, 0, 0]);
    const body = Buffer.concat([head, Buffer.from(asciiText(text), 'latin1')]);
    return this.#wrapped(encodeEelink(TYPE.downlink, this.#sequence, body));
  }

  push(chunk: Uint8Array): DeviceMessage[] {
    return this.buffer.pushFrames(
      chunk,
      { nextStart, lookAt },
      ({ imei, packets }, bytes, messages) => {
        this.#isWrapped = imei !== null;
        if (imei !== null && imei !== this.#deviceId) {
          this.#deviceId = imei;
          messages.push({ kind: 'login', deviceId: imei, accepted: null, refused: null });
        }
        for (const packet of packets) messages.push(...this.#read(packet, bytes));
      },
    );
  }

  #wrapped(packet: Buffer): Buffer {
    return this.#isWrapped ? encodeEelinkDatagram(this.#deviceId, packet) : packet;
  }

  #read({ type, sequence, body }: EelinkPacket, bytes: Uint8Array): DeviceMessage[] {
    const kind = type.toString(16).padStart(2, '0');
    const raw: DeviceFrame = { bytes, kind, understood: true, offsetMin: 0 };
    const answer = UNANSWERED.has(type)
      ? null
      : this.#wrapped(encodeEelink(type, sequence, Buffer.alloc(0)));
    if (type === TYPE.login) return [this.#login(sequence, body, raw)];
    if (type === TYPE.downlink && body.length >= TEXT_HEAD_BYTES) {
      const text = body.toString('latin1', TEXT_HEAD_BYTES);
      const said: DeviceMessage = { kind: 'command-answer', text, accepted: true, answer, raw };
      const record = readLocationText(text);
      if (record === null) return [said];
      return [said, { kind: 'records', records: [record], stored: null, failed: null }];
    }
    const reading = readPacket(type, body);
    if (reading === null) {
      const understood = type === TYPE.heartbeat && body.length === 0;
      return [{ kind: 'notice', name: kind, answer, raw: { ...raw, understood } }];
    }
    const understood = { ...raw, understood: reading.complete };
    const records = [reading.record];
    return [{ kind: 'records', records, stored: answer, failed: null, raw: understood }];
  }

  #login(sequence: number, body: Buffer, raw: DeviceFrame): DeviceMessage {
    const deviceId = readImei(body, 0);
    if (deviceId === null) return { kind: 'bad', reason: 'structure', answer: null, raw };
    this.#deviceId = deviceId;
    // Time of the server, version of the protocol, no action.
    const content = Buffer.alloc(7);
    content.writeUInt32BE(Math.floor((this.options.nowMs?.() ?? 0) / 1000) >>> 0, 0);
    content.writeUInt16BE(PROTOCOL_VERSION, 4);
    const accepted = this.#wrapped(encodeEelink(TYPE.login, sequence, content));
    return { kind: 'login', deviceId, accepted, refused: null, raw };
  }
}

/** Eelink over TCP, versions 1 and 2. A datagram can be pushed to a session of its own. */
export const eelinkCodec: StreamCodec = {
  name: 'eelink',
  maxFrameBytes: MAX_LENGTH,
  createSession: (options = {}) => new EelinkSession(options),
};
