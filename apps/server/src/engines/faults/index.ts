export { endOf, type FaultSpan, tyreSeverity, withSighting } from './sightings.ts';
export { meaningOf } from './trouble-codes.ts';
