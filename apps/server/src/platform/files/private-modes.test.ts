import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePrivate } from './private-modes.ts';

let root: string;

const modeOf = (path: string) => (statSync(join(root, path)).mode & 0o777).toString(8);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'modes-'));
  mkdirSync(join(root, 'files', '1', 'video'), { recursive: true });
  mkdirSync(join(root, 'files', '.incoming'));
  for (const path of [
    'files/plate.jpg',
    'files/1/video/clip.mp4',
    'files/.incoming/half',
    'outside',
  ]) {
    writeFileSync(join(root, path), 'x');
    chmodSync(join(root, path), 0o644);
  }
  for (const path of ['files', 'files/1', 'files/1/video', 'files/.incoming']) {
    chmodSync(join(root, path), 0o755);
  }
});
afterEach(() => rmSync(root, { recursive: true }));

describe.skipIf(process.platform === 'win32')('files that an earlier version stored', () => {
  it('[RP-08] become private, with their folders', async () => {
    expect(await makePrivate(join(root, 'files'))).toBe(7);
    for (const folder of ['files', 'files/1', 'files/1/video', 'files/.incoming']) {
      expect([folder, modeOf(folder)]).toEqual([folder, '700']);
    }
    for (const file of ['files/plate.jpg', 'files/1/video/clip.mp4', 'files/.incoming/half']) {
      expect([file, modeOf(file)]).toEqual([file, '600']);
    }
    expect(await makePrivate(join(root, 'files'))).toBe(0);
  });

  it('[RP-08] does not follow symbolic links, and ignores a missing folder', async () => {
    symlinkSync(join(root, 'outside'), join(root, 'files', 'link'));
    await makePrivate(join(root, 'files'));
    expect(modeOf('outside')).toBe('644');
    expect(await makePrivate(join(root, 'nowhere'))).toBe(0);
  });
});
