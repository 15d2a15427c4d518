import type { TextKey } from '../../../../platform/texts.ts';

/** A row that is wrong, by the name of a text of the server and what is filled into it. */
export interface CodeFault {
  readonly row: number;
  readonly key: Extract<TextKey, `upload.code.${string}`>;
  readonly values: Readonly<Record<string, string>>;
}
