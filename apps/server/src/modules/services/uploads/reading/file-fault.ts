import type { TextKey } from '../../../../platform/texts.ts';

/** A file that cannot be taken as it is; becomes a text beside the field `file`. */
export class FileFault extends Error {
  /**
   * @param fault the end of a text `upload.file.<fault>` of the server
   * @param values what is filled into it
   */
  constructor(
    readonly key: Extract<TextKey, `upload.file.${string}`>,
    readonly values: Readonly<Record<string, string>> = {},
  ) {
    super(key);
    this.name = 'FileFault';
  }
}
