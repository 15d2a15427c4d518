import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Version of the product, from the `package.json` of the repository. */
export function productVersion(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (folder !== dirname(folder)) {
    const path = join(folder, 'package.json');
    if (existsSync(path)) {
      const { name, version: found } = JSON.parse(readFileSync(path, 'utf8'));
      if (name === 'roadworthy') return found;
    }
    folder = dirname(folder);
  }
  return '0.0.0';
}
