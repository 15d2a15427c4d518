import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { EventsService } from '../events/index.ts';
import { BehaviourService, TraceService, TripsService, VisitService } from '../telematics/index.ts';
import { registerRoutes } from './routes.ts';
import { registerScheduleJobs } from './schedules/runner.ts';
import { SchedulesService } from './schedules/service.ts';
import { type ReportSources, ReportsService } from './service.ts';

const sourcesOf = ({ db, files }: Pick<Services, 'db' | 'files'>): ReportSources => ({
  trips: new TripsService(db),
  behaviour: new BehaviourService(db),
  visits: new VisitService(db),
  events: new EventsService({ db, files }),
  trace: new TraceService(db),
});

/** Reports a manager takes away, once or on a schedule (area M). */
export function registerReports(app: FastifyInstance, services: Services): void {
  const { db } = services;
  registerRoutes(app, new ReportsService(db, sourcesOf(services)), new SchedulesService(db));
}

/** Declares the jobs that make and mail scheduled reports. Before `jobs.start`. */
export function registerReportJobs(services: Services): void {
  registerScheduleJobs(services, sourcesOf(services));
}
