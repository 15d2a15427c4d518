export {
  customerOfDriver,
  type DriverRow,
  keptDrivers,
  lockDrivers,
} from './drivers.repository.ts';
export { registerDrivers } from './drivers.routes.ts';
export { DriversService } from './drivers.service.ts';
