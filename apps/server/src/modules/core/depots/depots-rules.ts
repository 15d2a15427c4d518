import type { contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import type { ArchivableRow } from '../../../platform/resource.ts';
import { type GroupFilter, type GroupRow, keptGroups } from './depots.repository.ts';
import { once } from './depots-checks.ts';
import { type GroupBody, keptFacts, type VehicleGroup } from './group-json.ts';

export type Calls = typeof contract.depots;

type ListQuery = Omit<QueryOf<Calls['list']>, 'brief'>;

export function filterOf({ is_region, archived, region }: ListQuery): GroupFilter {
  return {
    isRegion: is_region === 'true',
    isArchived: archived === 'true',
    regionId: region ?? null,
  };
}

export async function refuseInvisibleRegion(
  trx: Transaction,
  viewer: Viewer,
  { region }: ListQuery,
) {
  if (region === undefined) return;
  if ((await keptGroups(trx, viewer, true, [region])).length === 0) throw notFound();
}

/** The regions that a change to a depot or region concerns. */
export const regionsOf = ({
  is_region,
  id,
  region,
}: Pick<GroupRow, 'is_region' | 'id' | 'region'>) =>
  is_region ? [id] : region === null ? [] : [region.id];

/** The current regions of the depots in a region's form. */
export async function regionsOfDepots(
  trx: Transaction,
  viewer: Viewer,
  body: GroupBody,
): Promise<number[]> {
  if (!body.is_region) return [];
  return (await keptGroups(trx, viewer, false, once(body.vehicle_groups))).flatMap(regionsOf);
}

export const described = (row: GroupRow): ArchivableRow => ({
  customerId: row.customer,
  subject: { kind: row.is_region ? 'region' : 'depot', id: String(row.id), name: row.name },
  facts: null,
  isArchived: row.archived,
  kept: null,
});

export const describedWhole = (group: VehicleGroup) => ({
  ...described(group),
  facts: keptFacts(group),
});

/** Refuses people who are limited to some depots: creating one needs access to all depots. */
export function refuseWithoutAll(viewer: Viewer): void {
  if (viewer.depotScope !== 'all') {
    throw forbidden('access.all_depots_required');
  }
}

/** A depot or region as its form shows it. */
export const formOf = (group: VehicleGroup) => {
  const idsOf = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id);
  return {
    name: group.name,
    is_region: group.is_region,
    region: group.region?.id ?? null,
    address: group.address,
    vehicles: idsOf(group.vehicles),
    vehicle_groups: idsOf(group.vehicle_groups),
    schedule_types: idsOf(group.schedule_types),
  };
};
