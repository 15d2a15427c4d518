/*
 * Used by every module about vehicles: the vehicles, depots and drivers that a person may see
 * (requirement U-P03), and names of places.
 */

export { driverOf } from './driver-name.ts';
export {
  assignedVehicle,
  checkVisibleDepot,
  type DriverName,
  depotIsVisible,
  driverIsVisible,
  ownDriver,
  type VehicleQuery,
  visibleDriver,
  visibleRegistrationsOf,
  visibleVehicle,
  visibleVehicles,
} from './fleet.repository.ts';
export { type AddressFinder, addressFinder } from './fleet-address.ts';
export { isAnswerStored } from './fleet-own-answer.ts';
export { rulesOfVehicle } from './private-use/fleet-private-use.repository.ts';
export {
  isPrivateNow,
  refusePrivate,
  wasPrivate,
} from './private-use/fleet-private-use.service.ts';
export { visibleDrivers } from './visible-drivers.ts';
