import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONTENTS } from '../../documentation/contents.ts';
import { documentationPage, linkedAddress } from '../../documentation/page.ts';
import { HELP_PAGES, helpAddress } from './help-page.ts';
import { createAppRouter } from './router.ts';

const DOCS = join(import.meta.dirname, '../../../../docs');
const names = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -3));
const titles = new Map(names.map((name) => [name, name]));
const html = new Map(
  names.map((name) => {
    const text = readFileSync(join(DOCS, `${name}.md`), 'utf8');
    return [`${name}.html`, documentationPage(name, text, CONTENTS, titles).html];
  }),
);

/** Whether an address below `/docs` leads to a page, and to a heading of it. */
function exists(address: string): boolean {
  const [page = '', anchor] = address.split('#');
  const text = html.get(page);
  return text !== undefined && (anchor === undefined || text.includes(` id="${anchor}"`));
}

it('every screen has a page of the documentation, with its heading', () => {
  const paths = Object.keys(createAppRouter().routesByPath);
  expect(paths.length).toBeGreaterThan(40);
  const missing = [...paths, ...Object.keys(HELP_PAGES)]
    .map((path) => helpAddress(path).replace('/docs/', ''))
    .filter((address) => !exists(address));
  expect(missing).toEqual([]);
  expect(helpAddress('/vehicle-file/planner')).toMatch(
    /^\/docs\/vehicle-file\.html#forward-planner/,
  );
  expect(helpAddress('/vehicles/12')).toBe('/docs/vehicle-page.html');
});

it('the contents list every page of the documentation once', () => {
  const listed = CONTENTS.flatMap(({ pages }) => pages);
  expect([...listed].sort()).toEqual(names.filter((name) => !name.includes('/')).sort());
});

it('every link between pages leads to a page and to a heading', () => {
  const broken = [...html].flatMap(([page, text]) =>
    [...text.slice(text.indexOf('<main')).matchAll(/<a href="([^"]+)"/g)]
      .map(([, href = '']) => (href.startsWith('#') ? page + href : href.replace('/docs/', '')))
      .filter((href) => !/^https?:/.test(href) && !exists(href))
      .map((href) => `${page}: ${href}`),
  );
  expect(broken).toEqual([]);
});

it('a link to a file outside the documentation becomes text', () => {
  const lead = (href: string, from: string) => linkedAddress(href, from, titles);
  expect(lead('../CONTRIBUTING.md', 'maps')).toBe(null);
  expect(lead('../apps/server/src/main.ts', 'maps')).toBe(null);
  expect(lead('decisions/0001-stack.md', 'maps')).toBe('/docs/decisions/0001-stack.html');
  expect(lead('../maps.md#addresses', 'decisions/0001-stack')).toBe('/docs/maps.html#addresses');
});
