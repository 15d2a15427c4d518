import { createFiles, type Files } from '../src/platform/files/index.ts';

/** Files in a folder. */
export const folderFiles = (dataDir: string): Files =>
  createFiles({
    dataDir,
    databaseUrl: null,
    filesReserveBytes: 0,
    filesUrl: null,
    sessionSecret: 'x'.repeat(32),
  });
