/** Reads and writes the bytes of one part of a vehicle-unit download. */

import type { ProblemList } from '../problems.ts';
import { encode, u8, u16 } from '../types/layout.ts';
import { type Element, elementsOf, isList, type PartData, type PartName } from './parts.ts';
import type { Form } from './records.ts';

const RSA_SIGNATURE_BYTES = 128;
const ARRAY_HEADER_BYTES = 5;
const SIGNATURE_RECORD = 0x08;
/** Types above it are reserved or of the manufacturer, and may appear in any part. */
const LAST_DEFINED_RECORD = 0x24;
/** Second-generation certificates differ in length; they are kept as hexadecimal text. */
const CERTIFICATE_RECORDS: ReadonlySet<number> = new Set([0x04, 0x0f]);

/** Where a part lies: its content begins after SID and TREP. */
export interface PartPlace<P extends PartName = PartName> {
  readonly part: P;
  readonly form: Form;
  readonly at: number;
}

export interface PartReading<P extends PartName = PartName> {
  readonly data: PartData[P];
  /** The bytes that the signature covers. */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array | null;
  readonly isWhole: boolean;
}

type Values = Record<string, unknown>;

function emptyValues(elements: readonly Element[]): Values {
  const all = { positions: [], borderCrossings: [], loadUnloads: [] } as Values;
  for (const element of elements) all[element.key] = isList(element) ? [] : null;
  return all;
}

/** Lists that this generation does not have are empty. */
function startValues(place: PartPlace): Values {
  const newest = elementsOf(place.part, '2v2');
  const values = emptyValues([...newest, ...elementsOf(place.part, place.form)]);
  for (const key of Object.keys(values))
    if (!newest.some((element) => element.key === key)) delete values[key];
  return values;
}

interface FirstReader {
  readonly bytes: Uint8Array;
  readonly place: PartPlace;
  readonly problems: ProblemList;
}

/** Reads one element at `at`; null if the file ends before its end. */
function readElement(reader: FirstReader, element: Element, at: number, values: Values) {
  const { bytes } = reader;
  const { count, layout, key } = element;
  const headBytes = count === 'one' ? 0 : count.bytes;
  if (at + headBytes > bytes.length) return { at: null, expected: headBytes };
  const total = count === 'one' ? 1 : count.read(bytes, at);
  const from = at + headBytes;
  const whole = Math.min(total, Math.floor((bytes.length - from) / layout.bytes));
  const list = Array.from({ length: whole }, (_, i) => layout.read(bytes, from + i * layout.bytes));
  if (isList(element)) values[key] = list;
  else if (list.length === 1) values[key] = list[0];
  const end = from + whole * layout.bytes;
  return whole === total
    ? { at: end, expected: 0 }
    : { at: null, expected: headBytes + total * layout.bytes };
}

function readFirst(reader: FirstReader): PartReading {
  const { bytes, place, problems } = reader;
  const values = startValues(place);
  let at = place.at;
  let signedFrom = at;
  const cut = (expected: number): PartReading => {
    problems.add({
      code: 'truncated',
      where: place.part,
      offset: place.at,
      expectedBytes: at - place.at + expected,
      foundBytes: bytes.length - place.at,
    });
    return {
      data: values as unknown as PartData[PartName],
      signed: bytes.subarray(signedFrom),
      signature: null,
      isWhole: false,
    };
  };
  for (const element of elementsOf(place.part, place.form)) {
    const step = readElement(reader, element, at, values);
    if (step.at === null) return cut(step.expected);
    at = step.at;
    if (element.isUnsigned) signedFrom = at;
  }
  if (at + RSA_SIGNATURE_BYTES > bytes.length) return cut(RSA_SIGNATURE_BYTES);
  const end = at + RSA_SIGNATURE_BYTES;
  return {
    data: values as unknown as PartData[PartName],
    signed: bytes.subarray(signedFrom, at),
    signature: bytes.subarray(at, end),
    isWhole: true,
  };
}

interface RecordArray {
  readonly type: number;
  readonly size: number;
  readonly count: number;
  readonly from: number;
  /** As the header states; may lie behind the end of the file. */
  readonly end: number;
}

function arrayAt(bytes: Uint8Array, at: number): RecordArray | null {
  if (at + ARRAY_HEADER_BYTES > bytes.length) return null;
  const size = u16.read(bytes, at + 1);
  const count = u16.read(bytes, at + 3);
  const from = at + ARRAY_HEADER_BYTES;
  return { type: u8.read(bytes, at), size, count, from, end: from + size * count };
}

/** The records that lie within the file; a longer record than known is read as far as known. */
function recordsOf(reader: FirstReader, array: RecordArray, element: Element): unknown[] {
  const { bytes, place, problems } = reader;
  const { layout } = element;
  const whole = Math.min(
    array.count,
    array.size === 0 ? 0 : Math.floor((bytes.length - array.from) / array.size),
  );
  if (CERTIFICATE_RECORDS.has(array.type))
    return Array.from({ length: whole }, (_, i) => {
      const from = array.from + i * array.size;
      return Buffer.from(bytes.subarray(from, from + array.size)).toString('hex');
    });
  if (whole > 0 && array.size !== layout.bytes)
    problems.add({
      code: array.size < layout.bytes ? 'bad_record' : 'trailing_bytes',
      where: place.part,
      offset: array.from - ARRAY_HEADER_BYTES,
      expectedBytes: layout.bytes,
      foundBytes: array.size,
    });
  if (array.size < layout.bytes) return [];
  return Array.from({ length: whole }, (_, i) => layout.read(bytes, array.from + i * array.size));
}

function elementFor(place: PartPlace, array: RecordArray): Element | undefined {
  const element = elementsOf(place.part, place.form).find(({ recordTypes }) =>
    recordTypes.includes(array.type),
  );
  // Registrations of both versions appear in overviews of either.
  if (element?.key !== 'registration' || array.size === element.layout.bytes) return element;
  const other = elementsOf('overview', place.form === '2v2' ? '2' : '2v2');
  return (
    other.find(({ key, layout }) => key === 'registration' && layout.bytes === array.size) ??
    element
  );
}

function storeArray(reader: FirstReader, array: RecordArray, values: Values): boolean {
  const element = elementFor(reader.place, array);
  if (element === undefined) {
    const offset = array.from - ARRAY_HEADER_BYTES;
    reader.problems.add({ code: 'unknown_record_array', where: reader.place.part, offset });
    return false;
  }
  const list = recordsOf(reader, array, element);
  const known = values[element.key];
  if (!isList(element)) values[element.key] = list[0] ?? known;
  else values[element.key] = Array.isArray(known) ? known.concat(list) : list;
  return element.isUnsigned === true;
}

/** A part has at most a dozen record arrays; damaged bytes can look like many more. */
const MAX_ARRAYS = 64;

/** Record arrays up to the one with the signature. */
function readSecond(reader: FirstReader): PartReading {
  const { bytes, place, problems } = reader;
  const values = startValues(place);
  const data = values as unknown as PartData[PartName];
  let at = place.at;
  let signedFrom = at;
  for (let count = 0; ; count += 1) {
    const array = count < MAX_ARRAYS ? arrayAt(bytes, at) : null;
    if (array !== null && array.type === SIGNATURE_RECORD && array.end <= bytes.length) {
      const signature = bytes.subarray(array.from, array.end);
      const signed = bytes.subarray(signedFrom, at);
      return { data, signed, signature, isWhole: true };
    }
    const isUnsigned = array !== null && storeArray(reader, array, values);
    if (array === null || array.end > bytes.length) {
      const expectedBytes = (array?.end ?? at + ARRAY_HEADER_BYTES) - place.at;
      const foundBytes = bytes.length - place.at;
      const { part: where, at: offset } = place;
      problems.add({ code: 'truncated', where, offset, expectedBytes, foundBytes });
      return {
        data,
        signed: bytes.subarray(signedFrom),
        signature: null,
        isWhole: false,
      };
    }
    at = array.end;
    if (isUnsigned) signedFrom = at;
  }
}

export function readPart<P extends PartName>(
  bytes: Uint8Array,
  place: PartPlace<P>,
  problems: ProblemList,
): PartReading<P> {
  const reader = { bytes, place, problems };
  return (place.form === '1' ? readFirst(reader) : readSecond(reader)) as PartReading<P>;
}

/** First byte after a part whose structure is sound; null for any other bytes. Reads no records. */
export function endOfPart(bytes: Uint8Array, place: PartPlace): number | null {
  const elements = elementsOf(place.part, place.form);
  let at = place.at;
  if (place.form === '1') {
    for (const { count, layout } of elements) {
      if (count !== 'one' && at + count.bytes > bytes.length) return null;
      const total = count === 'one' ? 1 : count.read(bytes, at);
      at += (count === 'one' ? 0 : count.bytes) + total * layout.bytes;
    }
    return at + RSA_SIGNATURE_BYTES <= bytes.length ? at + RSA_SIGNATURE_BYTES : null;
  }
  for (let count = 0; count < MAX_ARRAYS; count += 1) {
    const array = arrayAt(bytes, at);
    if (array === null || array.end > bytes.length) return null;
    if (array.type === SIGNATURE_RECORD) return array.end;
    const isKnown = elements.some(({ recordTypes }) => recordTypes.includes(array.type));
    if (!isKnown && array.type <= LAST_DEFINED_RECORD) return null;
    at = array.end;
  }
  return null;
}

function valuesOf(element: Element, data: Values): unknown[] {
  const value = data[element.key];
  if (isList(element)) return value as unknown[];
  return value === null || value === undefined ? [] : [value];
}

function writeArray(type: number, records: readonly Uint8Array[], size: number): Uint8Array {
  return Buffer.concat([
    Uint8Array.of(type),
    encode(u16, size),
    encode(u16, records.length),
    ...records,
  ]);
}

function writeElement(element: Element, form: Form, data: Values): Uint8Array {
  const list = valuesOf(element, data);
  const { layout, count } = element;
  if (form === '1') {
    // The first generation has no counts in front of single values: an unknown one takes its place, too.
    if (count === 'one')
      return list.length === 0 ? new Uint8Array(layout.bytes) : encode(layout, list[0]);
    return Buffer.concat([
      encode(count, list.length),
      ...list.map((value) => encode(layout, value)),
    ]);
  }
  const type = element.recordTypes[0] as number;
  if (!CERTIFICATE_RECORDS.has(type)) {
    const records = list.map((value) => encode(layout, value));
    return writeArray(type, records, layout.bytes);
  }
  const certificates = list.map((value) => Buffer.from(value as string, 'hex'));
  return writeArray(type, certificates, certificates[0]?.length ?? 0);
}

/** The bytes of a part without its signature: those in front of the signed ones, and the signed. */
export function writePart<P extends PartName>(
  part: P,
  form: Form,
  data: PartData[P],
): { readonly unsigned: Uint8Array; readonly signed: Uint8Array } {
  const elements = elementsOf(part, form);
  const write = (some: readonly Element[]) =>
    Buffer.concat(some.map((one) => writeElement(one, form, data as unknown as Values)));
  return {
    unsigned: write(elements.filter(({ isUnsigned }) => isUnsigned)),
    signed: write(elements.filter(({ isUnsigned }) => !isUnsigned)),
  };
}

export function writeSignature(form: Form, signature: Uint8Array): Uint8Array {
  return form === '1' ? signature : writeArray(SIGNATURE_RECORD, [signature], signature.length);
}
