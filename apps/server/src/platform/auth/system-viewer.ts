import type { Viewer } from './viewer.ts';

/**
 * The system as a reader of all records of a customer, for work without a person.
 *
 * @param language of the texts that it writes
 */
export const systemViewer = (customerId: number, language: string): Viewer => ({
  userId: 0,
  customerId,
  role: 'ADMIN',
  modules: [],
  isLimitedUser: false,
  isGlobalAdmin: false,
  isCustomerAdmin: false,
  isUserVehicleAdmin: false,
  canWrite: true,
  depotScope: 'all',
  vehicleId: null,
  timeZone: null,
  distanceUnit: 'MLS',
  language,
  tokenScopes: null,
  lacksSecondFactor: false,
});
