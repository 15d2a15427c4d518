import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Arguments, queriesOf } from './recorded-queries.ts';

const SOURCES = join(import.meta.dirname, '../../src');
const TARGET = join(import.meta.dirname, '../../queries');

/** Arguments that choose a table or a column, by repository. */
const FIXED: Readonly<Record<string, Arguments>> = {
  'modules/core/catalogue/catalogue.repository.ts': { kind: 'activity_type' },
};

/** The repositories by feature: that of the folder in a floor of `modules`, otherwise the top folder. */
function repositories(): ReadonlyMap<string, readonly string[]> {
  const byFeature = new Map<string, string[]>();
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(^|[./])repository\.ts$/.test(file))
    .sort();
  for (const file of files) {
    const [top = '', , feature] = file.split('/');
    const name = top === 'modules' ? (feature ?? top) : top;
    byFeature.set(name, [...(byFeature.get(name) ?? []), file]);
  }
  return byFeature;
}

/** SQL without the indentation of the source. */
const plain = (sql: string) =>
  sql
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

async function pageOf(feature: string, files: readonly string[]): Promise<string> {
  const parts = [`# Queries of ${feature}`];
  for (const file of files) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(SOURCES, file)).href);
    const section: string[] = [];
    for (const [name, value] of Object.entries(exported).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (typeof value !== 'function') continue;
      const queries = await queriesOf(value as never, FIXED[file] ?? {});
      if (queries.length === 0) continue;
      section.push(`### ${name}`, ...queries.map((sql) => `\`\`\`sql\n${plain(sql)}\n\`\`\``));
    }
    if (section.length > 0) parts.push(`## ${relative('modules', file)}`, ...section);
  }
  return `${parts.join('\n\n')}\n`;
}

const features = repositories();

/** `npm run generate:queries` runs these tests with --update, which writes the files. */
const isGenerating = process.env.npm_lifecycle_event === 'generate:queries';

describe('the committed SQL of the repositories', () => {
  it.skipIf(isGenerating)('has one file for each feature with a repository', () => {
    const pages = [...features.keys()].map((feature) => `${feature}.md`);
    expect(readdirSync(TARGET).sort()).toEqual(pages.sort());
  });

  it.each([...features])('is that of %s', async (feature, files) => {
    await expect(await pageOf(feature, files)).toMatchFileSnapshot(
      join(TARGET, `${feature}.md`),
      'npm run generate:queries',
    );
  });
});
