export { endRuleOf, type Sighting, tyreSeverity } from './sightings.ts';
export { type Cut, type Episode, episodesOf } from './timeline.ts';
export { meaningOf } from './trouble-codes.ts';
