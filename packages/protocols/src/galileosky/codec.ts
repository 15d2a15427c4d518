import { asciiText } from '../bytes/ascii-text.ts';
import { BufferedSession } from '../bytes/buffered-session.ts';
import type { DeviceFrame, DeviceMessage, StreamCodec } from '../codec.ts';
import { type GalileoskyContent, readCompressed, readTags } from './content.ts';
import { encodeGalileosky, type GalileoskyFrame, lookAt, MAX_LENGTH, nextStart } from './frame.ts';
import { readSatellite } from './satellite.ts';
import { TAG } from './tags.ts';

const MAX_TEXT = 255;

/** A command to a device: its IMEI, its number, the number of the command, the text. */
export function encodeGalileoskyCommand(
  imei: string,
  deviceNumber: number,
  commandNumber: number,
  text: string,
): Buffer {
  const body = Buffer.from(asciiText(text).slice(0, MAX_TEXT), 'latin1');
  const head = Buffer.alloc(26);
  head[0] = TAG.imei;
  head.write(imei.padStart(15, '0').slice(0, 15), 1, 'latin1');
  head[16] = TAG.deviceNumber;
  head.writeUInt16LE(deviceNumber, 17);
  head[19] = TAG.commandNumber;
  head.writeUInt32LE(commandNumber, 20);
  head[24] = TAG.text;
  head[25] = body.length;
  return encodeGalileosky(Buffer.concat([head, body]));
}

class GalileoskySession extends BufferedSession {
  #deviceId = '';
  #deviceNumber = 0;
  #commandNumber = 0;

  override encodeText(text: string): Uint8Array | null {
    if (this.#deviceId === '') return null;
    this.#commandNumber = (this.#commandNumber + 1) >>> 0;
    return encodeGalileoskyCommand(this.#deviceId, this.#deviceNumber, this.#commandNumber, text);
  }

  push(chunk: Uint8Array): DeviceMessage[] {
    return this.buffer.pushFrames(chunk, { nextStart, lookAt }, (frame, bytes, messages) => {
      const raw = { bytes, kind: frame.kind, understood: true, offsetMin: 0 };
      messages.push(...this.#read(frame, raw));
    });
  }

  #content({ kind, content }: GalileoskyFrame): GalileoskyContent | null {
    if (kind === 'satellite') return readSatellite(content);
    if (kind === 'compressed') return readCompressed(content, this.options.nowMs?.() ?? null);
    return readTags(content);
  }

  #read(frame: GalileoskyFrame, raw: DeviceFrame): DeviceMessage[] {
    const { answer, kind } = frame;
    // Photos are not joined: their parts are stored as they are.
    if (kind === 'photo')
      return [{ kind: 'notice', name: kind, answer, raw: { ...raw, understood: false } }];
    const content = this.#content(frame);
    if (content === null) return [{ kind: 'bad', reason: 'structure', answer: null, raw }];
    const { imei, records, text, complete } = content;
    this.#deviceNumber = content.deviceNumber ?? this.#deviceNumber;
    const messages: DeviceMessage[] = [];
    const understood = { ...raw, understood: complete };
    const isLogin = imei !== null && imei !== this.#deviceId;
    const isOnlyLogin = isLogin && records.length === 0 && text === null && complete;
    if (isLogin) {
      if (!/^\d{15}$/.test(imei)) return [{ kind: 'bad', reason: 'structure', answer: null, raw }];
      this.#deviceId = imei;
      messages.push({
        kind: 'login',
        deviceId: imei,
        accepted: isOnlyLogin ? answer : null,
        refused: null,
        ...(isOnlyLogin && { raw }),
      });
    }
    if (records.length > 0)
      messages.push({ kind: 'records', records, stored: answer, failed: null, raw: understood });
    if (text !== null) {
      const due = records.length > 0 ? null : answer;
      const kept = records.length > 0 ? {} : { raw: understood };
      messages.push({ kind: 'command-answer', text, accepted: true, answer: due, ...kept });
    }
    if (records.length === 0 && text === null && !isOnlyLogin)
      messages.push({ kind: 'notice', name: kind, answer, raw: understood });
    return messages;
  }
}

/** Galileosky over TCP: tags, compressed records, photos, messages from the Iridium gateway. */
export const galileoskyCodec: StreamCodec = {
  name: 'galileosky',
  maxFrameBytes: MAX_LENGTH,
  createSession: (options = {}) => new GalileoskySession(options),
};
