import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { checkAgain, checkNext } from './checks/fuel-cards-checks.ts';
import { registerFuelCardRoutes } from './fuel-cards.routes.ts';
import { FuelCardsService } from './fuel-cards.service.ts';

export { checkAgain, checkNext } from './checks/fuel-cards-checks.ts';
export { FuelCardsService } from './fuel-cards.service.ts';

/** Purchases of fuel that do not fit position, tank or vehicle. */
export function registerFuelCards(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  registerFuelCardRoutes(app, new FuelCardsService(db));
}

/** Registers the checks of purchases. Call it before `jobs.start`. */
export function registerFuelCardJobs({ db, jobs }: Pick<Services, 'db' | 'jobs'>): void {
  jobs.poll('fuel-cards', () => checkNext(db));
  jobs.register('fuel-cards-again', () => checkAgain(db), '17 * * * *');
}
