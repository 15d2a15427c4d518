import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { contract, openApiDocument } from './index.ts';

/** The catalogue of the requirements: every call, and the fields of every entity. */
const catalogue = readFileSync(join(import.meta.dirname, '../../../docs/api-catalogue.md'), 'utf8');

interface Row {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly answer: string;
}

/** The rows of its tables; our path where the documents name none. */
const rows: Row[] = [...catalogue.matchAll(/^\| (RP?-\d+) \|(.*)\|$/gm)].map(
  ([, id = '', rest]) => {
    // A bar within a cell is written with a backslash.
    const cells = (rest ?? '').split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [method = '', given = '', ours = '', , , , , answer = ''] = cells;
    const path = /`([^`?]+)/.exec(ours === 'same' ? given : ours)?.[1] ?? '';
    return { id, method: /[A-Z]{3,}/.exec(method)?.[0] ?? '', path, answer };
  },
);
const calls = Object.values(contract).flatMap((module) => Object.values(module) as Endpoint[]);
const callsOf = (id: string) => calls.filter(({ ids }) => ids.includes(id));
/** A path whatever its parameters are called, with or without its last slash (R-P01). */
const shape = (path: string) => path.replace(/\{\w+\}/g, '{}').replace(/(.)\/$/, '$1');

/** The body of an interface of the catalogue, without what is inside its fields. */
function fieldsOf(declaration: string): string[] {
  let depth = 0;
  let own = '';
  for (const sign of declaration.replace(/\/\/.*$/gm, '')) {
    if ('{<(['.includes(sign)) depth += 1;
    if (depth === 1 && !'{<(['.includes(sign)) own += sign;
    if ('}>)]'.includes(sign)) depth -= 1;
    if (depth === 0 && own !== '') break;
  }
  return [...own.matchAll(/(\w+)\??:/g)].map(([, name = '']) => name);
}

const document = openApiDocument(contract, '1.0.0') as {
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: Record<string, unknown> }>>;
  };
};
const { schemas } = document.components;
const entities = catalogue
  .slice(catalogue.indexOf('## Shapes'))
  .split(/^(?=(?:interface|type) )/m)
  .flatMap((text) => {
    const name = /^interface (\w+)/.exec(text)?.[1];
    return name === undefined || schemas[name] === undefined
      ? []
      : [{ name, fields: fieldsOf(text) }];
  });

describe('the catalogue of calls', () => {
  it('is read', () => expect(rows.length).toBeGreaterThan(150));

  const ofVehicleFile = rows.filter(({ id }) => /^R-(16[3-9]|17[0-5])$/.test(id));
  it.each(ofVehicleFile)('[R-017] $id of the vehicle file is $method $path', (row) => {
    const found = callsOf(row.id).map(({ method, path }) => `${method} ${shape(path)}`);
    expect(found).toContain(`${row.method} ${shape(row.path)}`);
  });

  it('[R-012] gives every answer that the documents do not show a shape, a file, or none', () => {
    const unseen = rows.filter(({ id, answer }) => /^R-/.test(id) && answer.includes('not shown'));
    expect(unseen.length).toBeGreaterThan(40);
    const shapeless = unseen.filter(
      ({ id }) =>
        !callsOf(id).some(
          ({ answer, raw, status, method }) =>
            answer !== undefined || raw !== undefined || status === 204 || method !== 'GET',
        ),
    );
    expect(shapeless.map(({ id }) => id)).toEqual([]);
  });
});

describe('the entities of the catalogue', () => {
  it('[V-P01] are read', () => expect(entities.length).toBeGreaterThan(25));

  it.each(entities)('[V-P01] $name has every field that the catalogue gives it', (entity) => {
    expect(entity.fields.length).toBeGreaterThan(0);
    const own = Object.keys(schemas[entity.name]?.properties ?? {});
    expect(entity.fields.filter((field) => !own.includes(field))).toEqual([]);
  });

  it('[V-P02] have ids that are positive integers, and moments in UTC', () => {
    const wrong: string[] = [];
    let ids = 0;
    let moments = 0;
    for (const [name, { properties = {} }] of Object.entries(schemas)) {
      for (const [field, schema] of Object.entries(properties)) {
        const text = JSON.stringify(schema);
        if (field === 'id' && !/"type":"string"/.test(text)) {
          ids += 1;
          if (!/"type":"integer"/.test(text) || !/"exclusiveMinimum":0/.test(text)) {
            wrong.push(`${name}.${field}`);
          }
        }
        if (/_at$/.test(field)) {
          moments += 1;
          if (!/"format":"date-time"/.test(text)) wrong.push(`${name}.${field}`);
        }
      }
    }
    expect([ids > 30, moments > 30]).toEqual([true, true]);
    expect(wrong).toEqual([]);
  });
});
