import { Ajv2020 } from 'ajv/dist/2020.js';
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

const LONG_TEXT = 'three million characters';
/** Values that no field of the database takes, or that no person sends. */
const HOSTILE: readonly (readonly [string, unknown])[] = [
  ['a null character', 'ab\0cd'],
  ['a high surrogate alone', 'ab\ud800'],
  ['a low surrogate alone', '\udc00ab'],
  [LONG_TEXT, 'x'.repeat(3_000_000)],
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

/** What a schema of one value accepts that it must not. Many calls share one, and few are tried. */
const acceptedBy = new Map<string, readonly string[]>();

function hostileAccepted(leaf: Json): readonly string[] {
  const key = JSON.stringify(leaf);
  const known = acceptedBy.get(key);
  if (known !== undefined) return known;
  const accepts = ajv.compile(leaf);
  const isDate = String(leaf.format).startsWith('date');
  const titles = [...HOSTILE, ...(isDate ? HOSTILE_DATES : [])]
    .filter(([, value]) => accepts(value))
    .map(([title]) => title);
  acceptedBy.set(key, titles);
  return titles;
}

function* inputsOf(name: string, call: Endpoint): Generator<[string, Json]> {
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
    yield* leaves(root, `${name} ${part}`, $defs);
  }
}

describe('inputs of the contract', () => {
  it.each(calls)('%s accepts no value that cannot be stored', (name, call) => {
    const accepted = [];
    for (const [path, leaf] of inputsOf(name, call)) {
      if (path.startsWith(READ_BY_A_LIBRARY)) continue;
      for (const title of hostileAccepted(leaf)) {
        if (title === LONG_TEXT && LONG.includes(path)) continue;
        accepted.push(`${path}: ${title}`);
      }
    }
    expect(accepted).toEqual([]);
  });
});
