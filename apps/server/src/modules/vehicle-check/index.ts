import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { PickersService } from '../administration/index.ts';
import { DamagesService } from './damages/service.ts';
import { registerFigureJobs } from './figures/job.ts';
import { FiguresService } from './figures/service.ts';
import { LettersService } from './letters/service.ts';
import { DepotLists } from './lists/service.ts';
import { MonthService } from './month/service.ts';
import { ReportIntake } from './reports/intake.ts';
import { ReportsService } from './reports/service.ts';
import {
  registerDamages,
  registerFigures,
  registerIntake,
  registerLetters,
  registerLists,
  registerReports,
  registerSurveys,
} from './routes.ts';
import { SurveysService } from './surveys/service.ts';

/** Vehicle check: reports of every type, damages, letters, audit surveys and figures (area L). */
export function registerVehicleCheck(app: FastifyInstance, services: Services): void {
  const letters = new LettersService(services);
  registerFigures(app, new FiguresService(services.db));
  registerLists(app, new DepotLists(services), new MonthService(services));
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
