import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJsonPath, jsonPaths, jsonValueAt } from './json-paths.ts';

it('lists the values of a document with their paths', () => {
  const document = { 'a.b': 1, c: [{ 'd/e~f': 'x' }, null], g: {} };
  expect(jsonPaths(document)).toEqual([
    { path: '/a.b', value: 1, isArray: false },
    { path: '/c', value: 2, isArray: true },
    { path: '/c/0/d~1e~0f', value: 'x', isArray: false },
    { path: '/c/1', value: null, isArray: false },
  ]);
  expect(jsonPaths(7)).toEqual([{ path: '', value: 7, isArray: false }]);
});

it('is bounded', () => {
  expect(jsonPaths(Array.from({ length: 1000 }, (_, n) => n))).toHaveLength(400);
  let deep: unknown = 1;
  for (let level = 0; level < 1000; level += 1) deep = { deep };
  expect(jsonPaths(deep)).toEqual([]);
  expect(jsonPaths({ ['k'.repeat(300)]: 1 })).toEqual([]);
});

it('a path of the list leads to its value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (document) => {
      for (const { path, value, isArray } of jsonPaths(document)) {
        expect(isJsonPath(path)).toBe(true);
        const found = jsonValueAt(document, path);
        expect(isArray ? (found as unknown[]).length : found).toEqual(value);
      }
    }),
  );
});

it('only JSON pointers are paths, and what a document inherits is not found', () => {
  for (const path of ['', '/', '/a', '/a~0b/~1c', '//']) expect(isJsonPath(path), path).toBe(true);
  for (const path of ['a', 'a/b', '/a~', '/a~2', `/${'x'.repeat(200)}`]) {
    expect(isJsonPath(path), path).toBe(false);
  }
  for (const path of ['/constructor', '/__proto__/toString', '/length', '/a/b']) {
    expect(jsonValueAt({ a: 1 }, path), path).toBeUndefined();
  }
});
