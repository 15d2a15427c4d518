import fc from 'fast-check';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** Texts at which programs break. */
const TEXTS = [
  '',
  ' ',
  'a',
  '0',
  '-1',
  'null',
  'ab\0cd',
  'ab\ud800',
  '\udc00',
  '\u202eright to left\u200f',
  'é'.normalize('NFD'),
  '😀'.repeat(50),
  'x'.repeat(10_000),
  "'; drop table users; --",
  '%_\\',
  '../../etc/passwd',
  '=1+1',
  '<b>x</b>',
  '__proto__',
  '[{"id":1}]',
];
const DATES = [
  '0000-01-01',
  '0001-01-01',
  '1900-01-01',
  '2024-02-29',
  '2023-02-29',
  '2199-12-31',
  '9999-12-31',
  '2026-06-01',
  '10000-01-01',
];
const MOMENTS = [
  ...DATES.map((date) => `${date}T00:00:00Z`),
  ...DATES.map((date) => `${date}T23:59:59.999Z`),
  '2026-06-01T24:00:00Z',
  '2026-06-01T12:00:00+14:00',
];
const WHOLE = [0, -1, 1, 2, 3, 400, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 31), 1e300];
/** An answer may depend on whether a record is there: these are ids that the fleet has. */
const IDS = [1, 2, 3, 4, 5];
const ANYTHING = fc.oneof(
  fc.constantFrom<unknown>(null, true, [], {}, [[]], { id: 1 }, ...WHOLE, ...TEXTS),
);

/** Most values fit their schema; one in `ODDS` is taken from what never should. */
const ODDS = 10;
const mostly = (valid: fc.Arbitrary<unknown>, hostile: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: ODDS - 1, arbitrary: valid }, { weight: 1, arbitrary: hostile });

function textOf(schema: Json): fc.Arbitrary<unknown> {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = 200,
  } = schema as {
    format?: string;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
  };
  if (format === 'date') return fc.constantFrom(...DATES);
  if (format === 'date-time') return fc.constantFrom(...MOMENTS);
  if (format === 'email') return fc.constantFrom('somebody@fuzz.test', 'nobody', 'a@b.test');
  if (format === 'uuid') return fc.uuid();
  const words = fc.string({ minLength, maxLength: Math.min(maxLength, 300), unit: 'binary' });
  const zones = fc.constantFrom('UTC', 'Europe/Lisbon', 'America/Sao_Paulo', 'No/Where', '+05:00');
  const full = fc.constant('é'.repeat(Math.min(maxLength, 10_000)));
  // A pattern of its own, not that of all texts: taken apart by the generator.
  const own =
    pattern === undefined || pattern.includes('\\uD800') || pattern.includes('\\p{')
      ? words
      : fc.stringMatching(new RegExp(pattern));
  return fc.oneof(own, own, zones, full, fc.constantFrom(...TEXTS));
}

function numberOf(schema: Json): fc.Arbitrary<unknown> {
  const {
    minimum = -1000,
    maximum = 1e15,
    exclusiveMinimum,
    type,
  } = schema as {
    minimum?: number;
    maximum?: number;
    exclusiveMinimum?: number;
    type: string;
  };
  const min = Math.max(minimum, exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1);
  const edges = fc.constantFrom(min, maximum, min - 1, maximum + 1);
  const inner =
    type === 'integer'
      ? fc.integer({ min: Math.ceil(Math.max(min, -(2 ** 31))), max: Math.min(maximum, 2 ** 31) })
      : fc.double({ min, max: maximum, noNaN: true });
  return fc.oneof(fc.constantFrom(...IDS), inner, edges);
}

function listOf(schema: Json, defs: Json): fc.Arbitrary<unknown> {
  const item = arbitraryOf((schema.items ?? {}) as Json, defs);
  const { minItems = 0, maxItems = 10 } = schema as { minItems?: number; maxItems?: number };
  const small = fc.array(item, {
    minLength: minItems,
    maxLength: Math.min(maxItems, minItems + 3),
  });
  const huge = item.map((one) => Array.from({ length: 3000 }, () => one));
  return fc.oneof(
    { weight: 12, arbitrary: small },
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: huge },
  );
}

function objectOf(schema: Json, defs: Json): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const required = new Set((schema.required ?? []) as string[]);
  const fields = Object.fromEntries(
    properties.map(([name, property]) => [name, arbitraryOf(property, defs)]),
  );
  const whole = fc.record(fields, { requiredKeys: [...required] });
  const sparse = fc.record(fields, { requiredKeys: [] });
  return fc.oneof({ weight: 9, arbitrary: whole }, { weight: 1, arbitrary: sparse });
}

/** Values of a JSON Schema as the contract writes it: most fit, some stand at its bounds, some never fit. */
function arbitraryOf(schema: Json, defs: Json): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') {
    return arbitraryOf(defs[schema.$ref.split('/').pop() ?? ''] as Json, defs);
  }
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices !== undefined) {
    return fc.oneof(...choices.map((choice) => arbitraryOf(choice, defs)));
  }
  if (schema.const !== undefined) return mostly(fc.constant(schema.const), ANYTHING);
  if (schema.enum !== undefined) {
    return mostly(fc.constantFrom(...(schema.enum as unknown[])), ANYTHING);
  }
  switch (schema.type) {
    case 'object':
      return mostly(objectOf(schema, defs), ANYTHING);
    case 'array':
      return mostly(listOf(schema, defs), ANYTHING);
    case 'integer':
    case 'number':
      return mostly(numberOf(schema), ANYTHING);
    case 'boolean':
      return mostly(fc.boolean(), ANYTHING);
    case 'null':
      return fc.constant(null);
    case 'string':
      return mostly(textOf(schema), ANYTHING);
    default:
      return ANYTHING;
  }
}

/** Inputs of a part of a call, derived from its schema. */
export function inputsOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json & { $defs?: Json };
  return arbitraryOf(root, $defs);
}
