/**
 * What devices measure, under names that do not depend on the protocol. `#` in a name is the number
 * of a sensor, axle, tyre or tank. The texts are `attribute.<key>` in the locale files.
 */

/** Groups of attributes, in the sequence of screens. */
export const ATTRIBUTE_GROUPS = [
  'fuel',
  'electric',
  'engine',
  'distance',
  'load',
  'tyres',
  'climate',
  'body',
  'power',
  'driver',
  'network',
] as const;
export type AttributeGroup = (typeof ATTRIBUTE_GROUPS)[number];

/** Units in which values are stored and sent; a person sees distances and speeds in their unit. */
export type AttributeUnit =
  | '%'
  | 'L'
  | 'L/h'
  | 'L/100 km'
  | 'kWh/100 km'
  | 'h'
  | 'rpm'
  | '°C'
  | 'kPa'
  | 'kg'
  | 'm'
  | 'km/h'
  | 'V'
  | 'A'
  | 'mA'
  | 'mm'
  | 'dBm';

/**
 * `number` has a unit and a range; `level` is a number in the sensor's own steps; `flag` is on or
 * off; `text` an identity; `codes` diagnostic trouble codes, separated by a space.
 */
export type AttributeKind = 'number' | 'level' | 'flag' | 'text' | 'codes';

export interface AttributeDefinition {
  readonly group: AttributeGroup;
  readonly kind: AttributeKind;
  /** Null for kinds other than `number`, and for a number without unit. */
  readonly unit: AttributeUnit | null;
  /** Plausible range in the unit, both ends included; a value outside it stays raw. */
  readonly low: number;
  readonly high: number;
}

function number(
  group: AttributeGroup,
  unit: AttributeUnit | null,
  low: number,
  high: number,
): AttributeDefinition {
  return { group, kind: 'number', unit, low, high };
}
const percent = (group: AttributeGroup) => number(group, '%', 0, 100);
const celsius = (group: AttributeGroup, low = -100, high = 300) => number(group, '°C', low, high);
const plain = (group: AttributeGroup, kind: 'flag' | 'text' | 'codes'): AttributeDefinition => ({
  group,
  kind,
  unit: null,
  low: Number.NEGATIVE_INFINITY,
  high: Number.POSITIVE_INFINITY,
});
const level = (group: AttributeGroup): AttributeDefinition => ({
  group,
  kind: 'level',
  unit: null,
  low: 0,
  high: 65_535,
});

/** Every attribute by its name, in the sequence of screens. */
export const ATTRIBUTES = {
  fuelLevelPercent: percent('fuel'),
  fuelLevelL: number('fuel', 'L', 0, 5000),
  'fuelLevel#Percent': percent('fuel'),
  'fuelSensor#Level': level('fuel'),
  'fuelSensor#TemperatureC': celsius('fuel', -128, 127),
  fuelHeightMm: number('fuel', 'mm', 0, 4000),
  fuelUsedL: number('fuel', 'L', 0, 1e7),
  fuelRateLh: number('fuel', 'L/h', 0, 3212),
  fuelRateL100Km: number('fuel', 'L/100 km', 0, 1000),
  adBluePercent: percent('fuel'),
  adBlueL: number('fuel', 'L', 0, 1000),
  cngLevelPercent: percent('fuel'),
  lpgLevelPercent: percent('fuel'),

  stateOfChargePercent: percent('electric'),
  charging: plain('electric', 'flag'),
  chargingCable: plain('electric', 'flag'),
  electricRangeM: number('electric', 'm', 0, 2e6),
  batteryHealthPercent: percent('electric'),
  tractionBatteryTemperatureC: celsius('electric', -60, 215),
  tractionBatteryVoltageV: number('electric', 'V', 0, 1500),
  tractionBatteryCurrentA: number('electric', 'A', -3277, 3277),
  energyRateKwh100Km: number('electric', 'kWh/100 km', 0, 1000),

  engineSpeedRpm: number('engine', 'rpm', 0, 20_000),
  engineLoadPercent: number('engine', '%', 0, 130),
  coolantTemperatureC: celsius('engine', -60, 215),
  engineTemperatureC: celsius('engine', -60, 215),
  oilTemperatureC: celsius('engine', -60, 300),
  oilPressureKpa: number('engine', 'kPa', 0, 2000),
  oilLevelPercent: percent('engine'),
  intakeAirTemperatureC: celsius('engine', -60, 215),
  throttlePercent: percent('engine'),
  acceleratorPedalPercent: number('engine', '%', 0, 102),
  engineHours: number('engine', 'h', 0, 1e6),
  troubleCodeCount: number('engine', null, 0, 255),
  troubleCodes: plain('engine', 'codes'),

  totalDistanceM: number('distance', 'm', 0, 1e10),
  vehicleDistanceM: number('distance', 'm', 0, 1e10),
  tripDistanceM: number('distance', 'm', 0, 1e9),
  rangeM: number('distance', 'm', 0, 1e7),
  distanceToServiceM: number('distance', 'm', -1e9, 1e9),
  vehicleSpeedKmh: number('distance', 'km/h', 0, 400),

  'axle#LoadKg': number('load', 'kg', 0, 40_000),
  loadWeightKg: number('load', 'kg', 0, 650_000),
  combinationWeightKg: number('load', 'kg', 0, 650_000),

  'tyre#PressureKpa': number('tyres', 'kPa', 0, 2000),
  'tyre#TemperatureC': celsius('tyres', -60, 200),

  'temperature#C': celsius('climate'),
  'wirelessTemperature#C': celsius('climate'),
  'humidity#Percent': percent('climate'),
  'wirelessHumidity#Percent': percent('climate'),
  ambientTemperatureC: celsius('climate', -90, 90),
  deviceTemperatureC: celsius('climate', -100, 150),

  doorOpen: plain('body', 'flag'),
  frontLeftDoor: plain('body', 'flag'),
  frontRightDoor: plain('body', 'flag'),
  rearLeftDoor: plain('body', 'flag'),
  rearRightDoor: plain('body', 'flag'),
  trunk: plain('body', 'flag'),
  powerTakeOff: plain('body', 'flag'),
  driverSeatBelt: plain('body', 'flag'),
  crashTrace: plain('body', 'flag'),

  externalVoltageV: number('power', 'V', 0, 150),
  batteryVoltageV: number('power', 'V', 0, 60),
  batteryPercent: percent('power'),
  batteryCurrentMa: number('power', 'mA', -100_000, 100_000),
  'analogInput#V': number('power', 'V', -100, 150),

  driverTag: plain('driver', 'text'),

  satellites: number('network', null, 0, 255),
  mobileSignal: number('network', null, 0, 100),
  mobileSignalDbm: number('network', 'dBm', -150, 0),
} as const satisfies Readonly<Record<string, AttributeDefinition>>;

/** The key of an attribute in the dictionary, with `#` for the number of a sensor. */
export type AttributeKey = keyof typeof ATTRIBUTES;

/** An attribute: its key, and the number of its sensor; null if there is only one. */
export interface AttributeName {
  /** The name in answers: the key with its number. */
  readonly name: string;
  readonly key: AttributeKey;
  readonly index: number | null;
}

/** Largest number of a sensor, axle or tyre that is a name of an attribute. */
const MAX_INDEX = 255;

const NAMES = new Map<string, AttributeName | null>();
/** Names of devices are bounded in practice; a sender of random names must not fill the memory. */
const MAX_NAMES = 4096;

function parse(name: string): AttributeName | null {
  if (Object.hasOwn(ATTRIBUTES, name) && !name.includes('#'))
    return { name, key: name as AttributeKey, index: null };
  const digits = /\d+/.exec(name);
  if (digits === null) return null;
  const key = `${name.slice(0, digits.index)}#${name.slice(digits.index + digits[0].length)}`;
  const index = Number(digits[0]);
  const isKnown = Object.hasOwn(ATTRIBUTES, key) && index <= MAX_INDEX;
  return isKnown && String(index) === digits[0] ? { name, key: key as AttributeKey, index } : null;
}

/** The attribute with a name, for example `fuelLevelL` or `axle2LoadKg`; null if there is none. */
export function attributeNamed(name: string): AttributeName | null {
  const known = NAMES.get(name);
  if (known !== undefined) return known;
  const found = parse(name);
  if (NAMES.size >= MAX_NAMES) NAMES.clear();
  NAMES.set(name, found);
  return found;
}

const SEQUENCE = new Map(Object.keys(ATTRIBUTES).map((key, n) => [key, n]));

/** Sorts attributes as screens show them: by the dictionary, then by the number of the sensor. */
export function byAttribute(a: AttributeName, b: AttributeName): number {
  const difference = (SEQUENCE.get(a.key) ?? 0) - (SEQUENCE.get(b.key) ?? 0);
  return difference === 0 ? (a.index ?? 0) - (b.index ?? 0) : difference;
}
