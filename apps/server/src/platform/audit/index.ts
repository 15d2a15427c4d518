export { type Actor, actorOf, type Change, recordChange, recordChanges } from './record.ts';
export { type ChainCheck, verifyChains } from './verify.ts';
