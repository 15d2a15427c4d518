import { type RawBuilder, sql } from 'kysely';

/** A condition of a query. */
export type Condition = RawBuilder<unknown>;

/** All of the conditions; none is true. */
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);
