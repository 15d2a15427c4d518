export { maskedEmail, maskedUrl } from './masks.ts';
export { type Actor, actorOf, type Change, recordChange, recordChanges } from './record.ts';
export { type Refusal, reportRefusal } from './refusals.ts';
export { personName } from './repository.ts';
export { type AuditScope, auditScope, noteShown } from './scope.ts';
export { verifyChains } from './verify.ts';
