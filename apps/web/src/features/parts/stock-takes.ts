import type { AnswerOf, contract } from '@roadworthy/contract';

type Calls = typeof contract.stockTakes;
export type StockTake = AnswerOf<Calls['read']>;
export type StockTakeRow = AnswerOf<Calls['list']>['results'][number];
export type FoundPart = AnswerOf<Calls['find']>;

/** Key of the list in the cache, and kind of the history. */
export const STOCK_TAKES_KEY = 'stock_take';
