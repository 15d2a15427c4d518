import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Removes access by other accounts from everything below a folder, top down. */
async function makeFolderPrivate(folder: string): Promise<number> {
  let changed = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) changed += await makePrivate(path);
    else if (entry.isFile()) changed += Number(await setMode(path, FILE_MODE));
  }
  return changed;
}

/** Whether the mode of a path was changed; false for a path that no longer exists. */
async function setMode(path: string, mode: number): Promise<boolean> {
  try {
    if (((await lstat(path)).mode & 0o777) === mode) return false;
    await chmod(path, mode);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Sets a folder to mode 0700 and everything below it to 0700 and 0600, whatever an earlier version or
 * a restored backup left. Symbolic links are not followed. Windows has no such modes.
 *
 * @returns number of changed modes; 0 if there is no such folder
 */
export async function makePrivate(folder: string): Promise<number> {
  if (process.platform === 'win32') return 0;
  try {
    if (!(await lstat(folder)).isDirectory()) return 0;
    const changed = Number(await setMode(folder, FOLDER_MODE));
    return changed + (await makeFolderPrivate(folder));
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return 0;
    throw error;
  }
}
