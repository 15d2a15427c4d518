// Styles of the web app: modules next to their components, colours from the tokens, and never more
// lines than before. Only `apps/web/src/ui` has global class names.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Lines of all style sheets of the web app. Lower it when there are fewer; never raise it. */
const MOST_LINES = 14_593;

const UI = 'apps/web/src/ui/';
const LOOK = `${UI}look/look.css`;
const TOKENS = 'packages/domain/src/design-tokens.ts';
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklch|oklab)a?\(|:\s*(?:white|black)\b/gi;
/** A style of `look` with its values, as one literal. */
const STYLE = /\b(?:look|row|stack|column)\(\{([^{}]*)\}\)|\{([^{}]*)\} satisfies Look/g;
const VALUE = /(\w+): (?:'(\w+)'|(\d+)|true)/g;

const lineOf = (source, index) => source.slice(0, index).split('\n').length;

function sheetFaults(file, source) {
  const faults = [];
  if (!file.startsWith(UI) && !file.endsWith('.module.css'))
    faults.push(`${file}: name it *.module.css, so that its class names are not global`);
  const plain = source.replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ' '));
  for (const { 0: colour, index } of plain.matchAll(COLOUR))
    faults.push(`${file}:${lineOf(plain, index)}: ${colour}; use a token of ${TOKENS}`);
  return faults;
}

/** Values of `look` in a component that have no rule. */
function lookFaults(file, source, rules) {
  const faults = [];
  for (const { 1: body, 2: shared = '', index } of source.matchAll(STYLE))
    for (const [, name, word, number] of (body ?? shared).matchAll(VALUE)) {
      const value = word ?? number;
      const rule = value === undefined ? `.l-${name}` : `.l-${name}-${value}`;
      if (!rules.has(rule)) faults.push(`${file}:${lineOf(source, index)}: ${LOOK} has no ${rule}`);
    }
  return faults;
}

/**
 * @returns {{ files: number, faults: string[] }} each fault with its file and line
 */
export function checkStyles() {
  const listed = spawnSync('git', ['ls-files', 'apps/web/src'], { encoding: 'utf8' });
  const files = listed.stdout
    .split('\n')
    .filter((file) => /\.(css|tsx?)$/.test(file) && existsSync(file));
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const rules = new Set(sources.get(LOOK).match(/\.l-[\w-]+/g));
  const faults = [];
  let lines = 0;
  for (const [file, source] of sources) {
    if (!file.endsWith('.css')) {
      faults.push(...lookFaults(file, source, rules));
      continue;
    }
    lines += source.split('\n').length - 1;
    faults.push(...sheetFaults(file, source));
  }
  if (lines > MOST_LINES)
    faults.push(
      `${lines} lines of styles, at most ${MOST_LINES}: use look() and components of ${UI}`,
    );
  return { files: files.length, faults };
}
