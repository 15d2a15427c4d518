import { EVENT } from '@roadworthy/domain';
import { ACCESS_POINT_BYTES, cellText, readAccessPoints } from '../bytes/network.ts';
import { knownPlace, percentage } from '../bytes/text-values.ts';
import {
  type AttributeValue,
  type DeviceEvent,
  type DeviceRecord,
  EMPTY_RECORD,
} from '../record.ts';

/** Index, time, signal, battery and mask. */
const HEAD_BYTES = 9;
/** Bits of the mask of a record. */
const MASK = { alarm: 0x01, place: 0x02 } as const;
/** Bits of the mask of the place. */
const PLACE = { gnss: 0x01, accessPoints: 0x02, cells: 0x04, precise: 0x80 } as const;
const CHARGING = 0x8000;
const CELL_BYTES = 13;
const GNSS_BYTES = 9;
const PRECISE_KIND = 0x47;
const PRECISE_BYTES = 27;

const ALARMS: readonly (readonly [bit: number, code: number])[] = [
  [0x01, EVENT.panicButton],
  [0x02, EVENT.tampering],
];

interface Gathered {
  values: Partial<DeviceRecord>;
  readonly attributes: Record<string, AttributeValue>;
  readonly events: DeviceEvent[];
}

/** Degrees and minutes as one number (`dddmm.mmmm`), negative in the south and west. */
function degrees(value: number): number | null {
  if (!Number.isFinite(value)) return null;
  const size = Math.abs(value);
  const whole = Math.floor(size / 100);
  return (whole + (size - whole * 100) / 60) * Math.sign(value);
}

function placed(
  gathered: Gathered,
  longitude: number,
  latitude: number,
  own: Partial<DeviceRecord>,
) {
  const place = knownPlace(degrees(latitude), degrees(longitude));
  gathered.values = {
    ...gathered.values,
    ...place,
    fixValid: place.latitudeDeg !== null,
    ...own,
  };
}

/** A part that ends within the record, or null. */
type Part = (record: Buffer, at: number, gathered: Gathered) => number | null;

const readGnss: Part = (record, at, gathered) => {
  if (at + GNSS_BYTES > record.length) return null;
  const [longitude, latitude] = [record.readFloatBE(at + 1), record.readFloatBE(at + 5)];
  placed(gathered, longitude, latitude, { satellites: record[at] as number });
  return at + GNSS_BYTES;
};

const readPoints: Part = (record, at, { attributes }) => {
  const count = record[at] ?? 0;
  const end = at + 1 + count * ACCESS_POINT_BYTES;
  if (end > record.length) return null;
  // The signal is a signed number here.
  const points = Buffer.from(record.subarray(at + 1, end));
  for (let n = 0; n < count; n += 1) {
    const signalAt = n * ACCESS_POINT_BYTES + 6;
    points[signalAt] = Math.abs(points.readInt8(signalAt));
  }
  const text = readAccessPoints(points, 0, count);
  if (text !== '') attributes.accessPoints = text;
  return end;
};

const readCells: Part = (record, at, { attributes }) => {
  const count = record[at] ?? 0;
  const end = at + 1 + count * CELL_BYTES;
  if (end > record.length) return null;
  const cells: string[] = [];
  for (let from = at + 1; from < end; from += CELL_BYTES) {
    cells.push(
      cellText(
        record.readUInt16BE(from),
        record.readUInt16BE(from + 2),
        record.readUInt32BE(from + 4),
        record.readUInt32BE(from + 8),
        -Math.abs(record.readInt8(from + 12)),
      ),
    );
  }
  if (cells.length > 0) attributes.cells = cells.join(';');
  return end;
};

/** Elements with a kind and a length; one of them is a position with more digits. */
const readPrecise: Part = (record, at, gathered) => {
  if (at + 2 > record.length) return null;
  const end = at + 2 + record.readUInt16BE(at);
  if (end > record.length) return null;
  for (let from = at + 2; from + 3 <= end; ) {
    const next = from + 3 + record.readUInt16BE(from + 1);
    if (next > end) return null;
    if (record[from] === PRECISE_KIND && next - from - 3 === PRECISE_BYTES) {
      const altitude = record.readFloatBE(next - 4);
      placed(gathered, record.readDoubleBE(from + 3), record.readDoubleBE(from + 11), {
        satellites: record[from + 20] as number,
        altitudeM: Number.isFinite(altitude) ? Math.round(altitude * 10) / 10 : null,
      });
    }
    from = next;
  }
  return end;
};

const PARTS: readonly (readonly [bit: number, read: Part])[] = [
  [PLACE.gnss, readGnss],
  [PLACE.accessPoints, readPoints],
  [PLACE.cells, readCells],
  [PLACE.precise, readPrecise],
];

/** The parts of the place; where the rest begins, or null if a part exceeds the record. */
function readPlace(record: Buffer, at: number, gathered: Gathered): number | null {
  const mask = record[at];
  if (mask === undefined) return null;
  let next: number | null = at + 1;
  for (const [bit, read] of PARTS) {
    if ((mask & bit) !== 0 && next !== null) next = read(record, next, gathered);
  }
  return next;
}

function readAlarm(record: Buffer, at: number, { attributes, events }: Gathered): number | null {
  if (at + 4 > record.length) return null;
  const alarm = record.readUInt32BE(at);
  attributes.alarm = alarm;
  for (const [bit, code] of ALARMS) if ((alarm & bit) !== 0) events.push({ code, kind: 'pulse' });
  return at + 4;
}

function readRecord(record: Buffer): DeviceRecord | null {
  if (record.length < HEAD_BYTES) return null;
  const battery = record.readUInt16BE(6);
  const mask = record[8] as number;
  const gathered: Gathered = {
    values: {},
    attributes: {
      index: record[0] as number,
      mobileSignal: record[5] as number,
      charging: (battery & CHARGING) !== 0,
    },
    events: [],
  };
  let at: number | null = HEAD_BYTES;
  if ((mask & MASK.alarm) !== 0) at = readAlarm(record, at, gathered);
  if ((mask & MASK.place) !== 0 && at !== null) at = readPlace(record, at, gathered);
  if (at === null) return null;
  if (at < record.length) gathered.attributes.extra = record.toString('hex', at);
  return {
    ...EMPTY_RECORD,
    ...gathered.values,
    timeMs: record.readUInt32BE(1) * 1000,
    batteryPercent: percentage(battery & ~CHARGING & 0xffff),
    events: gathered.events,
    attributes: gathered.attributes,
  };
}

/**
 * Reads the records of a message: their number, their lengths, then each record. Times are UTC.
 *
 * @returns null if the payload has another form
 */
export function readMarkedReport(payload: Buffer): DeviceRecord[] | null {
  const count = payload[0] ?? 0;
  let at = 1 + count * 2;
  if (count === 0 || at > payload.length) return null;
  const records: DeviceRecord[] = [];
  for (let n = 0; n < count; n += 1) {
    const end = at + payload.readUInt16BE(1 + n * 2);
    if (end > payload.length) return null;
    const record = readRecord(payload.subarray(at, end));
    if (record === null) return null;
    records.push(record);
    at = end;
  }
  return records;
}
