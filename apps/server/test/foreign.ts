import type { Contract } from '@roadworthy/contract';

/** The name of a call: its module, a dot, and what it is called there. */
export type CallName = {
  [M in keyof Contract]: `${M}.${Extract<keyof Contract[M], string>}`;
}[keyof Contract];

/** What a call is asked with. */
export interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/** What records of the other customer are planted under: no call finds it by its default of 1. */
export const FOREIGN = 90_001;
/** Of the other customer's file. */
export const FOREIGN_FILE = '00000000-0000-4000-8000-000000090001';
