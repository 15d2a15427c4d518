export { type CardBlock, writeCardBlock } from './card/card-blocks.ts';
export type { CardDay, DailyActivities } from './card/daily-activities.ts';
export { type ElementaryFile, inOrder, type Ring } from './card/elementary-file.ts';
export * from './card/files.ts';
export type { CardType, Identification } from './card/identification-files.ts';
export type { CardFile, CardFileEntry } from './card/read-card.ts';
export type { TachographProblem } from './problems.ts';
export { readTachographFile, type TachographFile } from './read-file.ts';
export {
  type CurveName,
  type IssuedChain,
  issueEccChain,
  issueRsaChain,
} from './signatures/issue.ts';
export { readTrustStore, type TrustStore } from './signatures/trust.ts';
export {
  overallSignature,
  type SignatureCheck,
  verifyTachographFile,
} from './signatures/verify-file.ts';
export type { Activity, ActivityChange } from './types/activity-change.ts';
export type * from './vehicle-unit/parts.ts';
export type { Transfer, VehicleUnitFile } from './vehicle-unit/read-vehicle-unit.ts';
export {
  type CardContent,
  type Sign,
  type TransferContent,
  writeCardFile,
  writeVehicleUnitFile,
} from './write-file.ts';
