export { type KnownCoupling, type Observation, observed } from './observed.ts';
