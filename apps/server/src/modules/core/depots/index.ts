export { groupTable, isKept, lockGroups } from './depots.repository.ts';
export { registerDepots } from './depots.routes.ts';
export { DepotsService } from './depots.service.ts';
export { knownGroups } from './depots-known.repository.ts';
export { groupInSight, type VehicleGroup } from './group-json.ts';
export { regionInSight } from './scope/depots-scope.service.ts';
export { depotFacts, wholeGroups, wholeVehicles } from './whole/index.ts';
