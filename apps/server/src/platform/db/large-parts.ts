import { type RawBuilder, sql } from 'kysely';

/** The end of a query: its sort and limit. */
type Tail = RawBuilder<unknown>;

/**
 * A query of rows, with its tail.
 *
 * @param range condition on the column of `LargeList.time`
 */
export type Part = (tail: Tail, range: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Range of all rows. */
export const EVERY_TIME = sql`true`;

/**
 * A part of few rows. It is sorted after it was read, so that the planner does not look for these few in the sequence
 * of the list.
 */
export const sortedApart =
  (part: Part): Part =>
  (tail, range) =>
    sql`select * from (${part(sql`offset 0`, range)}) f ${tail}`;

/** A list of rows that are read from indexes. */
export interface LargeList {
  /**
   * Queries for the id of the rows, as `id`, and for the columns of the sort. More than one query is read
   * one after the other; no row may be in two of them.
   */
  readonly parts: readonly Part[];
  /** Other parts with the same rows, for reading in the sequence of the list. */
  readonly walked?: readonly Part[];
  /** Sort of the columns of the parts, as `h`; ends with the id. */
  readonly order: RawBuilder<unknown>;
  /** The first column of the sort if it is a time, so that a page far into the list is found by counting. */
  readonly time?: TimeColumn;
  /** Joins of `h` for a sort by columns of other tables. The list then needs `walk`. */
  readonly joins?: RawBuilder<unknown>;
  /**
   * Query for the ids in the sequence of the list that stops at its `limit`. By default each part is read in
   * the sequence of the list.
   */
  readonly walk?: (limit: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** A column of times. */
export interface TimeColumn {
  readonly name: string;
  readonly type: 'date' | 'timestamptz';
  readonly isDescending: boolean;
}
