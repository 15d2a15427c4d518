export { type KnownCoupling, observed } from './observed.ts';
