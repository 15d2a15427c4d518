export { createGeofenceIndex, type GeofenceIndex } from './geofence-index.ts';
export { polygonArea } from './polygon.ts';
export {
  type GeofenceShape,
  inTurnOf,
  type LatLong,
  unwrapped,
} from './shape.ts';
export { advanceVisits, endVisits, initialVisits, type VisitState } from './visits.ts';
