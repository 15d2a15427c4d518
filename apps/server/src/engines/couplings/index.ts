export { sightOf, type TrailerFix } from './beside.ts';
export { Follower, type FollowState, type Found, NOTHING_KNOWN, type Seen } from './follow.ts';
export { type KnownCoupling, type Observation, observed } from './observed.ts';
export { type Claim, type Fixed, type Settled, settled } from './settle.ts';
