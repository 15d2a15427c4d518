import { declarations } from './document.ts';
import type { Declaration, Field, Shape } from './shape.ts';

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Types that no declaration describes. A declaration says `number`; an id is a positive integer. */
const BASIC: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  Id: (value) => Number.isInteger(value) && Number(value) > 0,
  Utc: (value) => typeof value === 'string' && UTC.test(value),
  Day: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
};

export interface Comparing {
  /** Also reports fields that the shape lacks: for bodies, which must match exactly. */
  readonly exact?: boolean;
}

function replaced(shape: Shape, by: ReadonlyMap<string, Shape>): Shape {
  switch (shape.kind) {
    case 'named':
      return by.get(shape.name) ?? { ...shape, of: shape.of.map((one) => replaced(one, by)) };
    case 'any-of':
    case 'all-of':
      return { ...shape, of: shape.of.map((one) => replaced(one, by)) };
    case 'list':
    case 'record':
    case 'field-of':
      return { ...shape, of: replaced(shape.of, by) };
    case 'object':
      return {
        ...shape,
        fields: shape.fields.map((field) => ({ ...field, shape: replaced(field.shape, by) })),
      };
    case 'literal':
      return shape;
  }
}

function declared(name: string, given: readonly Shape[]): Shape | null {
  const declaration: Declaration | undefined = declarations.get(name);
  if (declaration === undefined) return null;
  return replaced(
    declaration.shape,
    new Map(declaration.parameters.flatMap((one, n) => (given[n] ? [[one, given[n]]] : []))),
  );
}

const literalsOf = (shape: Shape): string[] =>
  shape.kind === 'any-of'
    ? shape.of.flatMap(literalsOf)
    : shape.kind === 'literal'
      ? [String(shape.value)]
      : [];

/** The fields of an object's shape; null for every other shape. */
export function fieldsOf(shape: Shape): readonly Field[] | null {
  if (shape.kind === 'object') return shape.fields;
  if (shape.kind === 'all-of') {
    const parts = shape.of.map(fieldsOf);
    const later = new Map(parts.flatMap((part) => part ?? []).map((field) => [field.name, field]));
    return [...later.values()];
  }
  if (shape.kind !== 'named') return null;
  const [first, second] = shape.of;
  if (shape.name === 'Omit' && first !== undefined && second !== undefined) {
    const left = new Set(literalsOf(second));
    return (fieldsOf(first) ?? []).filter(({ name }) => !left.has(name));
  }
  if (shape.name === 'Record' && first !== undefined && second !== undefined) {
    return literalsOf(first).map((name) => ({ name, isOptional: false, shape: second }));
  }
  const known = BASIC[shape.name] === undefined ? declared(shape.name, shape.of) : null;
  return known === null ? null : fieldsOf(known);
}

function compareFields(
  value: unknown,
  fields: readonly Field[],
  at: string,
  comparing: Comparing,
): string[] {
  if (!isObject(value)) return [`${at}: not an object but ${JSON.stringify(value)}`];
  const differences = fields.flatMap(({ name, isOptional, shape }) => {
    if (value[name] !== undefined) return compare(value[name], shape, `${at}.${name}`, comparing);
    return isOptional ? [] : [`${at}.${name}: missing`];
  });
  if (comparing.exact !== true) return differences;
  const known = new Set(fields.map(({ name }) => name));
  const more = Object.keys(value).filter((name) => !known.has(name));
  return [...differences, ...more.map((name) => `${at}.${name}: not in the catalogue`)];
}

/**
 * Compares a value with a shape of the catalogue, field by field and recursively.
 *
 * @returns the differences with their paths; each difference within a list once
 */
export function compare(
  value: unknown,
  shape: Shape,
  at = '',
  comparing: Comparing = {},
): string[] {
  switch (shape.kind) {
    case 'literal':
      return value === shape.value
        ? []
        : [`${at}: ${JSON.stringify(value)} is not ${JSON.stringify(shape.value)}`];
    case 'any-of': {
      const each = shape.of.map((one) => compare(value, one, at, comparing));
      if (each.some(({ length }) => length === 0)) return [];
      const text = JSON.stringify(value) ?? 'undefined';
      const deepest = each.flat().filter((one) => !one.startsWith(`${at}:`));
      return deepest.length > 0 ? deepest : [`${at}: ${text.slice(0, 80)} is none of its types`];
    }
    case 'list': {
      if (!Array.isArray(value)) return [`${at}: not a list but ${JSON.stringify(value)}`];
      const found = value.flatMap((one) => compare(one, shape.of, `${at}[]`, comparing));
      return [...new Set(found)];
    }
    case 'record':
      return isObject(value)
        ? Object.values(value).flatMap((one) => compare(one, shape.of, `${at}[…]`, comparing))
        : [`${at}: not an object`];
    case 'field-of': {
      const field = fieldsOf(shape.of)?.find(({ name }) => name === shape.name);
      if (field === undefined) throw new Error(`The catalogue has no field ${shape.name}`);
      return compare(value, field.shape, at, comparing);
    }
    case 'object':
    case 'all-of':
      return compareFields(value, fieldsOf(shape) ?? [], at, comparing);
    case 'named': {
      const basic = BASIC[shape.name];
      if (basic !== undefined) {
        return basic(value) ? [] : [`${at}: ${JSON.stringify(value)} is no ${shape.name}`];
      }
      const fields = fieldsOf(shape);
      if (fields !== null) return compareFields(value, fields, at, comparing);
      const known = declared(shape.name, shape.of);
      if (known === null) throw new Error(`The catalogue does not declare ${shape.name}`);
      return compare(value, known, at, comparing);
    }
  }
}
