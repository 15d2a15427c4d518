import type { DeviceRecord } from '../record.ts';
import { setPlace } from '../record-draft.ts';
import {
  type Draft,
  metresOf,
  newDraft,
  readReceiver,
  speedOf,
  toDeviceRecord,
  UNITS_PER_DEGREE,
} from './draft.ts';
import { FLEX_FIELDS, type FlexField } from './fields.ts';

/** The fields on which device and server agreed for this connection. */
export interface FlexLayout {
  readonly fields: readonly { readonly field: FlexField; readonly at: number }[];
  readonly recordBytes: number;
}

const HEAD = '*>FLEX';
const DATA_MARK = 0xb0;
/** Mark, version of the protocol, version of the structure, number of bits. */
const VERSIONS_AT = HEAD.length + 1;
const COUNT_AT = HEAD.length + 3;

/**
 * Reads the device's proposal of fields.
 *
 * @returns null if it is none, or contains fields of unknown size
 */
export function readAgreement(body: Buffer): FlexLayout | null {
  const count = body[COUNT_AT];
  if (count === undefined || count > FLEX_FIELDS.length || body[HEAD.length] !== DATA_MARK)
    return null;
  const mask = body.subarray(COUNT_AT + 1);
  if (mask.length < Math.ceil(count / 8)) return null;
  const fields: { field: FlexField; at: number }[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const field = FLEX_FIELDS[index] as FlexField;
    if (((mask[index >> 3] as number) & (0x80 >> (index & 7))) === 0) continue;
    fields.push({ field, at });
    at += field.bytes;
  }
  return at === 0 ? null : { fields, recordBytes: at };
}

/** The answer to a proposal: its mark and versions. */
export const agreementAnswer = (body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('*<FLEX', 'latin1'),
    Buffer.from([DATA_MARK, body[VERSIONS_AT] as number, body[VERSIONS_AT + 1] as number]),
  ]);

/** Reads a record with the agreed fields. */
export function readFlexRecord(layout: FlexLayout, body: Buffer, from: number): DeviceRecord {
  const draft = newDraft();
  for (const { field, at } of layout.fields) field.read(draft, body, from + at);
  const { latitudeDeg, longitudeDeg } = draft.values;
  // The fields have the units of the protocol until both are known.
  setPlace(draft, (latitudeDeg ?? 0) / UNITS_PER_DEGREE, (longitudeDeg ?? 0) / UNITS_PER_DEGREE);
  return toDeviceRecord(draft);
}

const STATIC_TYPE = 0x0a;
const STATIC_BYTES = 37;

/**
 * Reads an additional packet (FLEX 2.0): type, length of the static part, number, event, times,
 * place.
 *
 * @returns null if it has another type
 */
export function readAdditional(body: Buffer): DeviceRecord | null {
  if (body[0] !== STATIC_TYPE || body.length < 2 + STATIC_BYTES) return null;
  const draft: Draft = newDraft();
  const { values, attributes } = draft;
  attributes.recordNumber = body.readUInt32LE(2);
  attributes.eventCode = body.readUInt16LE(6);
  draft.eventMs = body.readUInt32LE(8) * 1000;
  readReceiver(draft, body[12] as number);
  draft.fixMs = body.readUInt32LE(13) * 1000;
  setPlace(draft, body.readInt32LE(17) / UNITS_PER_DEGREE, body.readInt32LE(21) / UNITS_PER_DEGREE);
  values.altitudeM = body.readInt32LE(25) / 10;
  values.speedKmh = speedOf(body.readFloatLE(29));
  values.headingDeg = body.readUInt16LE(33);
  values.odometerM = metresOf(body.readFloatLE(35));
  const rest = body.subarray(2 + STATIC_BYTES);
  if (rest.length > 0) attributes.additional = rest.toString('hex');
  return toDeviceRecord(draft);
}
