import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const FLOORS = ['core', 'features', 'services'];

/** Folders in a folder of the repository. */
const foldersIn = (path: string): string[] =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name);

/** A row of the features in docs/architecture.md: `| name | server | web | what it does |`. */
interface Row {
  readonly name: string;
  readonly floor: string;
  readonly web: string;
  readonly line: string;
}

const rows = (): Row[] => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const section = text.split('\n## Features\n')[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `([\w-]+)` \| ([\w–]+) \| ([\w–]+) \| (.+) \|$/gm)].map(
    ([, name = '', floor = '', web = '', line = '']) => ({ name, floor, web, line }),
  );
};

describe('docs/architecture.md', () => {
  it('names files that exist', () => {
    const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    const full = [...text.matchAll(/`((?:apps|packages|scripts)\/[\w./-]+\.(?:tsx?|mjs|json))`/g)];
    // A bare file name means the folder of one of the paths.
    const bare = [...text.matchAll(/`([\w-]+(?:\.[\w-]+)*\.tsx?)`/g)].map(([, name = '']) => name);
    const paths = full.map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(15);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const folders = [...new Set(paths.map((path) => dirname(path)))];
    const examples = /^(users|privacy-retention)\./;
    const lost = bare.filter(
      (name) =>
        name !== 'index.ts' &&
        !examples.test(name) &&
        !folders.some((folder) => existsSync(join(ROOT, folder, name))),
    );
    expect(lost).toEqual([]);
  });
});

describe('the features in docs/architecture.md', () => {
  it('are the folders of the server, each with its floor', () => {
    const folders = FLOORS.flatMap((floor) =>
      foldersIn(`apps/server/src/modules/${floor}`).map((name) => `${floor}/${name}`),
    );
    const listed = rows().filter(({ floor }) => floor !== '–');
    expect(listed.map(({ name, floor }) => `${floor}/${name}`).sort()).toEqual(folders.sort());
  });

  it('are the folders of the web app', () => {
    const listed = rows().filter(({ web }) => web === 'yes');
    expect(listed.map(({ name }) => name).sort()).toEqual(
      foldersIn('apps/web/src/features').sort(),
    );
  });

  it('give the files of the contract their names', () => {
    const names = rows().map(({ name }) => name);
    // Parts of the contract itself, and two parts of `privacy` that have a file of their own.
    const own =
      /^(browser|contract|endpoint|export-query|fields|form-files|index|inputs|shapes|record-shapes|open-api.*)$/;
    const parts = ['audited-calls', 'private-use', 'retention', 'vehicle-lists'];
    const files = readdirSync(join(ROOT, 'packages/contract/src'))
      .map((file) => file.replace(/(\.test)?\.ts$/, ''))
      .filter((file) => !own.test(file) && !parts.includes(file));
    const nameless = files.filter(
      (file) => !names.some((name) => file === name || file.startsWith(`${name}-`)),
    );
    expect(nameless).toEqual([]);
  });

  it('are listed once, in alphabetical order, each with one line', () => {
    const names = rows().map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].sort());
    for (const { line } of rows()) expect(line.length).toBeLessThanOrEqual(110);
  });
});
