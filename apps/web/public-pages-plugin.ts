import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import {
  DESIGN_TOKENS,
  HIGH_CONTRAST_TOKENS,
  SIZE_TOKENS,
} from '../../packages/domain/src/design-tokens.ts';
import {
  type SmallPage as PageName,
  SMALL_PAGE_TEXTS,
} from '../../packages/domain/src/small-pages.ts';
import { type Calls, readCalls } from './contract-plugin.ts';

/** Pages that render with the first response. */
const PAGES = /(index|qr|check)\.html$/;

/** Calls and texts of a small page: a phone on a weak network loads no others. */
interface SmallPage {
  /** Name in its virtual modules: `virtual:<name>-calls`, `virtual:<name>-texts/<language>`. */
  readonly name: PageName;
  readonly paths: (calls: Calls) => Record<string, string | undefined>;
}

/** Calls of other features that those pages make. */
const OTHER_CALLS = {
  config: ['platformInfo', 'config'],
  reverseGeocode: ['maps', 'reverseGeocode'],
  nearestRoads: ['maps', 'nearestRoads'],
} as const;

const pathsOf = (feature: Calls[keyof Calls]) =>
  Object.fromEntries(Object.entries(feature).map(([name, { path }]) => [name, path]));

const SMALL_PAGES: readonly SmallPage[] = [
  {
    name: 'public',
    paths: (calls) => ({
      ...pathsOf(calls.qrCodes),
      ...pathsOf(calls.helpPage),
      ...pathsOf(calls.accidents),
      ...Object.fromEntries(
        Object.entries(OTHER_CALLS).map(([name, [feature, call]]) => [
          name,
          calls[feature][call]?.path,
        ]),
      ),
    }),
  },
  {
    name: 'walkaround',
    paths: (calls) => pathsOf(calls.walkaround),
  },
];

function textsOf({ name }: SmallPage, language: string): Record<string, string> {
  const path = join(import.meta.dirname, `public/locales/${language}.json`);
  const all = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(all).filter(([key]) =>
      SMALL_PAGE_TEXTS[name].some((prefix) => key.startsWith(prefix)),
    ),
  );
}

/** The page and the part of a virtual module; null for other modules. */
function meant(id: string): { page: SmallPage; part: string } | null {
  const [, name, part] = /^\0?virtual:(\w+)-(calls|texts\/\w+)$/.exec(id) ?? [];
  const page = SMALL_PAGES.find((one) => one.name === name);
  return page === undefined || part === undefined ? null : { page, part };
}

const declarations = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** All tokens as CSS, so that the first rendering needs no script. */
function tokens(): string {
  const { light, fontFamily } = DESIGN_TOKENS;
  const dark = `{${declarations(DESIGN_TOKENS.dark)};color-scheme:dark}`;
  const contrast = `{${declarations(HIGH_CONTRAST_TOKENS.dark)}}`;
  return [
    `:root{--font:${fontFamily};${declarations(SIZE_TOKENS)};${declarations(light)};color-scheme:light}`,
    `@media (prefers-color-scheme:dark){:root:not([data-scheme=light])${dark}}`,
    `:root[data-scheme=dark]${dark}`,
    `@media (prefers-contrast:more){:root:root{${declarations(HIGH_CONTRAST_TOKENS.light)}}`,
    `@media (prefers-color-scheme:dark){:root:root:not([data-scheme=light])${contrast}}`,
    `:root:root[data-scheme=dark]${contrast}}`,
    '@media (prefers-reduced-motion:reduce){:root:root{--motion:0ms}}',
  ].join('');
}

/** Chunks that every page of `index.html` needs, in order of size. */
const LIBRARIES = ['react', 'i18next', 'calls'] as const;

type Bundle = Readonly<
  Record<string, { readonly type: string; readonly name?: string | undefined }>
>;

/** Preloads the libraries: the entry imports them later, so that it need not wait for them. */
function preloads(bundle: Bundle): string {
  const files = LIBRARIES.map((name) => {
    const [file, second] = Object.keys(bundle).filter(
      (one) => bundle[one]?.type === 'chunk' && bundle[one].name === name,
    );
    if (file === undefined || second !== undefined)
      throw new Error(`the build needs one chunk ${name}`);
    return file;
  });
  return files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');
}

/**
 * Pages for phones on weak networks: those without sign-in (areas J and K) and the walkaround check.
 * Each has separate HTML with inline styles, so that it renders with the first response, and only the
 * paths and texts that it needs.
 */
export function publicPages(): Plugin {
  return {
    name: 'public-pages',
    resolveId: (id) => (!id.startsWith('\0') && meant(id) !== null ? `\0${id}` : null),
    load: async (id) => {
      const asked = id.startsWith('\0') ? meant(id) : null;
      if (asked === null) return null;
      const { page, part } = asked;
      if (part === 'calls') {
        return `export const paths = ${JSON.stringify(page.paths(await readCalls()))};`;
      }
      return `export default ${JSON.stringify(textsOf(page, part.slice('texts/'.length)))};`;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path, bundle }) => {
        if (!PAGES.test(path)) return html;
        const withTokens = html.replace('</title>', `</title><style>${tokens()}</style>`);
        const isApplication = path.endsWith('index.html') && bundle !== undefined;
        const whole = isApplication
          ? withTokens.replace('</head>', `${preloads(bundle as unknown as Bundle)}</head>`)
          : withTokens;
        return whole.replace(
          /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+)"[^>]*>/g,
          (link, file: string) => {
            const asset = bundle?.[file];
            return asset?.type === 'asset' ? `<style>${asset.source}</style>` : link;
          },
        );
      },
    },
  };
}
