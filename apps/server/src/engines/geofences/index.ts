export { createGeofenceIndex, type GeofenceIndex } from './geofence-index.ts';
export type { GeofenceRule, GeofenceShape, LatLong } from './shape.ts';
export { advanceVisits, initialVisits, type VisitState } from './visits.ts';
