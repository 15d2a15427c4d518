export type { Outcome } from './ask.ts';
export { ServiceBudget, type ServiceState, serviceStates } from './budget.ts';
export { DriverData, type LicenceRecord } from './driver-data.ts';
export { MotHistory, type MotTest, type TestedVehicle } from './mot-history.ts';
export { type EnquiredVehicle, enquireVehicle } from './vehicle-enquiry.ts';
