import { wrongField } from '../../../../platform/errors.ts';
import type { TextKey } from '../../../../platform/texts.ts';

/** A file that cannot be accepted; becomes an error on the field `file`. */
export class FileError extends Error {
  /**
   * @param key of a server text `upload.file.…`
   * @param values parameters of the text
   */
  constructor(
    readonly key: Extract<TextKey, `upload.file.${string}`>,
    readonly values: Readonly<Record<string, string>> = {},
  ) {
    super(key);
    this.name = 'FileError';
  }
}

/** Converts a file error to an HTTP error on its field. */
export async function refusingFileErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw wrongField('file', { code: error.key, params: error.values });
  }
}
