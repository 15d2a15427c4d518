/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const MODULES = join(import.meta.dirname, '..');

/** Which shared widgets the screens of a module are made of. */
function widgetsOf(module: string): Set<string> {
  const found = new Set<string>();
  for (const path of readdirSync(join(MODULES, module), { recursive: true }).map(String)) {
    if (!/\.tsx?$/.test(path) || /test/.test(path)) continue;
    const text = readFileSync(join(MODULES, module, path), 'utf8');
    for (const [, widget = ''] of text.matchAll(
      /from '(?:\.\.\/)+widgets\/([\w-]+(?:\/[\w-]+-picker)?)/g,
    )) {
      found.add(widget);
    }
  }
  return found;
}

describe('shared widgets', () => {
  it('[O-07] are used by the screens of administrators more than anywhere else', () => {
    const shared = widgetsOf('administration');
    for (const widget of ['resource', 'data-table', 'select-all', 'address-form', 'history']) {
      expect(shared).toContain(widget);
    }
    const pickers = readdirSync(join(MODULES, '../widgets/pickers'))
      .filter((name) => /^(?!multi|single)[\w-]+-picker\.tsx$/.test(name))
      .map((name) => `pickers/${name.replace('.tsx', '')}`);
    expect(pickers.length).toBeGreaterThanOrEqual(8);
    expect(pickers.filter((name) => !shared.has(name))).toEqual([]);
    const others = readdirSync(MODULES).filter((module) => module !== 'administration');
    for (const module of others) expect(widgetsOf(module).size).toBeLessThanOrEqual(shared.size);
  });
});
