import type { AnswerOf, contract } from '@roadworthy/contract';

/** A region with its depots from the folder list. */
export type Region = AnswerOf<typeof contract.depots.regions>[number];

/** The two base paths of the vehicle check: the second starts with the audits (A-17, L-P05). */
export type CheckArea = 'vehiclecheck' | 'audit_survey';

/** The target of an entry of the folder list. */
export interface Place {
  readonly kind: 'region' | 'depot';
  readonly id: number;
}

const PLACE = /^(region|depot)\/(\d{1,10})$/;
/** The largest id, a PostgreSQL integer. */
const MAX_ID = 2_147_483_647;

/** The area of a path. */
export const areaOf = (path: string): CheckArea =>
  path === '/audit_survey' || path.startsWith('/audit_survey/') ? 'audit_survey' : 'vehiclecheck';

/**
 * The place in a URL (requirements L-01, L-02).
 *
 * @param rest the path after `/vehiclecheck/` or `/audit_survey/`
 * @returns null if it has no id or one that is not a positive integer
 */
export function placeOf(rest: string): Place | null {
  const [, kind, digits] = PLACE.exec(rest.replace(/\/$/, '')) ?? [];
  const id = Number(digits);
  if (kind === undefined || id <= 0 || id > MAX_ID) return null;
  return { kind: kind as Place['kind'], id };
}

/** Whether a path is in one of the areas and has no place (L-03). */
export const isWithoutPlace = (path: string): boolean =>
  /^\/(vehiclecheck|audit_survey)(\/(region|depot))?\/?$/.test(path);

/** The URL of a place. */
export const addressOfPlace = (area: CheckArea, { kind, id }: Place): string =>
  `/${area}/${kind}/${id}`;

/** The listed regions: rows with the permission admin are omitted (L-08, OP-041). */
export const listedRegions = (regions: readonly Region[]): readonly Region[] =>
  regions.filter(({ permission }) => permission !== 'admin');

/** The default place: the first region of the list (L-03). */
export function firstPlace(regions: readonly Region[]): Place | null {
  const [first] = regions;
  return first === undefined ? null : { kind: 'region', id: first.id };
}

/** The region of a place; a region is its own. */
export function regionOfPlace(regions: readonly Region[], place: Place | null): Region | undefined {
  if (place === null) return undefined;
  return place.kind === 'region'
    ? regions.find(({ id }) => id === place.id)
    : regions.find(({ vehicle_groups: depots }) => depots.some(({ id }) => id === place.id));
}

/** The name of a place, if it is in the list. */
export function nameOfPlace(regions: readonly Region[], place: Place): string | undefined {
  const region = regionOfPlace(regions, place);
  return place.kind === 'region'
    ? region?.name
    : region?.vehicle_groups.find(({ id }) => id === place.id)?.name;
}

/**
 * Regions and depots whose name contains the text, ignoring case; a matching region keeps all its
 * depots (OP-048).
 */
export function matchingRegions(regions: readonly Region[], text: string): readonly Region[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return regions;
  const has = ({ name }: { readonly name: string }) => name.toLowerCase().includes(wanted);
  return regions
    .map((region) =>
      has(region) ? region : { ...region, vehicle_groups: region.vehicle_groups.filter(has) },
    )
    .filter((region) => has(region) || region.vehicle_groups.length > 0);
}
