import { inPhysicalRange } from '../physical-range.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD, placeOf } from '../record.ts';
import { TYPE } from './frame.ts';

/** A record, and whether all of the body is understood. */
export interface Reading {
  readonly record: DeviceRecord;
  readonly complete: boolean;
}

/** Time to unit status. */
const FULL_BYTES = 36;
/** Time to event code. */
const MINI_BYTES = 18;
const KMH_PER_CMS = 0.036;
/** The fix is the last known one, or invalid. */
const NO_FIX = 0x0c;
const MINI_NO_FIX = 0x20;
const ACCUMULATOR_BYTES = 4;
/** Accumulators of this type follow a threshold and a mask. */
const WITH_THRESHOLD = 1;
const THRESHOLD_BYTES = 8;

type Attributes = Record<string, AttributeValue>;

function placeAt(body: Buffer, at: number) {
  const latitude = body.readInt32BE(at) / 1e7;
  const longitude = body.readInt32BE(at + 4) / 1e7;
  return latitude === 0 && longitude === 0 ? placeOf(null, null) : placeOf(latitude, longitude);
}

function finish(values: Partial<DeviceRecord>, attributes: Attributes): DeviceRecord {
  const record = { ...EMPTY_RECORD, ...values, attributes };
  const fixValid = record.fixValid && record.latitudeDeg !== null;
  const { headingDeg } = record;
  const hasHeading = fixValid && headingDeg !== null && headingDeg >= 0 && headingDeg <= 360;
  return inPhysicalRange({
    ...record,
    fixValid,
    altitudeM: fixValid ? record.altitudeM : null,
    headingDeg: hasHeading ? headingDeg % 360 : null,
  });
}

/** Inputs: bit 0 is the ignition. */
const ignitionOf = (inputs: number) => (inputs & 1) === 1;

/** The position of event, locate and user data messages. */
function readPosition(body: Buffer, attributes: Attributes): Partial<DeviceRecord> {
  const inputs = body[34] as number;
  Object.assign(attributes, {
    fixTime: new Date(body.readUInt32BE(4) * 1000).toISOString(),
    operatorCode: body.readUInt16BE(28),
    mobileSignal: body.readInt16BE(30),
    modemState: body[32] as number,
    hdop: (body[33] as number) / 10,
    inputs,
    status: body[35] as number,
  });
  const place = placeAt(body, 8);
  return {
    timeMs: body.readUInt32BE(0) * 1000,
    ...place,
    fixValid: ((body[27] as number) & NO_FIX) === 0,
    altitudeM: body.readInt32BE(16) / 100,
    speedKmh:
      place.latitudeDeg === null
        ? null
        : Math.round(body.readUInt32BE(20) * KMH_PER_CMS * 1e3) / 1e3,
    headingDeg: body.readInt16BE(24),
    satellites: body[26] as number,
    ignition: ignitionOf(inputs),
  };
}

/** Accumulators: type and number, a spare byte, their values. Returns whether they fill the rest. */
function readAccumulators(
  body: Buffer,
  from: number,
  attributes: Attributes,
  spare: number,
): boolean {
  const head = body[from] as number;
  let at = from + 1 + spare;
  if (head >> 6 === WITH_THRESHOLD) at += THRESHOLD_BYTES;
  const count = head & 0x3f;
  for (let n = 0; n < count && at + ACCUMULATOR_BYTES <= body.length; n += 1) {
    attributes[`accumulator${n}`] = body.readUInt32BE(at);
    at += ACCUMULATOR_BYTES;
  }
  if (at < body.length) attributes.content = body.toString('hex', at);
  return at === body.length;
}

/** Event (2) or locate (8) message: without event index and code. */
function readEvent(body: Buffer, isLocate: boolean): Reading | null {
  const accumulatorsAt = FULL_BYTES + (isLocate ? 0 : 2);
  if (body.length < accumulatorsAt + 2) return null;
  const attributes: Attributes = {};
  const values = readPosition(body, attributes);
  if (!isLocate) {
    attributes.eventIndex = body[FULL_BYTES] as number;
    attributes.event = body[FULL_BYTES + 1] as number;
  }
  const complete = readAccumulators(body, accumulatorsAt, attributes, 1);
  return { record: finish(values, attributes), complete };
}

/** Route, number, length and text of a device at the serial port. */
function readUserData(body: Buffer): Reading | null {
  if (body.length < FULL_BYTES + 4) return null;
  const attributes: Attributes = {};
  const values = readPosition(body, attributes);
  const end = FULL_BYTES + 4 + body.readUInt16BE(FULL_BYTES + 2);
  if (end > body.length) return null;
  attributes.messageRoute = body[FULL_BYTES] as number;
  attributes.messageId = body[FULL_BYTES + 1] as number;
  attributes.serialData = body.toString('latin1', FULL_BYTES + 4, end).trim();
  return { record: finish(values, attributes), complete: end === body.length };
}

/** The short form of an event (10). */
function readMiniEvent(body: Buffer): Reading | null {
  if (body.length < MINI_BYTES + 1) return null;
  const fix = body[15] as number;
  const inputs = body[17] as number;
  const attributes: Attributes = { modemState: body[16] as number, inputs };
  const place = placeAt(body, 4);
  const values: Partial<DeviceRecord> = {
    timeMs: body.readUInt32BE(0) * 1000,
    ...place,
    fixValid: (fix & MINI_NO_FIX) === 0,
    speedKmh: place.latitudeDeg === null ? null : (body[14] as number),
    headingDeg: body.readInt16BE(12),
    satellites: fix & 0x0f,
    ignition: ignitionOf(inputs),
  };
  attributes.event = body[MINI_BYTES] as number;
  const hasAccumulators = body.length > MINI_BYTES + 1;
  const complete = !hasAccumulators || readAccumulators(body, MINI_BYTES + 1, attributes, 0);
  return { record: finish(values, attributes), complete };
}

/** The record of a message; null if its type has none, or it is too short. */
export function readMessage(type: number, body: Buffer): Reading | null {
  if (type === TYPE.event) return readEvent(body, false);
  if (type === TYPE.locate) return readEvent(body, true);
  if (type === TYPE.userData) return readUserData(body);
  return type === TYPE.miniEvent ? readMiniEvent(body) : null;
}

/** Versions, status and query number precede the numbers of the device and its radio. */
const ESN_AT = 16;
const NUMBER_BYTES = 8;

/** The IMEI in an id report (3), which can be another number than that of the datagram. */
export function readImei(body: Buffer): string | null {
  const at = ESN_AT + NUMBER_BYTES;
  if (body.length < at + NUMBER_BYTES) return null;
  const digits = body.toString('hex', at, at + NUMBER_BYTES).replace(/f+$/, '');
  return /^\d{15}$/.test(digits) ? digits : null;
}
