import { describe, expect, it } from 'vitest';
import { contract, type Endpoint, openApiDocument } from './index.ts';

const calls: [string, Endpoint][] = Object.entries(contract).flatMap(([module, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, call]): [string, Endpoint] => [
    `${module}.${name}`,
    call,
  ]),
);

describe('contract', () => {
  it('declares every call once', () => {
    const keys = calls.map(([, call]) => `${call.method} ${call.path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(calls)('%s names its path parameters and its requirement', (_name, call) => {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(call.params?.shape ?? {})).toEqual(inPath);
    expect(call.ids.length).toBeGreaterThan(0);
  });

  it('describes every call in OpenAPI 3.1 with references that exist', () => {
    const document = openApiDocument(contract, '1.0.0') as {
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
      components: { schemas: Record<string, unknown> };
    };
    expect(document.openapi).toBe('3.1.0');
    for (const [, call] of calls) {
      expect(document.paths[call.path]?.[call.method.toLowerCase()]).toBeDefined();
    }
    const references = JSON.stringify(document).matchAll(
      /"\$ref":"#\/components\/schemas\/(\w+)"/g,
    );
    for (const [, name] of references)
      expect(document.components.schemas).toHaveProperty(name ?? '');
  });
});
