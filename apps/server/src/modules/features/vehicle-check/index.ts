import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { PickersService } from '../../core/pickers/index.ts';
import { DamagesService } from './damages/vehicle-check-damages.service.ts';
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

/** Vehicle check: reports of every type, damages, letters, audit surveys and figures (area L). */
export function registerVehicleCheck(app: FastifyInstance, services: Services): void {
  const letters = new LettersService(services);
  registerFigures(app, new FiguresService(services.db));
  const months = new MonthService(services);
  registerLists(app, new DepotLists(services), months);
  registerMonthDocuments(app, new MonthDocuments(services, months));
  registerReports(app, new ReportsService(services));
  registerLetters(app, letters, new PickersService(services.db));
  registerDamages(app, new DamagesService(services));
  registerSurveys(app, new SurveysService(services));
  // In a scope of its own, as only here bodies come in parts.
  app.register(async (scope) => {
    await scope.register(multipart);
    registerIntake(scope, services.files, new ReportIntake(services), letters);
  });
}

/** Declares the jobs of the vehicle check. Before `jobs.start`. */
export function registerVehicleCheckJobs(services: Services): void {
  registerFigureJobs(services);
}

/**
 * Makes the months as PDF that people asked for, in the worker role.
 *
 * @returns stops it; what is under way goes back into the queue
 */
export function startMonthDocuments(
  services: Services,
  pace: Partial<MakerPace> = {},
): () => Promise<void> {
  const maker = new MonthMaker(services, new MonthService(services), pace);
  maker.start();
  return () => maker.stop();
}
