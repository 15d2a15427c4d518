export {
  bearersOfRegistrations,
  entryIsKnown,
} from './references/vehicles-references.repository.ts';
export type { VehicleHooks } from './vehicle-hooks.ts';
export { platedOf, toVehicle, typeName, type Vehicle } from './vehicle-json.ts';
export { customerOfVehicle, vehiclesByIds } from './vehicles.repository.ts';
export { registerVehicles } from './vehicles.routes.ts';
export { returnVehicle, setDriver } from './vehicles-driver.ts';
export { archiveVehicles } from './vehicles-save.ts';
export {
  errorsOfVehicles,
  type SavedVehicle,
  saveVehicles,
  type VehicleToSave,
  vehiclesToChange,
} from './vehicles-saving.ts';
