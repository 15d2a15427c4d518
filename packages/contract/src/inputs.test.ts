import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract, type Endpoint, schemasOf } from './index.ts';

type Json = Record<string, unknown>;

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const calls: [string, Endpoint][] = Object.entries(contract).flatMap(([module, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, call]): [string, Endpoint] => [
    `${module}.${name}`,
    call,
  ]),
);

/** Values that no field of the database takes, or that no person sends. */
const HOSTILE: readonly (readonly [string, unknown])[] = [
  ['a null character', 'ab\0cd'],
  ['a high surrogate alone', 'ab\ud800'],
  ['a low surrogate alone', '\udc00ab'],
  ['three million characters', 'x'.repeat(3_000_000)],
  ['2^53 - 1', 2 ** 53 - 1],
  ['1 - 2^53', 1 - 2 ** 53],
  ['1e300', 1e300],
];

/** What a field for dates must refuse besides; a field for any text may take it. */
const HOSTILE_DATES: typeof HOSTILE = [
  ['the year 0', '0000-01-01'],
  ['a moment of the year 0', '0000-01-01T00:00:00Z'],
];

/**
 * The passkey of a browser is read by the library that verifies it, which takes only what it knows;
 * its fields are base64url.
 */
const READ_BY_A_LIBRARY = 'account.addPasskey body.credential';
/** Files as data URLs, bounded by the size of the whole body. */
const LONG = ['investigations.update body.answers[].attachment'];

/** Every schema of a single value within a JSON Schema, with the path that leads there. */
function* leaves(schema: Json, path: string, defs: Json): Generator<[string, Json]> {
  if (typeof schema.$ref === 'string') {
    return yield* leaves(defs[schema.$ref.split('/').pop() ?? ''] as Json, path, defs);
  }
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices !== undefined) {
    for (const choice of choices) yield* leaves(choice, path, defs);
  } else if (schema.type === 'array') {
    yield* leaves((schema.items ?? {}) as Json, `${path}[]`, defs);
    if (schema.maxItems === undefined) yield [`${path}[]`, {}];
  } else if (schema.type === 'object') {
    for (const [name, property] of Object.entries((schema.properties ?? {}) as Json)) {
      yield* leaves(property as Json, `${path}.${name}`, defs);
    }
    for (const keyword of ['additionalProperties', 'propertyNames'] as const) {
      const inner = schema[keyword];
      if (typeof inner === 'object') yield* leaves(inner as Json, `${path}{}`, defs);
    }
  } else {
    yield [path, schema];
  }
}

function* inputsOf(name: string, call: Endpoint): Generator<[string, ValidateFunction, boolean]> {
  for (const part of ['params', 'query', 'body', 'multipart'] as const) {
    const schema = schemasOf(call)[part];
    if (schema === undefined) continue;
    const {
      $defs = {},
      $schema: _version,
      ...root
    } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      reused: 'inline',
    }) as Json & { $defs?: Json };
    for (const [path, leaf] of leaves(root, `${name} ${part}`, $defs)) {
      yield [path, ajv.compile(leaf), String(leaf.format).startsWith('date')];
    }
  }
}

describe('inputs of the contract', () => {
  it.each(calls)('%s accepts no value that cannot be stored', (name, call) => {
    const accepted = [];
    for (const [path, accepts, isDate] of inputsOf(name, call)) {
      if (path.startsWith(READ_BY_A_LIBRARY)) continue;
      for (const [title, value] of [...HOSTILE, ...(isDate ? HOSTILE_DATES : [])]) {
        const isLong = typeof value === 'string' && value.length > 1_000_000;
        if (isLong && LONG.includes(path)) continue;
        if (accepts(value)) accepted.push(`${path}: ${title}`);
      }
    }
    expect(accepted).toEqual([]);
  });
});
