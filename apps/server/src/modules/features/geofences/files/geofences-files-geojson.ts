import { type GeofenceFormat, geometryOf, propertiesOf } from './geofences-files-properties.ts';

/** GeoJSON (RFC 7946). */
export const GEOJSON: GeofenceFormat = {
  type: 'application/geo+json',
  open: '{"type":"FeatureCollection","features":[',
  feature: (geofence, names) =>
    JSON.stringify({
      type: 'Feature',
      geometry: geometryOf(geofence),
      properties: propertiesOf(geofence, names),
    }),
  between: ',',
  close: ']}',
};
