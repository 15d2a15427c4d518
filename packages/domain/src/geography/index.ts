export { type Coordinates, distanceM } from './distance.ts';
export { type NearestPlace, nearestPlace } from './nearest-place.ts';
export { PLACES, type Place } from './places.ts';
export { judgePlace, type KnownPlace, type RivalPlace, unknownPlace } from './plausible-place.ts';
export { ROADS, type Road } from './roads.ts';
