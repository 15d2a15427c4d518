import type { CheckType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { depotIsVisible } from '../../../core/fleet/index.ts';

/** A check, and the depot whose lists have it; null if the viewer may not see the depot. */
export interface CheckPlace {
  readonly id: number;
  readonly type: CheckType;
  readonly depot: number | null;
}

/** Where the screens show checks, by id. The caller has checked that they may be seen. */
export async function checkPlaces(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CheckPlace>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CheckPlace>`
    select r.id, r.kind as type, (select g.id from depots g
      where g.id = r.depot_id and ${depotIsVisible(viewer)}) as depot
    from vehicle_reports r where r.id = any(${[...ids]}::int[])`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}
