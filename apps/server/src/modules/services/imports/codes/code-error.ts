import type { TextKey } from '../../../../platform/texts.ts';

/** An error of a row: the key of a server text, and its parameters. */
export interface CodeError {
  readonly row: number;
  readonly key: Extract<TextKey, `upload.code.${string}`>;
  readonly values: Readonly<Record<string, string>>;
}
