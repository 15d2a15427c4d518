export {
  Findings,
  incidentKey,
  nothingOpen,
  type OpenFindings,
} from './findings.ts';
export {
  deleteUntold,
  type Queryable,
  type UntoldEvent,
  type VehicleFindings,
  writeFindings,
} from './repository.ts';
