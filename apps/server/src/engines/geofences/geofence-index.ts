import Flatbush from 'flatbush';
import { circleArea } from './circle.ts';
import { corridorArea } from './corridor.ts';
import { polygonArea } from './polygon.ts';
import type { Area, GeofenceRule, GeofenceShape } from './shape.ts';

/** The geofences of a customer, looked up for every position. */
export interface GeofenceIndex {
  /** Number of geofences. */
  readonly size: number;
  /** Ids of the geofences that contain a position (WGS 84 degrees), ascending. */
  inside(latitudeDeg: number, longitudeDeg: number): readonly number[];
  /** Whether a position outside a geofence is at most this many metres from it. */
  isNear(id: number, latitudeDeg: number, longitudeDeg: number, metres: number): boolean;
  /** The rule of a geofence; undefined if it is not in the index. */
  rule(id: number): GeofenceRule | undefined;
}

const NOWHERE: readonly number[] = [];

function areaOf(geofence: GeofenceShape): Area {
  switch (geofence.shape) {
    case 'polygon':
      return polygonArea(geofence.points, geofence.holes);
    case 'circle':
      return circleArea(geofence.centre, geofence.radiusM);
    case 'corridor':
      return corridorArea(geofence.points, geofence.radiusM ?? 0);
  }
}

/** One box of the tree: its area, the part of the area, and its shift east in degrees. */
interface Leaf {
  readonly area: number;
  readonly part: number;
  readonly turnDeg: number;
}

/** Shifts at which positions between -180 and 180 meet a box that may exceed these. */
function turnsOf(west: number, east: number): number[] {
  const turns = [];
  for (
    let turn = Math.ceil((-180 - east) / 360);
    turn <= Math.floor((180 - west) / 360);
    turn += 1
  ) {
    turns.push(turn * 360);
  }
  return turns;
}

function plant(areas: readonly Area[]): { leaves: Leaf[]; tree: Flatbush | null } {
  const leaves: Leaf[] = [];
  const boxes: [west: number, south: number, east: number, north: number][] = [];
  areas.forEach((area, number) => {
    area.boxes.forEach(({ south, west, north, east }, part) => {
      for (const turnDeg of turnsOf(west, east)) {
        leaves.push({ area: number, part, turnDeg });
        boxes.push([west + turnDeg, south, east + turnDeg, north]);
      }
    });
  });
  if (boxes.length === 0) return { leaves, tree: null };
  const tree = new Flatbush(boxes.length);
  for (const box of boxes) tree.add(...box);
  tree.finish();
  return { leaves, tree };
}

/**
 * Indexes geofences: an R-tree finds the boxes around a position, then the exact test of each shape
 * decides. Shapes across the antimeridian are supported; a polygon around a pole is not.
 *
 * @param shapes in any order; the results do not depend on it
 */
export function createGeofenceIndex(shapes: readonly GeofenceShape[]): GeofenceIndex {
  const ordered = [...shapes].sort((a, b) => a.id - b.id);
  const areas = ordered.map(areaOf);
  const byId = new Map(ordered.map((shape, number) => [shape.id, { shape, number }]));
  const { leaves, tree } = plant(areas);
  // Input and output of the tree's filter, reused so that a lookup allocates nothing.
  const asked = { latitudeDeg: 0, longitudeDeg: 0, question: 0 };
  const found: number[] = [];
  const foundBy = new Float64Array(areas.length);
  const accept = (item: number): boolean => {
    const { area, part, turnDeg } = leaves[item] as Leaf;
    if (foundBy[area] === asked.question) return false;
    const { latitudeDeg, longitudeDeg } = asked;
    if (!(areas[area] as Area).contains(latitudeDeg, longitudeDeg - turnDeg, part)) return false;
    foundBy[area] = asked.question;
    found.push((ordered[area] as GeofenceShape).id);
    return false;
  };
  return {
    size: ordered.length,
    inside(latitudeDeg, longitudeDeg) {
      if (tree === null) return NOWHERE;
      asked.latitudeDeg = latitudeDeg;
      asked.longitudeDeg = longitudeDeg;
      asked.question += 1;
      found.length = 0;
      tree.search(longitudeDeg, latitudeDeg, longitudeDeg, latitudeDeg, accept);
      if (found.length === 0) return NOWHERE;
      const ids = [...found];
      return ids.length === 1 ? ids : ids.sort((a, b) => a - b);
    },
    isNear(id, latitudeDeg, longitudeDeg, metres) {
      const found = byId.get(id);
      if (found === undefined) return false;
      return (areas[found.number] as Area).isNear(latitudeDeg, longitudeDeg, metres);
    },
    rule: (id) => byId.get(id)?.shape,
  };
}
