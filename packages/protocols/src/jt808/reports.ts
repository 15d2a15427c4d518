import { EVENT } from '@roadworthy/domain';
import { readBcdTime } from '../bytes/layout.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import type { Jt808Message } from './frame.ts';
import { ID } from './message-ids.ts';

/** Reports without a location. Times are of the device's clock. */

const MINUTE_MS = 60_000;
const timeAt = (body: Buffer, at: number, offsetMin: number): number | null => {
  const localMs = readBcdTime(body, at);
  return localMs === null ? null : localMs - offsetMin * MINUTE_MS;
};

/** Texts of the standard are GBK. */
const GBK = new TextDecoder('gbk');
export const gbkText = (bytes: Uint8Array): string => GBK.decode(bytes).replaceAll('\0', '').trim();

/** A battery report (0210 of seven bytes): per cent and time. */
export function batteryRecord(body: Buffer, offsetMin: number): DeviceRecord {
  const percent = body[0] as number;
  const timeMs = timeAt(body, 1, offsetMin);
  return { ...EMPTY_RECORD, timeMs, batteryPercent: percent <= 100 ? percent : null };
}

const HEARTBEAT_BYTES = 3;

/** A heartbeat (0002) with battery, signal and status, which the standard does not have. */
export function heartbeatRecord(body: Buffer): DeviceRecord | null {
  if (body.length < HEARTBEAT_BYTES) return null;
  const [percent = 0, mobileSignal = 0, status = 0] = body;
  const batteryPercent = percent <= 100 ? percent : null;
  return { ...EMPTY_RECORD, batteryPercent, attributes: { mobileSignal, status } };
}

/** Status of a driver card (0702). */
const CARD = { inserted: 1, removed: 2 } as const;
const CODE_BYTES = 20;
const CARD_READ = 0;

/** A driver card was inserted or removed (0702). */
export function driverRecord(body: Buffer, offsetMin: number): DeviceRecord | null {
  if (body.length < 7) return null;
  const status = body[0] as number;
  const timeMs = timeAt(body, 1, offsetMin);
  const code = status === CARD.inserted ? EVENT.driverIdentified : EVENT.driverSignedOut;
  const attributes: Record<string, AttributeValue> = { cardStatus: status };
  const isKnown = status === CARD.inserted || status === CARD.removed;
  const record: DeviceRecord = {
    ...EMPTY_RECORD,
    timeMs,
    events: isKnown ? [{ code, kind: 'pulse' }] : [],
    attributes,
  };
  const result = body[7];
  if (result === undefined) return record;
  attributes.cardResult = result;
  const nameEnd = 9 + (body[8] ?? 0);
  if (result !== CARD_READ || body.length < nameEnd + CODE_BYTES) return record;
  const name = gbkText(body.subarray(9, nameEnd));
  const number = gbkText(body.subarray(nameEnd, nameEnd + CODE_BYTES));
  if (name !== '') attributes.driverName = name;
  return { ...record, driverTag: number === '' ? null : number };
}

/** Fixed bytes before the SIM card's number: maker, model and id are longer since 2019. */
const ICCID_AT = { 2013: 2 + 5 + 20 + 7, 2019: 2 + 5 + 30 + 30 } as const;
const ICCID_BYTES = 10;

/** Attributes of the terminal (0107): model, SIM card, versions. */
export function terminalRecord(body: Buffer, is2019: boolean): DeviceRecord | null {
  const at = ICCID_AT[is2019 ? 2019 : 2013];
  if (body.length < at + ICCID_BYTES + 2) return null;
  const hardwareAt = at + ICCID_BYTES;
  const hardwareEnd = hardwareAt + 1 + (body[hardwareAt] as number);
  const firmwareEnd = hardwareEnd + 1 + (body[hardwareEnd] ?? body.length);
  if (firmwareEnd > body.length) return null;
  const attributes = {
    maker: gbkText(body.subarray(2, 7)),
    model: gbkText(body.subarray(7, is2019 ? 37 : 27)),
    iccid: body.toString('hex', at, hardwareAt),
    hardware: gbkText(body.subarray(hardwareAt + 1, hardwareEnd)),
    firmware: gbkText(body.subarray(hardwareEnd + 1, firmwareEnd)),
  };
  return { ...EMPTY_RECORD, attributes };
}

const SAMPLE_BYTES = 12;
const signed = (word: number) => ((word & 0x8000) !== 0 ? -(word & 0x7fff) : word);

/** Samples of the accelerometer (2070): time and three axes each. */
export function accelerationRecord(body: Buffer, offsetMin: number): DeviceRecord | null {
  if (body.length < SAMPLE_BYTES) return null;
  const samples: string[] = [];
  for (let at = 0; at + SAMPLE_BYTES <= body.length; at += SAMPLE_BYTES) {
    const axes = [6, 8, 10].map((offset) => signed(body.readUInt16BE(at + offset)));
    samples.push(axes.join(','));
  }
  const attributes = { accelerationSamples: samples.join(';') };
  return { ...EMPTY_RECORD, timeMs: timeAt(body, 0, offsetMin), attributes };
}

/**
 * The text of a reply to a command: with its length (0701), after the serial of the command in
 * UTF-16 (1300), or after its encoding (6006). Null if the body is too short.
 */
export function readAnswerText({ id, body }: Pick<Jt808Message, 'id' | 'body'>): string | null {
  if (id === ID.textAnswer) return gbkText(body.subarray(1));
  if (body.length < 4) return null;
  if (id === ID.commandAnswer) {
    const end = 4 + body.readUInt32BE(0);
    return end > body.length ? null : body.toString('latin1', 4, end);
  }
  const words = Buffer.from(body.subarray(2, 2 + ((body.length - 2) & ~1)));
  return words.swap16().toString('utf16le').trim();
}
