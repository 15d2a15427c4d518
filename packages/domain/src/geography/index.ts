export { type NearestPlace, nearestPlace } from './nearest-place.ts';
export { PLACES, type Place } from './places.ts';
export { ROADS, type Road } from './roads.ts';
