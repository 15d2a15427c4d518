import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { contains, type SearchedList, type Transaction } from '../../../platform/db/index.ts';
import { depotIsVisible } from '../../core/fleet/index.ts';
import type { SearchTerms } from './search-terms.ts';

/** More hits are a common term: they are found by walking the list instead of ranked. */
export const RANKED = 1000;

/** The name of the first visible depot of a vehicle. */
export const depotOf = (viewer: Viewer, vehicle: string): RawBuilder<string | null> =>
  sql`(select g.name from vehicle_depots w join depots g on g.id = w.depot_id
    where w.vehicle_id = ${sql.ref(vehicle)} and ${depotIsVisible(viewer)} order by g.name limit 1)`;

/**
 * Condition: the row contains the text; of a text too short for parts of words, that a word begins with
 * it, which the trigram index also answers.
 */
export async function matches(
  trx: Transaction,
  list: SearchedList,
  terms: SearchTerms,
): Promise<RawBuilder<boolean>> {
  if (terms.part !== null) return contains(trx, list, terms.text, RANKED);
  const found = sql.id(list.found);
  return sql<boolean>`${sql.ref(list.id)} = any(array(
    select ${found}(${terms.start}, ${RANKED}) union select ${found}(${`% ${terms.start}`}, ${RANKED})))`;
}

/** Sorts names that are the text first, then those that begin with it. */
export const byStart = (terms: SearchTerms, name: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when lower(${name}) = ${terms.text.toLowerCase()} then 0
    when ${name} ilike ${terms.start} then 1 else 2 end`;
