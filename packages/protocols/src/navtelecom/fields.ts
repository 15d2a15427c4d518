import { type Draft, metresOf, readReceiver, readTemperature, speedOf } from './draft.ts';

/** Reads a field at an offset into a record. */
type Read = (draft: Draft, body: Buffer, at: number) => void;

/** A field of FLEX, in the order of the mask. */
export interface FlexField {
  readonly bytes: number;
  readonly read: Read;
}

const unsigned = (body: Buffer, at: number, bytes: number) => body.readUIntLE(at, bytes);
const isNone = (value: number, bytes: number) => value === 256 ** bytes - 1;

/** An attribute with an unsigned number. */
function attribute(name: string, bytes: number, none?: 'all ones', step = 1): FlexField {
  return {
    bytes,
    read: ({ attributes }, body, at) => {
      const value = unsigned(body, at, bytes);
      if (none === undefined || !isNone(value, bytes)) attributes[name] = value * step;
    },
  };
}

const numbered = (count: number, field: (number: number) => FlexField): FlexField[] =>
  Array.from({ length: count }, (_, index) => field(index + 1));

/** Levels from here on are errors of the sensor. */
const FUEL_ERROR_FROM = 65_500;

const fuelSensor = (number: number): FlexField => ({
  bytes: 2,
  read: ({ attributes }, body, at) => {
    const level = body.readUInt16LE(at);
    if (level < FUEL_ERROR_FROM) attributes[`fuelSensor${number}Level`] = level;
  },
});

const NO_LEVEL = 0x7fff;
const IS_PERCENT = 0x8000;

/** A level from the vehicle: percent if the top bit is set, otherwise tenths of a litre. */
const level = (percentName: string, litresName: string): FlexField => ({
  bytes: 2,
  read: ({ attributes }, body, at) => {
    const value = body.readUInt16LE(at);
    if ((value & NO_LEVEL) === NO_LEVEL) return;
    if ((value & IS_PERCENT) !== 0) attributes[percentName] = value & NO_LEVEL;
    else attributes[litresName] = value / 10;
  },
});

/** A value as a number with a fraction; negative means "not available". */
const float = (name: string, convert: (value: number) => number | null): FlexField => ({
  bytes: 4,
  read: ({ attributes }, body, at) => {
    const value = body.readFloatLE(at);
    const converted = Number.isFinite(value) && value >= 0 ? convert(value) : null;
    if (converted !== null) attributes[name] = converted;
  },
});

const signedByte = (name: string): FlexField => ({
  bytes: 1,
  read: ({ attributes }, body, at) => {
    const value = body.readInt8(at);
    if (value !== -128) attributes[name] = value;
  },
});

const fixed = (bytes: number, read: Read): FlexField => ({ bytes, read });

/** Adds eight bits behind those of the previous field. */
const highByte = (name: string): FlexField =>
  fixed(1, ({ attributes }, body, at) => {
    attributes[name] = Number(attributes[name] ?? 0) + (body[at] as number) * 256;
  });

const IS_ALARM = 2;
const SECONDS_PER_HOUR = 3600;

/** Fields of FLEX 1.0. */
export const FLEX_1: readonly FlexField[] = [
  attribute('recordNumber', 4),
  attribute('eventCode', 2),
  fixed(4, (draft, body, at) => {
    draft.eventMs = body.readUInt32LE(at) * 1000;
  }),
  fixed(1, ({ attributes }, body, at) => {
    attributes.armed = ((body[at] as number) & 1) === 1;
    if (((body[at] as number) & IS_ALARM) !== 0) attributes.alarm = true;
  }),
  attribute('status', 1),
  highByte('status'),
  attribute('mobileSignal', 1),
  fixed(1, (draft, body, at) => readReceiver(draft, body[at] as number)),
  fixed(4, (draft, body, at) => {
    draft.fixMs = body.readUInt32LE(at) * 1000;
  }),
  fixed(4, ({ values }, body, at) => {
    values.latitudeDeg = body.readInt32LE(at);
  }),
  fixed(4, ({ values }, body, at) => {
    values.longitudeDeg = body.readInt32LE(at);
  }),
  fixed(4, ({ values }, body, at) => {
    values.altitudeM = body.readInt32LE(at) / 10;
  }),
  fixed(4, ({ values }, body, at) => {
    values.speedKmh = speedOf(body.readFloatLE(at));
  }),
  fixed(2, ({ values }, body, at) => {
    values.headingDeg = body.readUInt16LE(at);
  }),
  fixed(4, ({ values }, body, at) => {
    values.odometerM = metresOf(body.readFloatLE(at));
  }),
  float('segmentM', metresOf),
  attribute('segmentS', 2),
  attribute('segmentTotalS', 2),
  fixed(2, ({ values }, body, at) => {
    values.externalVoltageV = body.readUInt16LE(at) / 1000;
  }),
  fixed(2, ({ values }, body, at) => {
    values.batteryVoltageV = body.readUInt16LE(at) / 1000;
  }),
  ...numbered(8, (n) => attribute(`analogInput${n}Mv`, 2)),
  attribute('inputs', 1),
  highByte('inputs'),
  attribute('outputs', 1),
  highByte('outputs'),
  ...numbered(2, (n) => attribute(`pulseCount${n}`, 4)),
  ...numbered(2, (n) => attribute(`frequency${n}Hz`, 2)),
  attribute('engineRunTimeS', 4),
  ...numbered(7, fuelSensor),
  ...numbered(8, (n) =>
    fixed(1, (draft, body, at) => readTemperature(draft, n, body.readInt8(at))),
  ),
  level('fuelLevelPercent', 'fuelLevelL'),
  float('fuelUsedL', (value) => value * 0.5),
  attribute('engineSpeedRpm', 2, 'all ones'),
  signedByte('coolantTemperatureC'),
  float('vehicleMileageM', metresOf),
  ...numbered(5, (n) => attribute(`axle${n}LoadKg`, 2, 'all ones')),
  attribute('acceleratorPedalPercent', 1, 'all ones'),
  attribute('brakePedalPercent', 1, 'all ones'),
  attribute('engineLoadPercent', 1, 'all ones'),
  level('adBluePercent', 'adBlueL'),
  fixed(4, ({ attributes }, body, at) => {
    const seconds = body.readUInt32LE(at);
    if (!isNone(seconds, 4)) attributes.engineHours = seconds / SECONDS_PER_HOUR;
  }),
  attribute('distanceToServiceKm', 2, 'all ones', 5),
  attribute('canSpeedKmh', 1, 'all ones'),
];

/** Sizes of the fields of FLEX 2.0 and 3.0 behind those of FLEX 1.0. */
const LATER_BYTES = [
  8, 2, 1, 16, 4, 2, 4, 37, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 12, 24, 48, 1, 1, 1,
  1, 4, 4, 1, 4, 2, 6, 2, 6, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 4, 2,
  2, 2, 2, 2, 2, 1, 1, 2, 3, 2, 1, 1, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
  1, 1, 1, 1, 2, 4, 4, 4, 2, 4, 2, 2, 4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 6, 3, 1,
  2, 2, 1, 4, 5, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
  2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 8, 8, 8,
];

const NO_WORD_TEMPERATURE = -32_768;

/** Fields of FLEX 2.0 and 3.0 with a known meaning, by their index in the mask. */
const LATER: ReadonlyMap<number, Read> = new Map<number, Read>([
  [
    69,
    ({ attributes }, body, at) => {
      let visible = 0;
      for (let n = 0; n < 8; n += 1) visible += body[at + n] as number;
      attributes.satellitesVisible = visible;
    },
  ],
  [
    70,
    ({ attributes }, body, at) => {
      attributes.hdop = (body[at] as number) / 10;
      attributes.pdop = (body[at + 1] as number) / 10;
    },
  ],
  ...numbered(6, (n) => signedByte(`fuelSensor${n}TemperatureC`)).map(
    ({ read }, index): [number, Read] => [77 + index, read],
  ),
  ...[9, 10, 11, 12].map((n, index): [number, Read] => [
    162 + index,
    (draft, body, at) => {
      const value = body.readInt16LE(at);
      if (value !== NO_WORD_TEMPERATURE) readTemperature(draft, n, value / 20);
    },
  ]),
  ...numbered(4, (n) => attribute(`humidity${n}Percent`, 1, 'all ones', 0.5)).map(
    ({ read }, index): [number, Read] => [166 + index, read],
  ),
]);

/** Fields without a known meaning are stored as they are, unless the device sent only ones. */
const raw =
  (index: number, bytes: number): Read =>
  ({ attributes }, body, at) => {
    for (let n = at; n < at + bytes; n += 1) {
      if (body[n] === 0xff) continue;
      attributes[`field${index + 1}`] =
        bytes <= 4 ? unsigned(body, at, bytes) : body.toString('hex', at, at + bytes);
      return;
    }
  };

/** All fields, in the order of the mask. */
export const FLEX_FIELDS: readonly FlexField[] = [
  ...FLEX_1,
  ...LATER_BYTES.map((bytes, position): FlexField => {
    const index = FLEX_1.length + position;
    return { bytes, read: LATER.get(index) ?? raw(index, bytes) };
  }),
];
