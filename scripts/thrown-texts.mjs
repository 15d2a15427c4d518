// Errors are codes (docs/decisions/0019): no error of the product is made with a sentence.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** An error class with a first argument that is a text. */
const THROWN = /\bnew (?:\w*Error|NotAVideo)\(\s*(?:'([^']*)'|"([^"]*)"|`([^`]*)`)/g;
const TESTED = /(\.test\.tsx?$|\/test-[\w-]+\.tsx?$|\/test\/)/;

/**
 * @returns {{ files: number, faults: string[] }} each fault with file, line and text
 */
export function checkThrownTexts() {
  const listed = spawnSync('git', ['ls-files', 'apps', 'packages'], {
    encoding: 'utf8',
  });
  const files = listed.stdout
    .split('\n')
    .filter((file) => /\/src\/.*\.tsx?$/.test(file) && !TESTED.test(file) && existsSync(file));
  const faults = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(THROWN)].flatMap((match) => {
      const text = match[1] ?? match[2] ?? match[3] ?? '';
      const isSentence = /\s/.test(text.replace(/\$\{[^}]*\}/g, ''));
      const line = source.slice(0, match.index).split('\n').length;
      return isSentence ? [`${file}:${line}: "${text}" is a sentence; use a code`] : [];
    });
  });
  return { files: files.length, faults };
}
