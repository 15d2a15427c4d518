import type { AnswerOf, contract } from '@roadworthy/contract';

type Calls = typeof contract.unaccountedDriving;
export type Gap = AnswerOf<Calls['read']>;
export type Month = AnswerOf<Calls['months']>['results'][number];
export type Timeline = AnswerOf<Calls['timeline']>;

/** Key of the list in the cache, and subject of the history. */
export const UNACCOUNTED_KEY = 'unaccounted_driving';
/** The names of the lists in the address of the screen. */
export const UNACCOUNTED_LIST = 'unaccounted';
export const UNACCOUNTED_MONTHS = 'months';

export const WRITE = {
  kind: 'module',
  anyOf: ['accessTachoGraf'],
  write: true,
  refusesLimited: true,
} as const;

export const nameOf = (driver: { readonly first_name: string; readonly surname: string }): string =>
  `${driver.first_name} ${driver.surname}`;

/** The day in UTC of a time. */
export const dayOf = (time: string): string => time.slice(0, 10);
