import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { PlansService } from './plans/service-plans-plans.service.ts';
import { registerServicePlanRoutes } from './service-plans.routes.ts';
import { VehicleServicesService } from './vehicles/service-plans-vehicles.service.ts';

export { registerServiceCalculationJob } from './calculation/service-plans-calculation.job.ts';
export {
  calculateStale,
  calculateVehicles,
} from './calculation/service-plans-calculation.service.ts';
export { compareOdometer, lastOdometers } from './calculation/service-plans-odometer-finding.ts';
export { type OdometerAt, odometersAt } from './calculation/service-plans-odometers.ts';
export { addMeterReading } from './vehicles/service-plans-readings.ts';
export { fulfilFromWorkOrder } from './vehicles/service-plans-work-order.ts';

/** Services of vehicles by time, distance and engine hours. */
export function registerServicePlans(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  registerServicePlanRoutes(app, new PlansService(db), new VehicleServicesService(db));
}
