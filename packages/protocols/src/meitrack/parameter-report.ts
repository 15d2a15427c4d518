import { cellText } from '../bytes/network.ts';
import { heading, knownPlace, scaled, textOf } from '../bytes/text-values.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { EPOCH_MS } from './binary-report.ts';
import { eventsOf } from './events.ts';
import { readTag } from './tag.ts';

type Values = { -readonly [K in keyof DeviceRecord]?: DeviceRecord[K] };

interface Gathered {
  readonly values: Values;
  readonly attributes: Record<string, AttributeValue>;
  latitudeDeg: number | null;
  longitudeDeg: number | null;
  isValid: boolean;
  event: number | null;
}

type Read = (bytes: Buffer, gathered: Gathered) => void;

const unsigned = (bytes: Buffer): number => bytes.readUIntLE(0, bytes.length);
const signed = (bytes: Buffer): number => bytes.readIntLE(0, bytes.length);

/** A value with a field of the record. */
const field =
  (name: keyof Values, factor = 1, read = unsigned): Read =>
  (bytes, { values }) => {
    Object.assign(values, { [name]: scaled(read(bytes), factor) });
  };

const attribute =
  (name: string, factor = 1, read = unsigned): Read =>
  (bytes, { attributes }) => {
    attributes[name] = scaled(read(bytes), factor) as number;
  };

const eventNumber: Read = (bytes, gathered) => {
  gathered.event = unsigned(bytes);
};

/** Country, network, area, cell and signal. */
const cell: Read = (bytes, { attributes }) => {
  if (bytes.length < 12) return;
  const country = bytes.readUInt16LE(0);
  if (country === 0) return;
  attributes.cells = cellText(
    country,
    bytes.readUInt16LE(2),
    bytes.readUInt16LE(4),
    bytes.readUInt32LE(6),
    bytes.readInt16LE(10),
  );
};

/** Alarm of a camera: protocol, kind, and the name of the image. */
const cameraAlarm: Read = (bytes, { attributes }) => {
  if (bytes.length < 2) return;
  attributes.cameraAlarmProtocol = bytes[0] as number;
  attributes.cameraAlarm = bytes[1] as number;
  const image = textOf(bytes.subarray(2));
  if (image !== '') attributes.image = image;
};

/** A battery percentage behind a byte that says whether the device is charged. */
const battery: Read = (bytes, { values }) => {
  if (bytes.length >= 2) values.batteryPercent = bytes[1] as number;
};

const tag: Read = (bytes, { attributes }) => Object.assign(attributes, readTag(bytes));

/** Parameters by their length in bytes (0 if it varies) and number. */
const PARAMETERS: Readonly<Record<number, Readonly<Record<number, Read>>>> = {
  1: {
    1: eventNumber,
    5: (bytes, gathered) => {
      gathered.isValid = bytes[0] === 1;
    },
    6: field('satellites'),
    7: attribute('mobileSignal'),
    20: attribute('outputs'),
    21: attribute('inputs'),
    151: attribute('throttlePercent'),
    157: attribute('fuelLevelPercent'),
    65129: field('batteryPercent'),
  },
  2: {
    8: field('speedKmh'),
    9: (bytes, { values }) => {
      values.headingDeg = heading(unsigned(bytes));
    },
    10: attribute('hdop', 0.1),
    11: field('altitudeM', 1, signed),
    22: attribute('analogInput1Mv', 10),
    23: attribute('analogInput2Mv', 10),
    25: field('batteryVoltageV', 0.01),
    26: field('externalVoltageV', 0.01),
    64: eventNumber,
    145: attribute('obdSpeedKmh'),
    146: attribute('canSpeedKmh'),
    153: attribute('engineSpeedRpm'),
    156: attribute('coolantTemperatureC'),
    159: attribute('intakeAirTemperatureC', 1, signed),
  },
  4: {
    2: (bytes, gathered) => {
      gathered.latitudeDeg = signed(bytes) / 1e6;
    },
    3: (bytes, gathered) => {
      gathered.longitudeDeg = signed(bytes) / 1e6;
    },
    4: (bytes, { values }) => {
      values.timeMs = EPOCH_MS + unsigned(bytes) * 1000;
    },
    12: field('odometerM'),
    13: attribute('runTimeS'),
    155: attribute('vehicleMileageM'),
    160: attribute('fuelUsedL', 0.001),
    162: attribute('fuelRateGpsL100Km', 0.01),
    65268: attribute('engineHours', 1 / 60),
  },
  0: {
    14: cell,
    65073: cameraAlarm,
    65139: tag,
    65192: battery,
  },
};

/** Numbers of two bytes begin with this one. */
const EXTENDED = 0xfe;
/** Sizes of the parameter groups, in their order; the last one states each length. */
const GROUPS = [1, 2, 4, 0] as const;

function readParameter(id: number, size: number, bytes: Buffer, gathered: Gathered): void {
  const read = PARAMETERS[size]?.[id];
  if (read !== undefined) read(bytes, gathered);
  else gathered.attributes[`parameter${id.toString(16)}`] = bytes.toString('hex');
}

/** Reads the groups of one record; false if they exceed it. */
function readGroups(record: Buffer, gathered: Gathered): boolean {
  // The first word is the number of all parameters; the groups count for themselves.
  let at = 2;
  for (const size of GROUPS) {
    const count = record[at];
    if (count === undefined) return false;
    at += 1;
    for (let n = 0; n < count; n += 1) {
      const first = record[at];
      if (first === undefined) return false;
      const isExtended = first === EXTENDED;
      const id = isExtended ? (first << 8) | (record[at + 1] ?? 0) : first;
      at += isExtended ? 2 : 1;
      const bytes = size === 0 ? (record[at] ?? record.length) : size;
      if (size === 0) at += 1;
      if (at + bytes > record.length) return false;
      readParameter(id, size, record.subarray(at, at + bytes), gathered);
      at += bytes;
    }
  }
  return true;
}

function readRecord(bytes: Buffer): DeviceRecord | null {
  const gathered: Gathered = {
    values: {},
    attributes: {},
    latitudeDeg: null,
    longitudeDeg: null,
    isValid: false,
    event: null,
  };
  if (!readGroups(bytes, gathered)) return null;
  const { values, attributes, event } = gathered;
  const place = knownPlace(gathered.latitudeDeg, gathered.longitudeDeg);
  return {
    ...EMPTY_RECORD,
    ...values,
    ...place,
    fixValid: gathered.isValid && place.latitudeDeg !== null,
    events: event === null ? [] : eventsOf(event),
    attributes: event === null ? attributes : { event, ...attributes },
  };
}

/** Waiting records in the device, and number of records. */
const HEADER_BYTES = 6;

/** Reads the records of a report with numbered parameters (CCE); null if they have another form. */
export function readParameterReport(body: Buffer): DeviceRecord[] | null {
  if (body.length < HEADER_BYTES) return null;
  const count = body.readUInt16LE(4);
  const records: DeviceRecord[] = [];
  let at = HEADER_BYTES;
  for (let n = 0; n < count; n += 1) {
    if (at + 2 > body.length) return null;
    const end = at + 2 + body.readUInt16LE(at);
    if (end > body.length) return null;
    const record = readRecord(body.subarray(at + 2, end));
    if (record === null) return null;
    records.push(record);
    at = end;
  }
  return records;
}
