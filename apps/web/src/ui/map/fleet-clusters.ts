import { VEHICLE_STATES, type VehicleState } from '@roadworthy/domain';
import type { MapVehicle } from './map-vehicle.ts';

/** One marker of the map: a vehicle, or several that overlap at a zoom level. */
export interface MapItem {
  /** At least one, in the sequence of the fleet. */
  readonly vehicles: readonly MapVehicle[];
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  /** It contains vehicles that the selected one would cover, and is drawn next to that one. */
  readonly isBeside: boolean;
}

/** Half the size of the marker of one vehicle, px. */
const VEHICLE_RADIUS_PX = 15;
/** Half the size of the marker of the selected vehicle with its halo, px. */
const SELECTED_RADIUS_PX = 28;
/** Size of the world at zoom 0, px. */
const WORLD_PX = 512;
/** Beyond this zoom the vehicles of a cluster are considered to be at one place: 15 px are 6 m. */
export const SEPARATING_MAX_ZOOM = 18;
const ZOOM_STEP = 0.5;
/** Columns of the grid are numbered below this value. */
const GRID_COLUMNS = 2 ** 26;

/** Radius of the badge of a cluster, px. */
export function badgeRadiusPx(count: number): number {
  if (count < 10) return 18;
  return count < 100 ? 21 : 25;
}

const CELL_PX = 2 * badgeRadiusPx(1000);

/** A group of vehicles at its centre, world px. */
interface Group {
  readonly x: number;
  readonly y: number;
  readonly vehicles: readonly MapVehicle[];
}

/** World coordinates in px (Web Mercator). */
function project({ latitudeDeg, longitudeDeg }: Place, zoom: number): [x: number, y: number] {
  const size = WORLD_PX * 2 ** zoom;
  const sine = Math.sin((Math.max(-85, Math.min(85, latitudeDeg)) * Math.PI) / 180);
  return [
    size * (longitudeDeg / 360 + 0.5),
    size * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)),
  ];
}

function unproject(x: number, y: number, zoom: number): Place {
  const size = WORLD_PX * 2 ** zoom;
  const north = Math.PI * (1 - (2 * y) / size);
  return {
    latitudeDeg: (Math.atan(Math.sinh(north)) * 180) / Math.PI,
    longitudeDeg: (x / size - 0.5) * 360,
  };
}

type Place = Pick<MapVehicle, 'latitudeDeg' | 'longitudeDeg'>;

const radiusOf = ({ vehicles }: Group) =>
  vehicles.length === 1 ? VEHICLE_RADIUS_PX : badgeRadiusPx(vehicles.length);

/** The markers of both groups would overlap. */
function overlap(a: Group, b: Group): boolean {
  const reach = radiusOf(a) + radiusOf(b);
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < reach ** 2;
}

function joined(groups: readonly Group[]): Group {
  const vehicles = groups.flatMap((group) => group.vehicles);
  const mean = (of: (group: Group) => number) =>
    groups.reduce((sum, group) => sum + of(group) * group.vehicles.length, 0) / vehicles.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y), vehicles };
}

const cellOf = (x: number, y: number) =>
  Math.floor(y / CELL_PX) * GRID_COLUMNS + Math.floor(x / CELL_PX);

/** Joins each group with those that it overlaps, the first groups first. */
function joinOverlapping(groups: readonly Group[]): Group[] {
  const cells = new Map<number, number[]>();
  for (const [index, { x, y }] of groups.entries()) {
    const cell = cellOf(x, y);
    const inside = cells.get(cell);
    if (inside === undefined) cells.set(cell, [index]);
    else inside.push(index);
  }
  const isTaken = new Uint8Array(groups.length);
  const result: Group[] = [];
  for (const [index, group] of groups.entries()) {
    if (isTaken[index] === 1) continue;
    isTaken[index] = 1;
    const found = [group];
    const middle = cellOf(group.x, group.y);
    for (const row of [-GRID_COLUMNS, 0, GRID_COLUMNS]) {
      for (const column of [-1, 0, 1]) {
        for (const other of cells.get(middle + row + column) ?? []) {
          const candidate = groups[other];
          if (isTaken[other] === 1 || candidate === undefined) continue;
          if (!overlap(group, candidate)) continue;
          isTaken[other] = 1;
          found.push(candidate);
        }
      }
    }
    result.push(found.length === 1 ? group : joined(found));
  }
  return result;
}

/** Vehicles that the selected one covers share one badge next to it. */
function besideSelected(groups: readonly Group[], [x, y]: readonly [number, number]) {
  const selected = (group: Group) =>
    Math.hypot(group.x - x, group.y - y) < SELECTED_RADIUS_PX + radiusOf(group);
  const covered = groups.filter(selected);
  if (covered.length === 0) return { groups, beside: null };
  const { vehicles } = joined(covered);
  const away = (SELECTED_RADIUS_PX + badgeRadiusPx(vehicles.length)) * Math.SQRT1_2;
  return {
    groups: groups.filter((group) => !selected(group)),
    beside: { x: x + away, y: y - away, vehicles },
  };
}

/** The zoom level whose clusters are shown at a zoom of the map; clusters change every half level. */
export const clusterZoomOf = (zoom: number): number => Math.floor(zoom / ZOOM_STEP) * ZOOM_STEP;

/**
 * Joins vehicles whose markers would overlap at a zoom level, from two vehicles on. No two results overlap.
 *
 * @param vehicles without the selected one
 * @param selected is never joined; vehicles that it would cover are shown next to it
 */
export function clusterVehicles(
  vehicles: readonly MapVehicle[],
  zoom: number,
  selected?: MapVehicle,
): MapItem[] {
  let groups: readonly Group[] = vehicles.map((vehicle) => {
    const [x, y] = project(vehicle, zoom);
    return { x, y, vehicles: [vehicle] };
  });
  for (let before = -1; before !== groups.length; ) {
    before = groups.length;
    groups = joinOverlapping(groups);
  }
  const toItem = ({ x, y, vehicles: members }: Group, isBeside: boolean): MapItem => {
    const [only] = members;
    const isOne = members.length === 1 && !isBeside && only !== undefined;
    // A single vehicle keeps its exact position.
    const { latitudeDeg, longitudeDeg } = isOne ? only : unproject(x, y, zoom);
    return { vehicles: members, latitudeDeg, longitudeDeg, isBeside };
  };
  if (selected === undefined) return groups.map((group) => toItem(group, false));
  const { groups: others, beside } = besideSelected(groups, project(selected, zoom));
  const items = others.map((group) => toItem(group, false));
  return beside === null ? items : [...items, toItem(beside, true)];
}

/** The lowest zoom level above this one that separates vehicles; null if none does. */
export function separatingZoom(vehicles: readonly MapVehicle[], zoom: number): number | null {
  const first = clusterZoomOf(zoom) + ZOOM_STEP;
  for (let level = first; level <= SEPARATING_MAX_ZOOM; level += ZOOM_STEP) {
    if (clusterVehicles(vehicles, level).length > 1) return level;
  }
  return null;
}

/** The number of vehicles in each state, the most relevant state first, without empty ones. */
export function stateCounts(
  vehicles: readonly Pick<MapVehicle, 'state'>[],
): { readonly state: VehicleState; readonly count: number }[] {
  const counts = new Map<VehicleState, number>();
  for (const { state } of vehicles) counts.set(state, (counts.get(state) ?? 0) + 1);
  return VEHICLE_STATES.flatMap((state) => {
    const count = counts.get(state);
    return count === undefined ? [] : [{ state, count }];
  });
}
