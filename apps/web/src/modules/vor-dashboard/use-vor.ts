import type { AnswerOf, contract } from '@roadworthy/contract';

type Answer = AnswerOf<typeof contract.vor.list>;

export type VorRecord = Answer['results'][number];
export type VorEntry = AnswerOf<typeof contract.vor.read>;
/** What the list says beside its rows. */
export type VorSummary = Pick<Answer, 'totals' | 'repairers'>;

/** What entries are kept under. */
export const VOR_KEY = 'vor';
/** What the last list said beside its rows is kept under this. */
export const VOR_SUMMARY_KEY = ['vor-summary'] as const;
