import { RuptelaElements, type RuptelaRecord, readElements } from './elements.ts';

/** Command of the packets with one-byte element ids, and with two-byte ids. */
export const RECORDS = 0x01;
export const EXTENDED_RECORDS = 0x44;

/** Records left in the device, and records in the packet. */
const COUNTS_BYTES = 2;
/** Time, its extension and priority; extended records add a byte for parts. */
const TIME_BYTES = 4;
/** Longitude to HDOP. */
const GPS_BYTES = 16;

/** The bytes end within a record, or do not end with the last one. */
export class StructureError extends Error {}

/** A coordinate of a record without a fix. */
const NO_COORDINATE = -0x8000_0000;
/**
 * Altitudes from here on are negative: no road is 6000 m high, and no place is 500 m below the sea.
 */
const NEGATIVE_FROM_DM = 60_000;

const altitudeM = (decimetres: number) =>
  (decimetres >= NEGATIVE_FROM_DM ? decimetres - 0x1_0000 : decimetres) / 10;

function coordinate(bytes: Buffer, at: number): number | null {
  const value = bytes.readInt32BE(at);
  return value === NO_COORDINATE ? null : value / 1e7;
}

/** Whether a record continues the previous one: the device splits what does not fit into one. */
function continues(record: RuptelaRecord, previous: RuptelaRecord): boolean {
  return (
    record.part > 0 &&
    previous.part === record.part - 1 &&
    previous.lastPart === record.lastPart &&
    previous.timeMs === record.timeMs &&
    previous.timeExtension === record.timeExtension
  );
}

/**
 * Reads the payload of a packet with records. Parts of one record are joined.
 *
 * @throws StructureError if the payload has another structure
 */
export function readRecords(payload: Buffer, isExtended: boolean): RuptelaRecord[] {
  if (payload.length < COUNTS_BYTES) throw new StructureError();
  const count = payload[1] as number;
  const records: RuptelaRecord[] = [];
  const headBytes = TIME_BYTES + (isExtended ? 3 : 2);
  const fixedBytes = headBytes + GPS_BYTES + (isExtended ? 2 : 1);
  let at = COUNTS_BYTES;
  for (let n = 0; n < count; n += 1) {
    const gps = at + headBytes;
    const elementsAt = at + fixedBytes;
    if (elementsAt > payload.length) throw new StructureError();
    const parts = isExtended ? (payload[at + 5] as number) : 0;
    const record: RuptelaRecord = {
      timeMs: payload.readUInt32BE(at) * 1000,
      timeExtension: payload[at + 4] as number,
      part: parts & 0x0f,
      lastPart: parts >> 4,
      priority: payload[gps - 1] as number,
      longitudeDeg: coordinate(payload, gps),
      latitudeDeg: coordinate(payload, gps + 4),
      altitudeM: altitudeM(payload.readUInt16BE(gps + 8)),
      courseDeg: payload.readUInt16BE(gps + 10) / 100,
      satellites: payload[gps + 12] as number,
      speedKmh: payload.readUInt16BE(gps + 13),
      hdop: (payload[gps + 15] as number) / 10,
      eventIoId: isExtended
        ? payload.readUInt16BE(elementsAt - 2)
        : (payload[elementsAt - 1] as number),
      elements: new RuptelaElements(payload),
    };
    const previous = records.at(-1);
    const isPart = previous !== undefined && continues(record, previous);
    const whole = isPart ? { ...previous, part: record.part } : record;
    const end = readElements(payload, elementsAt, isExtended, whole.elements);
    if (end === null) throw new StructureError();
    if (isPart) records.pop();
    records.push(whole);
    at = end;
  }
  if (at !== payload.length) throw new StructureError();
  return records;
}
