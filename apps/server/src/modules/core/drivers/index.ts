export {
  customerOfDriver,
  type DriverRow,
  keptDrivers,
  lockDrivers,
} from './drivers.repository.ts';
export { registerDrivers } from './drivers.routes.ts';
export { createDriver, DriversService } from './drivers.service.ts';
