import type { AttributeValue, DeviceEvent } from '../record.ts';
import type { AvlRecord } from './avl.ts';
import { printable, readBeacons, readBleTags } from './ble-tags.ts';
import type { IoElements } from './elements.ts';
import type { Family } from './parameters/family.ts';
import type { Parameter, Role } from './parameters/parameter.ts';

/** The values of a record's IO elements. */
export interface ElementValues {
  /** Values with a field in the record. */
  readonly fields: { [R in Role]?: AttributeValue };
  /** All other values, by name; those without a known meaning as `io` and their number. */
  readonly attributes: Record<string, AttributeValue>;
  readonly events: DeviceEvent[];
  /** Elements whose number and length no table defines. */
  unknown: number;
}

/** Most bytes of a value that stays raw as a number. */
const MAX_RAW_NUMBER_BYTES = 6;

/** The bytes as they are: a number, or hexadecimal if they are long. */
function rawValue(io: IoElements, index: number): AttributeValue {
  const isNumber = !io.isVariableAt(index) && io.lengthAt(index) <= MAX_RAW_NUMBER_BYTES;
  return (isNumber ? io.unsignedAt(index) : null) ?? io.bytesAt(index).toString('hex');
}

/** The number in steps; null if it is out of range or an error code. */
function stepsOf(parameter: Parameter, io: IoElements, index: number): number | null {
  const steps = parameter.isSigned ? io.signedAt(index) : io.unsignedAt(index);
  if (steps === null || steps < parameter.low || steps > parameter.high) return null;
  return parameter.errors?.has(steps) === true ? null : steps;
}

/** The value in the unit of its name; null if it has to stay raw. */
function readValue(
  parameter: Parameter,
  io: IoElements,
  index: number,
  attributes: Record<string, AttributeValue>,
): AttributeValue | null {
  const { kind, name } = parameter;
  if (kind === 'id') return io.bytesAt(index).toString('hex');
  if (kind === 'text') return printable(io.bytesAt(index));
  if (kind === 'bytes') {
    const bytes = io.bytesAt(index);
    if (name === 'beacons') return readBeacons(bytes);
    // A second list would replace the sensors of the first.
    if (name === 'bleTagCount') return name in attributes ? null : readBleTags(bytes, attributes);
    return bytes.length === 0 ? null : bytes.toString('hex');
  }
  const steps = stepsOf(parameter, io, index);
  if (steps === null) return null;
  return parameter.isFlag ? steps === 1 : (steps * parameter.multiplier) / parameter.divisor;
}

/** Adds the event that a value means. */
function addEvent(
  { event }: Parameter,
  value: AttributeValue,
  isEventOfRecord: boolean,
  events: DeviceEvent[],
): void {
  if (event === null || typeof value === 'string') return;
  const number = Number(value);
  if (event.kind === 'state') {
    events.push({ code: event.code, kind: 'state', active: number > 0 });
    return;
  }
  const code = isEventOfRecord ? event.codeOf(number) : undefined;
  if (code !== undefined) events.push({ code, kind: 'pulse' });
}

/** A name that no attribute has yet, for a value that stays raw. */
function rawName(attributes: Record<string, AttributeValue>, id: number): string {
  const name = `io${id}`;
  if (!(name in attributes)) return name;
  let nth = 2;
  while (`${name}_${nth}` in attributes) nth += 1;
  return `${name}_${nth}`;
}

/** Reads the IO elements of a record by the tables of a family. */
export function readElements({ io, eventIoId }: AvlRecord, family: Family): ElementValues {
  const values: ElementValues = { fields: {}, attributes: {}, events: [], unknown: 0 };
  const { attributes, fields, events } = values;
  for (let index = 0; index < io.count; index += 1) {
    const id = io.idAt(index);
    const parameter = io.isVariableAt(index)
      ? (family.variable(id) ?? family.fixed(id, io.lengthAt(index)))
      : family.fixed(id, io.lengthAt(index));
    if (parameter === undefined) {
      values.unknown += 1;
      attributes[rawName(attributes, id)] = rawValue(io, index);
      continue;
    }
    const { name, role } = parameter;
    const value = readValue(parameter, io, index, attributes);
    // Of two sources of the same value, the second stays raw.
    const isTaken = role === null ? name in attributes : fields[role] !== undefined;
    if (value === null || isTaken) attributes[rawName(attributes, id)] = rawValue(io, index);
    else if (role === null) attributes[name] = value;
    else fields[role] = value;
    if (value !== null) addEvent(parameter, value, id === eventIoId, events);
  }
  return values;
}
