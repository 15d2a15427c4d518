import type { CodecSession, DeviceFrame, DeviceMessage, StreamCodec } from '../codec.ts';
import {
  type CalampMessage,
  encodeCalampAck,
  MAX_BYTES,
  readDatagram,
  SERVICE,
  TYPE,
} from './frame.ts';
import { readImei, readMessage } from './record.ts';

function readBody(
  { service, type, sequence, body }: CalampMessage,
  raw: DeviceFrame,
): DeviceMessage {
  const answer = service === SERVICE.acknowledged ? encodeCalampAck(sequence, type) : null;
  const reading = readMessage(type, body);
  if (reading !== null) {
    const understood = { ...raw, understood: reading.complete };
    const records = [reading.record];
    return { kind: 'records', records, stored: answer, failed: null, raw: understood };
  }
  // Answers and messages without a body have nothing to keep.
  const understood = service === SERVICE.response || body.length === 0 || type === TYPE.id;
  return { kind: 'notice', name: raw.kind, answer, raw: { ...raw, understood } };
}

/** A device: each push is one datagram, because a message has no length of its own. */
class CalampSession implements CodecSession {
  #deviceId = '';

  get bufferedBytes(): number {
    return 0;
  }

  /** The protocol has no commands in text. */
  encodeText(): null {
    return null;
  }

  push(chunk: Uint8Array): DeviceMessage[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (bytes.length === 0) return [];
    if (bytes.length > MAX_BYTES) return [{ kind: 'bad', reason: 'length', answer: null }];
    const message = readDatagram(bytes);
    if (message === null) return [{ kind: 'bad', reason: 'structure', answer: null }];
    const kind = message.type.toString(16).padStart(2, '0');
    const raw: DeviceFrame = { bytes, kind, understood: true, offsetMin: 0 };
    return [...this.#login(message), readBody(message, raw)];
  }

  /** The first datagram that names the device is the login. */
  #login({ deviceId, type, body }: CalampMessage): DeviceMessage[] {
    if (deviceId === null || deviceId === this.#deviceId) return [];
    this.#deviceId = deviceId;
    const imei = type === TYPE.id ? readImei(body) : null;
    const other = imei !== null && imei !== deviceId ? { alsoKnownAs: [imei] } : {};
    return [{ kind: 'login', deviceId, accepted: null, refused: null, ...other }];
  }
}

/** CalAmp LM Direct over UDP: a session of its own for each peer or datagram. */
export const calampCodec: StreamCodec = {
  name: 'calamp',
  maxFrameBytes: MAX_BYTES,
  createSession: () => new CalampSession(),
};
