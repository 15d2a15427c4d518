import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { DESIGN_TOKENS } from '../../packages/domain/src/design-tokens.ts';
import { CONTENTS } from './documentation/contents.ts';
import { documentationPage, titleOf } from './documentation/page.ts';

const SOURCE = resolve(import.meta.dirname, '../../docs');
const TARGET = resolve(import.meta.dirname, 'public/docs');

/** The style sheet of the pages, with the colours of the product. */
function styles(): string {
  const variables = (colours: Readonly<Record<string, string>>) =>
    Object.entries(colours)
      .map(([name, value]) => `--${name}: ${value};`)
      .join(' ');
  const { light, dark, fontFamily } = DESIGN_TOKENS;
  const own = readFileSync(join(import.meta.dirname, 'documentation/documentation.css'), 'utf8');
  return `:root { --font: ${fontFamily}; ${variables(light)} }
@media (prefers-color-scheme: dark) { :root { ${variables(dark)} } }
${own}`;
}

function write(): void {
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(join(TARGET, 'decisions'), { recursive: true });
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const texts = new Map(
    files
      .filter((file) => file.endsWith('.md'))
      .map((file) => [file.slice(0, -'.md'.length), readFileSync(join(SOURCE, file), 'utf8')]),
  );
  const titles = new Map([...texts].map(([name, text]) => [name, titleOf(text)]));
  for (const [name, text] of texts) {
    writeFileSync(
      join(TARGET, `${name}.html`),
      documentationPage(name, text, CONTENTS, titles).html,
    );
  }
  for (const file of files.filter((one) => one.endsWith('.png')))
    cpSync(join(SOURCE, file), join(TARGET, file));
  writeFileSync(join(TARGET, 'documentation.css'), styles());
}

/** Writes the files of `docs` as pages, to which the screens of the product link. */
export function documentation(): Plugin {
  return { name: 'documentation', buildStart: write };
}
