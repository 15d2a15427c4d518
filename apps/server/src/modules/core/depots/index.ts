export { groupTable, isKept, lockGroups } from './depots.repository.ts';
export { registerDepots } from './depots.routes.ts';
export { DepotsService } from './depots.service.ts';
export { knownGroups } from './depots-known.repository.ts';
export { formOf as depotForm } from './depots-rules.ts';
export { depotDetails, depotsWithVehicles, vehicleDetails } from './details/index.ts';
export { type VehicleGroup, visibleGroup } from './group-json.ts';
export { visibleRegion } from './scope/depots-scope.service.ts';
