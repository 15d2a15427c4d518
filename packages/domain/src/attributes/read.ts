import { type Resolved, resolveAlias } from './aliases.ts';
import { ATTRIBUTES, type AttributeName, attributeNamed } from './dictionary.ts';

/** A value as a codec stores it. */
export type RawValue = string | number | boolean;

/** A value of the dictionary: a number in its unit, on or off, or text. */
export type ReadValue = number | boolean | string;

/** Longest text of a value. */
const MAX_TEXT = 200;
/** Bits of the doors in the state that CAN adapters report: four doors, bonnet and trunk. */
const DOOR_BITS = 0x3f00;
const MS_PER_HOUR = 3_600_000;

type Target = Resolved & { readonly attribute: AttributeName };
const TARGETS = new Map<string, Target | null>();
/** As for the names of the dictionary. */
const MAX_TARGETS = 4096;

function targetOf(raw: string): Target | null {
  const known = TARGETS.get(raw);
  if (known !== undefined) return known;
  const attribute = attributeNamed(raw);
  let target: Target | null = null;
  if (attribute !== null) target = { name: raw, factor: 1, rank: 0, attribute };
  else {
    const alias = resolveAlias(raw);
    const named = alias === null ? null : attributeNamed(alias.name);
    if (alias !== null && named !== null) target = { ...alias, attribute: named };
  }
  if (TARGETS.size >= MAX_TARGETS) TARGETS.clear();
  TARGETS.set(raw, target);
  return target;
}

/** A suspect parameter and its failure mode (SAE J1939), as devices write them. */
const SUSPECT = /SPN[\s:=#-]*(\d{1,6})[\s,;:/_-]*FMI[\s:=#-]*(\d{1,2})(?!\d)/g;
const TROUBLE_CODE = /^(?:[PCBU][0-9A-F]{4}|SPN\d{1,6}-FMI\d{1,2})$/;

/**
 * Trouble codes of a list: five characters (P0301), or `SPN110-FMI3` of heavy vehicles, separated by a
 * space; null if there are none.
 */
export function troubleCodesOf(text: string): string | null {
  const codes = text
    .toUpperCase()
    .replace(SUSPECT, (_, spn, fmi) => ` SPN${Number(spn)}-FMI${Number(fmi)} `)
    .split(/[\s,;|]+/)
    .filter((code) => TROUBLE_CODE.test(code));
  if (codes.length === 0) return null;
  const all = [...new Set(codes)].sort().join(' ');
  // The text never ends within a code.
  return all.length <= MAX_TEXT ? all : all.slice(0, all.lastIndexOf(' ', MAX_TEXT));
}

/** The value in the attribute's unit; null if it does not fit the attribute. */
function fittingValue({ attribute, factor }: Target, raw: RawValue): ReadValue | null {
  const { kind, low, high } = ATTRIBUTES[attribute.key];
  if (kind === 'text') return typeof raw === 'string' && raw !== '' ? raw.slice(0, MAX_TEXT) : null;
  if (kind === 'codes') return typeof raw === 'string' ? troubleCodesOf(raw) : null;
  if (kind === 'flag') return flagOf(attribute, raw);
  if (typeof raw !== 'number') return null;
  const value = raw * factor;
  return value >= low && value <= high ? value : null;
}

function flagOf({ key }: AttributeName, raw: RawValue): boolean | null {
  // The trace of a crash is bytes: their presence is the value.
  if (key === 'crashTrace') return raw === '' || raw === 0 || raw === false ? null : true;
  if (typeof raw === 'boolean') return raw;
  return raw === 0 || raw === 1 ? raw === 1 : null;
}

/** Attributes that combine or convert what devices report, where a factor does not suffice. */
function special(raw: Readonly<Record<string, RawValue>>): [name: string, value: ReadValue][] {
  const found: [string, ReadValue][] = [];
  const { doorStates, hours, powerTakeOffDrive, charging, hvBatteryPercent } = raw;
  if (typeof doorStates === 'number') found.push(['doorOpen', (doorStates & DOOR_BITS) !== 0]);
  if (typeof hours === 'number' && hours >= 0 && hours / MS_PER_HOUR <= 1e6)
    found.push(['engineHours', hours / MS_PER_HOUR]);
  // FMS: 0 none engaged, 1 at least one, 2 error, 3 not available
  if (powerTakeOffDrive === 0 || powerTakeOffDrive === 1)
    found.push(['powerTakeOff', powerTakeOffDrive === 1]);
  // Without a traction battery `charging` is about the battery of the device.
  if (hvBatteryPercent !== undefined && typeof charging === 'boolean')
    found.push(['charging', charging]);
  return found;
}

/** Names that mean the device itself unless `special` says otherwise. */
const NOT_THE_VEHICLE: ReadonlySet<string> = new Set(['charging']);

/** Names that `special` reads. */
const SPECIAL: ReadonlySet<string> = new Set([
  'doorStates',
  'hours',
  'powerTakeOffDrive',
  'charging',
]);

/** Whether a codec's name has a meaning in the dictionary. */
export function hasMeaning(raw: string): boolean {
  return SPECIAL.has(raw) || targetOf(raw) !== null;
}

/**
 * The attributes of the dictionary in a record, by name. Values outside the plausible range, of
 * another kind, or without a known unit are left out; they stay in the raw data.
 *
 * @param raw the record's attributes under the codec's names
 */
export function readAttributes(raw: Readonly<Record<string, RawValue>>): Map<string, ReadValue> {
  const values = new Map<string, ReadValue>();
  const ranks = new Map<string, number>();
  for (const [name, value] of Object.entries(raw)) {
    const target = NOT_THE_VEHICLE.has(name) ? null : targetOf(name);
    if (target === null) continue;
    const to = target.attribute.name;
    if ((ranks.get(to) ?? Number.POSITIVE_INFINITY) <= target.rank) continue;
    const read = fittingValue(target, value);
    if (read === null) continue;
    values.set(to, read);
    ranks.set(to, target.rank);
  }
  for (const [name, value] of special(raw)) {
    if (!values.has(name)) values.set(name, value);
  }
  return values;
}

/** Values of a record that have columns of their own. */
export interface RecordColumnValues {
  readonly odometerM: number | null;
  readonly externalVoltageV: number | null;
  readonly batteryVoltageV: number | null;
  readonly batteryPercent: number | null;
  readonly temperatureC: number | null;
  readonly satellites: number | null;
  readonly driverTag: string | null;
}

/** All attributes of a record: its columns and what the device sent besides. */
export function readRecord(
  columns: RecordColumnValues,
  raw: Readonly<Record<string, RawValue>> | null,
): Map<string, ReadValue> {
  const values = raw === null ? new Map<string, ReadValue>() : readAttributes(raw);
  const keep = (name: string, value: ReadValue | null) => {
    if (value === null) return;
    const attribute = attributeNamed(name);
    if (attribute === null) return;
    const { low, high, kind } = ATTRIBUTES[attribute.key];
    const isRight = kind === 'text' || (typeof value === 'number' && value >= low && value <= high);
    if (isRight) values.set(name, value);
  };
  keep('totalDistanceM', columns.odometerM);
  keep('externalVoltageV', columns.externalVoltageV);
  keep('batteryVoltageV', columns.batteryVoltageV);
  keep('batteryPercent', columns.batteryPercent);
  keep('satellites', columns.satellites);
  keep('driverTag', columns.driverTag);
  // The record's temperature is that of its first working sensor, which may have its name already.
  const { temperatureC } = columns;
  const isKnown = [...values.keys()].some((name) => /temperature\d+C$/i.test(name));
  if (!isKnown) keep('temperature1C', temperatureC);
  return values;
}
