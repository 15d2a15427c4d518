import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';

/** Who reads a feed: a person, or a destination that is limited to some vehicles. */
export interface FeedReader extends Viewer {
  /** Only these vehicles and those of these depots; absent for all that the viewer may see. */
  readonly vehicles?: { readonly ids: readonly number[]; readonly depotIds: readonly number[] };
}

/** The vehicles `v` whose records a reader gets. */
export function feedVehicles(
  trx: Transaction,
  reader: FeedReader,
): ReturnType<typeof visibleVehicles> {
  const query = visibleVehicles(trx, reader);
  if (reader.vehicles === undefined) return query;
  const { ids, depotIds } = reader.vehicles;
  return query.where(
    sql<boolean>`(v.id = any(${[...ids]}::int[]) or exists (select from vehicle_depots o
      where o.vehicle_id = v.id and o.depot_id = any(${[...depotIds]}::int[])))`,
  );
}
