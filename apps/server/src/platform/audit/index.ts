export { type Actor, actorOf, type Change, recordChange, recordChanges } from './record.ts';
export { verifyChains } from './verify.ts';
