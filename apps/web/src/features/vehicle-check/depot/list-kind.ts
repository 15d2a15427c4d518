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

/** Parameters of a call besides its query. */
export interface ListCall {
  /** A depot; for audit surveys also a region. */
  readonly placeId: number;
  readonly query: ListQuery;
  readonly signal: AbortSignal;
}

/** The specific parts of a list of the depot screen; the frame has the common ones. */
export interface ListKind<Row> {
  readonly type: ListType;
  readonly load: (call: ListCall) => Promise<{
    readonly count: number;
    readonly count_is_limit: boolean;
    readonly results: readonly Row[];
    /** URL of the same rows as CSV. */
    readonly csv: string;
  }>;
  /** The server sorts columns with `compare`. */
  readonly columns: readonly Column<Row>[];
  /** The record that a row opens; two rows may open the same. */
  readonly opens: (row: Row) => number;
  readonly keyOf: (row: Row) => number;
  readonly nameOf: (row: Row) => string;
  /** URL of a row's PDF. */
  readonly pdfOf?: (row: Row) => string;
}
