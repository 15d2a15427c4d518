import type { Geofence } from '../geofence-json.ts';

/** Names of categories and groups of geofences, by id. */
export interface LabelNames {
  readonly categories: ReadonlyMap<number, string>;
  readonly groups: ReadonlyMap<number, string>;
}

/** A file format, written geofence by geofence. */
export interface GeofenceFormat {
  /** Media type. */
  readonly type: string;
  readonly open: string;
  feature(geofence: Geofence, names: LabelNames): string;
  readonly between: string;
  readonly close: string;
}

/**
 * The properties of a geofence besides its geometry, with the same names in GeoJSON and KML, so
 * that one parser can read both. A circle is its centre with `radius`, a corridor its line with
 * `radius` (metres).
 */
export function propertiesOf(geofence: Geofence, names: LabelNames) {
  const { category } = geofence;
  return {
    name: geofence.name,
    shape: geofence.shape,
    radius: geofence.radius,
    colour: geofence.colour,
    category: category === null ? null : (names.categories.get(category) ?? null),
    groups: geofence.groups.flatMap((id) => names.groups.get(id) ?? []),
    alert_on_entry: geofence.alert_on_entry,
    alert_on_exit: geofence.alert_on_exit,
    alert_dwell_min: geofence.alert_dwell_min,
    speed_limit_kmh: geofence.speed_limit_kmh,
  };
}

type Position = readonly [longitudeDeg: number, latitudeDeg: number];
const position = ({ lat, long }: { lat: number; long: number }): Position => [long, lat];
const closed = (ring: Geofence['points']): Position[] =>
  [...ring, ...ring.slice(0, 1)].map(position);

/** The geometry of a geofence in GeoJSON (RFC 7946): longitude first, rings closed. */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] };

export function geometryOf({ shape, points, holes, centre }: Geofence): Geometry {
  if (shape === 'circle') {
    return { type: 'Point', coordinates: position(centre ?? { lat: 0, long: 0 }) };
  }
  if (shape === 'corridor') return { type: 'LineString', coordinates: points.map(position) };
  return { type: 'Polygon', coordinates: [points, ...holes].map(closed) };
}
