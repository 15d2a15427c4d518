import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { BehaviourService } from '../../features/driver-behaviour/index.ts';
import { EventsService } from '../../features/events/index.ts';
import { VisitService } from '../../features/geofences/index.ts';
import { TimesheetsService } from '../../features/timesheets/index.ts';
import { TraceService } from '../../features/trace/index.ts';
import { TripsService } from '../../features/trips/index.ts';
import { registerRoutes } from './reports.routes.ts';
import { type ReportSources, ReportsService } from './reports.service.ts';
import { SchedulesService } from './schedules/reports-schedules.service.ts';
import { registerScheduleJobs } from './schedules/reports-schedules-runner.ts';

const sourcesOf = ({
  addresses,
  db,
  files,
}: Pick<Services, 'addresses' | 'db' | 'files'>): ReportSources => ({
  trips: new TripsService(db, addresses),
  timesheets: new TimesheetsService(db),
  behaviour: new BehaviourService(db),
  visits: new VisitService(db),
  events: new EventsService({ addresses, db, files }),
  trace: new TraceService(db, addresses),
});

/** Reports that managers download, or receive on a schedule (area M). */
export function registerReports(app: FastifyInstance, services: Services): void {
  const { db } = services;
  registerRoutes(app, new ReportsService(db, sourcesOf(services)), new SchedulesService(db));
}

/** Registers the jobs that create and mail scheduled reports. Call it before `jobs.start`. */
export function registerReportJobs(services: Services): void {
  registerScheduleJobs(services, sourcesOf(services));
}
