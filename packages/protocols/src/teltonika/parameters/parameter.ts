import { type EventRule, eventRuleOf } from './event-rules.ts';
import type { Kind, Row } from './row.ts';

/** The record's field that a parameter fills, instead of an attribute. */
export type Role =
  | 'ignition'
  | 'odometerM'
  | 'externalVoltageV'
  | 'batteryVoltageV'
  | 'batteryPercent';

const ROLES: ReadonlySet<string> = new Set<Role>([
  'ignition',
  'odometerM',
  'externalVoltageV',
  'batteryVoltageV',
  'batteryPercent',
]);

/** A parameter, prepared for reading its values. */
export interface Parameter {
  /** Name with its unit, as in the other protocols. */
  readonly name: string;
  readonly kind: Kind;
  readonly isFlag: boolean;
  readonly isSigned: boolean;
  /** Range in steps. */
  readonly low: number;
  readonly high: number;
  /** Factor of one step, and its divisor: exact where the factor is a decimal fraction. */
  readonly multiplier: number;
  readonly divisor: number;
  /** Values within the range that are error codes of the sensor. */
  readonly errors: ReadonlySet<number> | null;
  readonly role: Role | null;
  readonly event: EventRule | null;
}

/** Error codes of wired sensors; higher ones are out of range. */
const WIRED_ERRORS: ReadonlySet<number> = new Set([850]);
/** Error codes of Bluetooth sensors with firmware before 03.28; later ones are out of range. */
const BLE_ERRORS: ReadonlySet<number> = new Set([2000, 3000, 4000]);

function errorsOf(name: string): ReadonlySet<number> | null {
  if (name.startsWith('temperature') && name.endsWith('C') && !name.startsWith('temperatureP'))
    return WIRED_ERRORS;
  return name.startsWith('bleTemperature') ? BLE_ERRORS : null;
}

/** Bytes of a kind with a fixed length; 0 for text and bytes with a length of their own. */
export function bytesOf(kind: Kind): number {
  if (kind === 'flag') return 1;
  if (kind === 'flag2') return 2;
  if (kind === 'id') return 8;
  return kind === 'text' || kind === 'bytes' ? 0 : kind;
}

/** Prepares a row of the tables. */
export function parameterOf([, name, kind, step = 1, low = 0, high]: Row): Parameter {
  const bytes = bytesOf(kind);
  const isFlag = kind === 'flag' || kind === 'flag2';
  const divisor = step < 1 ? Math.round(1 / step) : 1;
  return {
    name,
    kind,
    isFlag,
    isSigned: low < 0,
    low,
    high: isFlag ? 1 : (high ?? Math.min(256 ** bytes - 1, Number.MAX_SAFE_INTEGER)),
    multiplier: step < 1 ? 1 : step,
    divisor,
    errors: errorsOf(name),
    role: ROLES.has(name) ? (name as Role) : null,
    event: eventRuleOf(name),
  };
}
