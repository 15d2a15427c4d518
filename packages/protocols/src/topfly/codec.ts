import { asciiText } from '../bytes/ascii-text.ts';
import { BufferedSession } from '../bytes/buffered-session.ts';
import type { DeviceFrame, DeviceMessage, StreamCodec } from '../codec.ts';
import { encodeTopfly, lookAt, MAX_LENGTH, nextStart, type TopflyFrame } from './frame.ts';
import { MARK, readAssetPosition, readVehiclePosition, TYPE } from './positions.ts';
import type { Reading } from './reading.ts';
import { readBluetooth, readDrivingEvent, readDrivingPoints, readNetwork } from './reports.ts';

const LOGIN = 0x01;
const HEARTBEAT = 0x03;
const DRIVING_POINTS = 0x05;
const DRIVING_EVENT = 0x06;
const ASSET_NETWORK = 0x05;
const BLUETOOTH = 0x10;
const NETWORK = 0x11;
const TEXT = 0x81;
const SET = 0x01;

const POSITIONS = new Set<number>(Object.values(TYPE));
const ALARMS = new Set<number>([TYPE.alarm, TYPE.alarm2]);

/** The answer repeats the head; devices of the first generation expect the serial number 1. */
function answerTo({ mark, type, serial, imei }: TopflyFrame, alarm = 0): Buffer {
  const body = alarm > 0 ? [alarm] : [];
  return encodeTopfly(mark, type, mark === MARK.first ? 1 : serial, imei, Buffer.from(body));
}

function readReport({ mark, type, body }: TopflyFrame): Reading | null {
  if (mark === MARK.asset && type === ASSET_NETWORK) return readNetwork(body);
  if (mark === MARK.obd && type === DRIVING_POINTS) return readDrivingPoints(body);
  if (mark === MARK.obd && type === DRIVING_EVENT) return readDrivingEvent(body);
  if (type === NETWORK) return readNetwork(body);
  return type === BLUETOOTH ? readBluetooth(body) : null;
}

class TopflySession extends BufferedSession {
  #deviceId = '';
  #mark: number = MARK.vehicle;

  override encodeText(text: string): Uint8Array | null {
    if (this.#deviceId === '') return null;
    const body = Buffer.concat([Buffer.from([SET]), Buffer.from(asciiText(text), 'latin1')]);
    return encodeTopfly(this.#mark, TEXT, 1, this.#deviceId, body);
  }

  push(chunk: Uint8Array): DeviceMessage[] {
    return this.buffer.pushFrames(chunk, { nextStart, lookAt }, (frame, bytes, messages) =>
      this.#read(frame, bytes, messages),
    );
  }

  /** Every message names its device: the first one is the login. */
  #read(frame: TopflyFrame, bytes: Uint8Array, messages: DeviceMessage[]): void {
    const { mark, type, imei } = frame;
    const kind = mark.toString(16) + type.toString(16).padStart(2, '0');
    const raw: DeviceFrame = { bytes, kind, understood: true, offsetMin: 0 };
    this.#mark = mark;
    if (type === LOGIN || imei !== this.#deviceId) {
      this.#deviceId = imei;
      const accepted = type === LOGIN ? answerTo(frame) : null;
      const login = { kind: 'login', deviceId: imei, accepted, refused: null } as const;
      messages.push(type === LOGIN ? { ...login, raw } : login);
      if (type === LOGIN) return;
    }
    messages.push(this.#message(frame, raw));
  }

  #message(frame: TopflyFrame, raw: DeviceFrame): DeviceMessage {
    const { mark, type, body, imei } = frame;
    if (type === TEXT) {
      const text = body.toString('utf16le', 1);
      return { kind: 'command-answer', text, accepted: true, answer: answerTo(frame), raw };
    }
    if (type === HEARTBEAT) return { kind: 'notice', name: raw.kind, answer: answerTo(frame), raw };
    const model = this.options.model?.(imei)?.toUpperCase() ?? '';
    const position = !POSITIONS.has(type)
      ? null
      : mark === MARK.asset
        ? readAssetPosition(body)
        : readVehiclePosition(mark, type, body, model);
    const answer = answerTo(frame, ALARMS.has(type) ? (position?.alarm ?? 0) : 0);
    const reading = position ?? readReport(frame);
    if (reading === null)
      return { kind: 'notice', name: raw.kind, answer, raw: { ...raw, understood: false } };
    const { records, complete } = reading;
    const understood = { ...raw, understood: complete };
    return { kind: 'records', records, stored: answer, failed: null, raw: understood };
  }
}

/** TopFlyTech over TCP, generations 2323 to 2727. A datagram can be pushed to a session of its own. */
export const topflyCodec: StreamCodec = {
  name: 'topfly',
  maxFrameBytes: MAX_LENGTH,
  createSession: (options = {}) => new TopflySession(options),
};
