import { word } from '../bytes/layout.ts';
import { encodeJt808, type Jt808Address, type Jt808Message } from './frame.ts';
import { ID } from './message-ids.ts';
import type { MissingPackets } from './reassembly.ts';
import { encodeCommand } from './video/commands.ts';

/** Maximum missing packets per request: limited by the count's byte and the body. */
const MAX_ASKED = 255;

type Missing = readonly { readonly number: number }[];

/** Body of 8003; its count has two bytes since 2019. */
function resendBody(firstSerial: number, missing: Missing, is2019: boolean): Buffer {
  const head = Buffer.alloc(is2019 ? 4 : 3);
  head.writeUInt16BE(firstSerial, 0);
  head.writeUIntBE(missing.length, 2, head.length - 2);
  return Buffer.concat([head, ...missing.map(({ number }) => word.write(number, 0))]);
}

/** The messages of the server to one device, with their consecutive serials. */
export class Answers {
  #serial = 0;

  /** Serial of the next message. */
  get nextSerial(): number {
    return this.#serial;
  }

  encode(id: number, address: Jt808Address, body: Uint8Array): Buffer {
    const serial = this.#serial;
    this.#serial = (this.#serial + 1) & 0xffff;
    return encodeJt808(id, address, serial, body);
  }

  /** The general answer (8001). */
  general(message: Jt808Message, result: number): Buffer {
    const body = Buffer.alloc(5);
    body.writeUInt16BE(message.serial, 0);
    body.writeUInt16BE(message.id, 2);
    body[4] = result;
    return this.encode(ID.answer, message, body);
  }

  /** The answer to a registration; a refusal has no code. */
  register(message: Jt808Message, result: number, code: string): Buffer {
    const head = Buffer.alloc(3);
    head.writeUInt16BE(message.serial, 0);
    head[2] = result;
    const body = Buffer.concat([head, Buffer.from(code, 'latin1')]);
    return this.encode(ID.registerAnswer, message, body);
  }

  /** The time in UTC (8004). */
  time(message: Jt808Message, nowMs: number): Buffer {
    const digits = new Date(nowMs).toISOString().replace(/\D/g, '').slice(2, 14);
    return this.encode(ID.timeAnswer, message, Buffer.from(digits, 'hex'));
  }

  /** The time in UTC (8109): year in two bytes, other parts in one, result. */
  clock(message: Jt808Message, nowMs: number): Buffer {
    const now = new Date(nowMs);
    const body = Buffer.alloc(8);
    body.writeUInt16BE(now.getUTCFullYear(), 0);
    body.set([now.getUTCMonth() + 1, now.getUTCDate()], 2);
    body.set([now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()], 4);
    return this.encode(ID.clockAnswer, message, body);
  }

  /** Media data was stored, or packets of it are missing (8800). */
  media(address: Jt808Address, mediaId: number, missing: Missing): Buffer {
    const { id, body } = encodeCommand({ kind: 'mediaAnswer', mediaId, missing }, 0);
    return this.encode(id, address, body);
  }

  /** A request for the missing packets of a message. */
  missing(address: Jt808Address, { id, firstSerial, numbers, head }: MissingPackets): Buffer {
    const missing = numbers.slice(0, MAX_ASKED).map((number) => ({ number }));
    if (id === ID.mediaData && head !== null && head.length >= 4)
      return this.media(address, head.readUInt32BE(0), missing);
    return this.encode(ID.resend, address, resendBody(firstSerial, missing, address.is2019));
  }
}
