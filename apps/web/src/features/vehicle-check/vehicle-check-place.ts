import type { AnswerOf, contract } from '@roadworthy/contract';

/** A region with its depots, as the folder list has it. */
export type Region = AnswerOf<typeof contract.depots.regions>[number];

/** The two addresses of the vehicle check: its second one begins with the audits (A-17, L-P05). */
export type CheckArea = 'vehiclecheck' | 'audit_survey';

/** What an entry of the folder list opens. */
export interface Place {
  readonly kind: 'region' | 'depot';
  readonly id: number;
}

const PLACE = /^(region|depot)\/(\d{1,10})$/;
/** No id is larger; PostgreSQL's integer. */
const MAX_ID = 2_147_483_647;

/** Which of the two an address belongs to. */
export const areaOf = (path: string): CheckArea =>
  path === '/audit_survey' || path.startsWith('/audit_survey/') ? 'audit_survey' : 'vehiclecheck';

/**
 * The place an address names (requirements L-01, L-02).
 *
 * @param rest what follows `/vehiclecheck/` or `/audit_survey/`
 * @returns null where it names none: without an id, or with one that is no positive integer
 */
export function placeOf(rest: string): Place | null {
  const [, kind, digits] = PLACE.exec(rest.replace(/\/$/, '')) ?? [];
  const id = Number(digits);
  if (kind === undefined || id <= 0 || id > MAX_ID) return null;
  return { kind: kind as Place['kind'], id };
}

/** Whether a path is one of the area that leaves the place open (L-03). */
export const isWithoutPlace = (path: string): boolean =>
  /^\/(vehiclecheck|audit_survey)(\/(region|depot))?\/?$/.test(path);

/** The address of a place. */
export const addressOfPlace = (area: CheckArea, { kind, id }: Place): string =>
  `/${area}/${kind}/${id}`;

/** The regions that are listed: rows with the permission admin are left out (L-08, OP-041). */
export const listedRegions = (regions: readonly Region[]): readonly Region[] =>
  regions.filter(({ permission }) => permission !== 'admin');

/** What is taken where an address names no place: the first region of the list (L-03). */
export function firstPlace(regions: readonly Region[]): Place | null {
  const [first] = regions;
  return first === undefined ? null : { kind: 'region', id: first.id };
}

/** The region a place lies in; a region lies in itself. */
export function regionOfPlace(regions: readonly Region[], place: Place | null): Region | undefined {
  if (place === null) return undefined;
  return place.kind === 'region'
    ? regions.find(({ id }) => id === place.id)
    : regions.find(({ vehicle_groups: depots }) => depots.some(({ id }) => id === place.id));
}

/** The name of a place, where the list knows it. */
export function nameOfPlace(regions: readonly Region[], place: Place): string | undefined {
  const region = regionOfPlace(regions, place);
  return place.kind === 'region'
    ? region?.name
    : region?.vehicle_groups.find(({ id }) => id === place.id)?.name;
}

/**
 * Regions and depots whose name has the text, in any case; a region that has it keeps all of its depots
 * (OP-048).
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
