import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { PickersService } from '../../core/pickers/index.ts';
import { DamagesService } from './damages/vehicle-check-damages.service.ts';
import { DayVehiclesService } from './figures/vehicle-check-day-vehicles.service.ts';
import { registerFigureJobs } from './figures/vehicle-check-figures.job.ts';
import { FiguresService } from './figures/vehicle-check-figures.service.ts';
import { LettersService } from './letters/vehicle-check-letters.service.ts';
import { DepotLists } from './lists/vehicle-check-lists.service.ts';
import { MonthService } from './month/vehicle-check-month.service.ts';
import { MonthDocuments } from './month-documents/vehicle-check-month-documents.service.ts';
import {
  type MakerPace,
  MonthMaker,
} from './month-documents/vehicle-check-month-documents-maker.ts';
import { ReportsService } from './reports/vehicle-check-reports.service.ts';
import { ReportIntake } from './reports/vehicle-check-reports-intake.ts';
import { SurveysService } from './surveys/vehicle-check-surveys.service.ts';
import {
  registerDamages,
  registerFigures,
  registerIntake,
  registerLetters,
  registerLists,
  registerMonthDocuments,
  registerReports,
  registerSurveys,
} from './vehicle-check.routes.ts';

export { FiguresService } from './figures/vehicle-check-figures.service.ts';
export { dayAfter } from './figures/vehicle-check-figures-range.ts';
export { checkPlaces } from './figures/vehicle-check-places.repository.ts';

/** Vehicle check: reports of every type, damages, letters, audit surveys and figures (area L). */
export function registerVehicleCheck(app: FastifyInstance, services: Services): void {
  const letters = new LettersService(services);
  registerFigures(app, new FiguresService(services.db), new DayVehiclesService(services.db));
  const months = new MonthService(services);
  registerLists(app, new DepotLists(services), months);
  registerMonthDocuments(app, new MonthDocuments(services, months));
  registerReports(app, new ReportsService(services));
  registerLetters(app, letters, new PickersService(services.db));
  registerDamages(app, new DamagesService(services));
  registerSurveys(app, new SurveysService(services));
  // A separate Fastify scope, because only these calls accept multipart bodies.
  app.register(async (scope) => {
    await scope.register(multipart);
    registerIntake(scope, services.files, new ReportIntake(services), letters);
  });
}

/** Registers the jobs of the vehicle check. Call before `jobs.start`. */
export function registerVehicleCheckJobs(services: Services): void {
  registerFigureJobs(services);
}

/**
 * Creates requested month PDFs, in the worker role.
 *
 * @returns a function that stops it and requeues documents in progress
 */
export function startMonthDocuments(
  services: Services,
  pace: Partial<MakerPace> = {},
): () => Promise<void> {
  const maker = new MonthMaker(services, new MonthService(services), pace);
  maker.start();
  return () => maker.stop();
}
