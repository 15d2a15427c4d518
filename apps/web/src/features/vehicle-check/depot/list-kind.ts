import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Column } from '../../../ui/data-table/order.ts';
import type { ListType, queryOf } from './list-query.ts';

type Calls = typeof contract.vehicleCheck;
export type ReportRow = AnswerOf<Calls['reports']>['results'][number];
export type Damage = AnswerOf<Calls['damages']>['results'][number];
export type DamagedVehicle = AnswerOf<Calls['damagedVehicles']>['results'][number];
export type LetterRow = AnswerOf<Calls['noticeLetters']>['results'][number];
export type Survey = AnswerOf<Calls['surveys']>['results'][number];

type ListQuery = ReturnType<typeof queryOf>;

/** What a call needs to know besides its query. */
export interface ListCall {
  /** A depot; of audit surveys a region too. */
  readonly placeId: number;
  readonly query: ListQuery;
  readonly signal: AbortSignal;
}

/** What is its own of a list of the depot screen; the frame has everything else. */
export interface ListKind<Row> {
  readonly type: ListType;
  readonly load: (call: ListCall) => Promise<{
    readonly count: number;
    readonly count_is_limit: boolean;
    readonly results: readonly Row[];
    /** Address of the same rows as CSV. */
    readonly csv: string;
  }>;
  /** Those with `compare` are ordered by the server. */
  readonly columns: readonly Column<Row>[];
  /** What the panel of a row is opened by; two rows may open the same. */
  readonly opens: (row: Row) => number;
  readonly keyOf: (row: Row) => number;
  readonly nameOf: (row: Row) => string;
  /** Where a row can be had as a PDF. */
  readonly pdfOf?: (row: Row) => string;
}
