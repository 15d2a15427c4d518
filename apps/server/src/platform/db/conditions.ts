import { type RawBuilder, sql } from 'kysely';

/** A condition of a query. */
export type Condition = RawBuilder<unknown>;

/** All of the conditions; none is true. */
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

/** A condition if there is a value for it. */
export const when = (value: unknown, condition: () => Condition): Condition[] =>
  value === undefined ? [] : [condition()];

/** A time column as ms since 1970 UTC. */
export const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
