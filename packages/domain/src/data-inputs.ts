/** How records reach a data input. */
export const DATA_INPUT_KINDS = ['http', 'mqtt'] as const;
export type DataInputKind = (typeof DATA_INPUT_KINDS)[number];

/**
 * How an input is doing. `waiting`: nothing has arrived yet; `disconnected`: the broker cannot be
 * reached; `refusing`: of the last message not all records could be stored.
 */
export const DATA_INPUT_STATES = [
  'off',
  'waiting',
  'receiving',
  'refusing',
  'disconnected',
] as const;
export type DataInputState = (typeof DATA_INPUT_STATES)[number];

/** Formats of the time of a record: seconds or milliseconds since 1970, or ISO 8601. */
export const MAPPED_TIME_FORMATS = ['unix_s', 'unix_ms', 'iso'] as const;
export type MappedTimeFormat = (typeof MAPPED_TIME_FORMATS)[number];

/** Units of a speed in a message; a knot is 1.852 km/h, a mile 1.609344 km, both exactly. */
export const MAPPED_SPEED_UNITS = ['km/h', 'm/s', 'mph', 'kn'] as const;
export type MappedSpeedUnit = (typeof MAPPED_SPEED_UNITS)[number];

/** Units of an odometer in a message. */
export const MAPPED_DISTANCE_UNITS = ['m', 'km', 'mi'] as const;
export type MappedDistanceUnit = (typeof MAPPED_DISTANCE_UNITS)[number];

/** The fields of a record that a mapping fills besides attributes, in the sequence of the screen. */
export const MAPPED_FIELDS = [
  'device',
  'time',
  'latitude',
  'longitude',
  'valid',
  'speed',
  'course',
  'altitude',
  'satellites',
  'ignition',
  'odometer',
] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];

/** An attribute of the dictionary, and where its value is: value = number at the path × scale + offset. */
export interface MappedAttribute {
  /** Name of the dictionary with its number, for example `fuelLevelPercent` or `axle2LoadKg`. */
  readonly name: string;
  readonly path: string;
  readonly scale: number;
  readonly offset: number;
}

/** How the records of a JSON message are read. Paths are JSON pointers (RFC 6901). */
export interface JsonMapping {
  /** Where the records are: an array, or one object; empty for the whole message. */
  readonly records: string;
  /** Only records with this text at this path are read; an empty path reads all. */
  readonly only_path: string;
  readonly only_value: string;
  /** The path of each field within a record; empty if it has none. */
  readonly fields: Readonly<Record<MappedField, string>>;
  /** With MQTT: the level of the topic that is the device, from 1; null to read the field. */
  readonly topic_level: number | null;
  readonly time_format: MappedTimeFormat;
  readonly speed_unit: MappedSpeedUnit;
  readonly odometer_unit: MappedDistanceUnit;
  readonly attributes: readonly MappedAttribute[];
}

/** Why a field of a record could not be read. */
export const MAPPING_PROBLEMS = ['missing', 'wrong_type', 'out_of_range'] as const;
export type MappingProblem = (typeof MAPPING_PROBLEMS)[number];

/** Most attributes of a mapping. */
export const MOST_MAPPED_ATTRIBUTES = 60;
/** Most records of a message; a sender splits what is more. */
export const MOST_INPUT_RECORDS = 2000;
/** Largest message of an input. */
export const INPUT_MESSAGE_BYTES = 1024 * 1024;

const NO_FIELDS: JsonMapping['fields'] = {
  device: '',
  time: '',
  latitude: '',
  longitude: '',
  valid: '',
  speed: '',
  course: '',
  altitude: '',
  satellites: '',
  ignition: '',
  odometer: '',
};

/** A mapping that reads nothing. */
export const EMPTY_MAPPING: JsonMapping = {
  records: '',
  only_path: '',
  only_value: '',
  fields: NO_FIELDS,
  topic_level: null,
  time_format: 'unix_s',
  speed_unit: 'km/h',
  odometer_unit: 'km',
  attributes: [],
};

const attribute = (name: string, path: string, scale = 1): MappedAttribute => ({
  name,
  path,
  scale,
  offset: 0,
});

/**
 * The messages of flespi's HTTP and MQTT streams: flat objects with dotted names, one or an array
 * (https://flespi.com/kb/how-to-get-data-in-your-platform-via-flespi-http-stream). Units are those of
 * its protocol pages: km/h, km, V, °C, l, %.
 */
const FLESPI: JsonMapping = {
  ...EMPTY_MAPPING,
  fields: {
    device: '/ident',
    time: '/timestamp',
    latitude: '/position.latitude',
    longitude: '/position.longitude',
    valid: '/position.valid',
    speed: '/position.speed',
    course: '/position.direction',
    altitude: '/position.altitude',
    satellites: '/position.satellites',
    ignition: '/engine.ignition.status',
    odometer: '/vehicle.mileage',
  },
  attributes: [
    attribute('fuelLevelPercent', '/can.fuel.level'),
    attribute('fuelLevelL', '/can.fuel.volume'),
    attribute('fuelUsedL', '/can.fuel.consumed'),
    attribute('engineSpeedRpm', '/can.engine.rpm'),
    attribute('coolantTemperatureC', '/can.engine.coolant.temperature'),
    attribute('engineLoadPercent', '/can.engine.load.level'),
    attribute('vehicleDistanceM', '/can.vehicle.mileage', 1000),
    attribute('vehicleSpeedKmh', '/can.vehicle.speed'),
    attribute('externalVoltageV', '/external.powersource.voltage'),
    attribute('batteryVoltageV', '/battery.voltage'),
    attribute('batteryPercent', '/battery.level'),
    attribute('mobileSignal', '/gsm.signal.level'),
  ],
};

/**
 * Locations of the OwnTracks apps (https://owntracks.org/booklet/tech/json): `vel` is km/h, `tst` in
 * seconds, `tid` the two characters that a person chose. Other types of messages are left out.
 */
const OWNTRACKS: JsonMapping = {
  ...EMPTY_MAPPING,
  only_path: '/_type',
  only_value: 'location',
  fields: {
    ...NO_FIELDS,
    device: '/tid',
    time: '/tst',
    latitude: '/lat',
    longitude: '/lon',
    speed: '/vel',
    course: '/cog',
    altitude: '/alt',
  },
  attributes: [attribute('batteryPercent', '/batt')],
};

/** Ready-made mappings by name. */
export const MAPPING_PRESETS = { flespi: FLESPI, owntracks: OWNTRACKS } as const;
export type MappingPreset = keyof typeof MAPPING_PRESETS;
export const MAPPING_PRESET_NAMES = ['flespi', 'owntracks'] as const satisfies MappingPreset[];
