/**
 * How the bytes of a parameter are read: a number of 1, 2, 4 or 8 bytes; a flag (one byte or two, 0
 * or 1); eight bytes that are no number; text or bytes of the group of values with a length.
 */
export type Kind = 1 | 2 | 4 | 8 | 'flag' | 'flag2' | 'id' | 'text' | 'bytes';

/**
 * One of the manufacturer's parameters (AVL ids): number, name with its unit, kind, value of one
 * step in that unit, range in steps. A low end below zero makes the number signed. A value outside
 * its range means "not available", a sensor error or a different parameter: it stays raw.
 */
export type Row = readonly [
  id: number,
  name: string,
  kind: Kind,
  step?: number,
  low?: number,
  high?: number,
];

type Range = readonly [step?: number, low?: number, high?: number];

/** Range of a signed number of two bytes without a narrower range. */
export const SIGNED_WORD = [-32_768, 32_767] as const;
/** Range of a percentage, in steps of one. */
export const PERCENT = [1, 0, 100] as const;
/** Temperature of a part or liquid of a vehicle in whole degrees Celsius. */
export const CELSIUS = [1, -60, 215] as const;

/** The same parameter of several sensors; `#` in the name is the number of the sensor, from one. */
export function series(
  from: number,
  count: number,
  name: string,
  kind: Kind,
  ...range: Range
): Row[] {
  return each(
    Array.from({ length: count }, (_, index) => from + index),
    name,
    kind,
    ...range,
  );
}

/** As `series`, for ids that are not consecutive. */
export function each(ids: readonly number[], name: string, kind: Kind, ...range: Range): Row[] {
  return ids.map((id, index): Row => [id, name.replace('#', String(index + 1)), kind, ...range]);
}

/** Flags with consecutive ids; names are separated by white space, `-` leaves an id out. */
export function flags(from: number, names: string): Row[] {
  return names
    .trim()
    .split(/\s+/)
    .flatMap((name, index): Row[] => (name === '-' ? [] : [[from + index, name, 'flag']]));
}

/**
 * The further custom values of four Bluetooth sensors, four ids apart; the first is `bleCustom` and
 * the number of the sensor.
 */
export function customValues(from: number, kind: 4 | 'bytes', numbers: readonly number[]): Row[] {
  const form = kind === 4 ? 'Value' : 'Data';
  return [1, 2, 3, 4].flatMap((sensor, n) =>
    numbers.map((value, at): Row => [from + 4 * n + at, `bleCustom${sensor}${form}${value}`, kind]),
  );
}
