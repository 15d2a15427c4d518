// Features use the controls of `apps/web/src/ui`: no element that the browser draws in its own way.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const RAW = /<(?:button|select|dialog)(?=[\s>])|\btype="(?:date|time|week|month|datetime-local)"/g;
const TESTED = /(\.test\.tsx?$|\/test-[\w-]+\.tsx?$)/;

/**
 * @returns {{ files: number, faults: string[] }} each fault with file, line and element
 */
export function checkRawControls() {
  const listed = spawnSync('git', ['ls-files', 'apps/web/src/features', 'apps/web/src/app'], {
    encoding: 'utf8',
  });
  const files = listed.stdout
    .split('\n')
    .filter((file) => file.endsWith('.tsx') && !TESTED.test(file) && existsSync(file));
  const faults = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(RAW)].map((match) => {
      const line = source.slice(0, match.index).split('\n').length;
      return `${file}:${line}: ${match[0]}; use a component of apps/web/src/ui`;
    });
  });
  return { files: files.length, faults };
}
