import type { Geofence } from '../geofence-json.ts';
import { geometryOf, type LabelNames, propertiesOf } from './properties.ts';

/** Geofences as a GeoJSON file (RFC 7946). */
export function toGeoJson(geofences: readonly Geofence[], names: LabelNames): string {
  const features = geofences.map((geofence) => ({
    type: 'Feature',
    geometry: geometryOf(geofence),
    properties: propertiesOf(geofence, names),
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}
