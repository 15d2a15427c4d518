import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { LatLong } from '../../../engines/geofences/index.ts';
import type { GeofenceRow, GeofenceValues } from './geofences.repository.ts';
import type { GeofenceBody, KeptShape } from './shape-check.ts';

/** A geofence in the form of the API. */
export type Geofence = AnswerOf<typeof contract.geofences.read>;

const toPoint = ([lat, long]: LatLong) => ({ lat, long });

/** Converts a database row to the form of the API. */
export function toGeofence(row: GeofenceRow): Geofence {
  const { centre_latitude: lat, centre_longitude: long } = row;
  return {
    id: row.id,
    customer: row.customer_id,
    created_at: toApiDateTime(row.created_at.getTime()),
    name: row.name,
    category: row.category_id,
    groups: row.groups,
    colour: row.colour,
    shape: row.shape,
    points: row.points.map(toPoint),
    holes: row.holes.map((hole) => hole.map(toPoint)),
    centre: lat === null || long === null ? null : { lat, long },
    radius: row.radius_m,
    alert_on_entry: row.alert_on_entry,
    alert_on_exit: row.alert_on_exit,
    alert_dwell_min: row.alert_dwell_min,
    speed_limit_kmh: row.speed_limit_kmh,
  };
}

/** Converts a caller's geofence with its checked shape to column values. */
export function toValues(body: GeofenceBody, shape: KeptShape): GeofenceValues {
  return {
    name: body.name,
    category_id: body.category,
    colour: body.colour,
    shape: body.shape,
    points: shape.points,
    holes: shape.holes,
    centre_latitude: shape.centre?.[0] ?? null,
    centre_longitude: shape.centre?.[1] ?? null,
    radius_m: shape.radiusM,
    alert_on_entry: body.alert_on_entry,
    alert_on_exit: body.alert_on_exit,
    alert_dwell_min: body.alert_dwell_min,
    speed_limit_kmh: body.speed_limit_kmh,
  };
}
