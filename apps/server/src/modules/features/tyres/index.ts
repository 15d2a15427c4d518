import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { TyreCostsService } from './costs/tyres-costs.service.ts';
import { TyreMovesService } from './moves/tyres-moves.service.ts';
import { TyreUndoService } from './moves/tyres-undo.service.ts';
import { TyreRegisterService } from './register/tyres-register.service.ts';
import { registerTyreCostRoutes, registerTyreRoutes } from './tyres.routes.ts';
import { VehicleTyresService } from './vehicle/tyres-vehicle.service.ts';

export { registerTyreJob } from './calculation/tyres-calculation.job.ts';
export {
  calculateStaleTyres,
  calculateTyresOn,
} from './calculation/tyres-calculation.service.ts';
export { tyrePositionsOf } from './calculation/tyres-judgement.ts';
export { registerPressureJob } from './pressures/tyres-pressures.service.ts';
export { TyreRegisterService } from './register/tyres-register.service.ts';
export { comparedPressures } from './vehicle/tyres-sensor-readings.ts';

/** Tyres: register, places on vehicles, measurements, what is due, and costs. */
export function registerTyres(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  registerTyreRoutes(
    app,
    new TyreRegisterService(db),
    new VehicleTyresService(db),
    new TyreMovesService(db),
    new TyreUndoService(db),
  );
  registerTyreCostRoutes(app, new TyreCostsService(db));
}
