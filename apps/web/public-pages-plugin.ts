import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { DESIGN_TOKENS } from '../../packages/domain/src/design-tokens.ts';
import { readCalls } from './contract-plugin.ts';

const PAGE = 'qr.html';
const CALLS = 'virtual:public-calls';
const TEXTS = 'virtual:public-texts/';
/** Which texts the pages without sign-in say: a phone on a weak network loads no others. */
const PREFIXES = [
  'qr.',
  'help.',
  'accident.',
  'signature.',
  'photos.',
  'vehicleFile.status.',
  'app.name',
  'action.',
  'toast.invalid',
];

/** Calls of other modules that those pages make. */
const OTHER_CALLS = {
  config: ['platform', 'config'],
  reverseGeocode: ['maps', 'reverseGeocode'],
  nearestRoads: ['maps', 'nearestRoads'],
} as const;

async function publicPaths(): Promise<Record<string, string>> {
  const calls = await readCalls();
  const own = [calls.qrCode, calls.help].flatMap((module) =>
    Object.entries(module ?? {}).map(([name, { path }]) => [name, path]),
  );
  const others = Object.entries(OTHER_CALLS).map(([name, [module, call]]) => [
    name,
    calls[module]?.[call]?.path,
  ]);
  return Object.fromEntries([...own, ...others]);
}

function publicTexts(language: string): Record<string, string> {
  const path = join(import.meta.dirname, `public/locales/${language}.json`);
  const all = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(all).filter(([key]) => PREFIXES.some((prefix) => key.startsWith(prefix))),
  );
}

/** The colours as CSS, so that the first paint needs no script. */
function tokens(): string {
  const of = (scheme: 'light' | 'dark') =>
    Object.entries(DESIGN_TOKENS[scheme])
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
  const font = `--font:${DESIGN_TOKENS.fontFamily}`;
  const dark = `{${of('dark')};color-scheme:dark}`;
  return [
    `:root{${font};${of('light')};color-scheme:light}`,
    `@media (prefers-color-scheme:dark){:root:not([data-scheme=light])${dark}}`,
    `:root[data-scheme=dark]${dark}`,
  ].join('');
}

/**
 * The page that serves addresses without sign-in (areas J and K): its own HTML with its styles in it,
 * so that a phone paints it with the first answer; the paths and the texts that it needs, and no more.
 */
export function publicPages(): Plugin {
  return {
    name: 'public-pages',
    resolveId: (id) => (id === CALLS || id.startsWith(TEXTS) ? `\0${id}` : null),
    load: async (id) => {
      if (id === `\0${CALLS}`) {
        return `export const paths = ${JSON.stringify(await publicPaths())};`;
      }
      if (!id.startsWith(`\0${TEXTS}`)) return null;
      return `export default ${JSON.stringify(publicTexts(id.slice(TEXTS.length + 1)))};`;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path, bundle }) => {
        if (!path.endsWith(PAGE)) return html;
        const withTokens = html.replace('</title>', `</title><style>${tokens()}</style>`);
        return withTokens.replace(
          /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+)"[^>]*>/g,
          (whole, file: string) => {
            const asset = bundle?.[file];
            return asset?.type === 'asset' ? `<style>${asset.source}</style>` : whole;
          },
        );
      },
    },
  };
}
