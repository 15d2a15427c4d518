import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { Files } from '../../platform/files/index.ts';
import { implement, sendFile, streamPdf } from '../../platform/http/index.ts';
import { withForm } from '../records/index.ts';
import type { DamagesService } from './damages/service.ts';
import type { FiguresService } from './figures/service.ts';
import type { LettersService } from './letters/service.ts';
import type { DepotLists } from './lists/service.ts';
import type { MonthService } from './month/service.ts';
import type { ReportIntake } from './reports/intake.ts';
import type { ReportsService } from './reports/service.ts';
import type { SurveysService } from './surveys/service.ts';

const calls = contract.vehicleCheck;

/** Figures of regions, depots and vehicles. */
export function registerFigures(app: FastifyInstance, figures: FiguresService): void {
  implement(app, calls.regionDepots, ({ viewer, params, query }) =>
    figures.regionDepots(viewer, params.id, query),
  );
  implement(app, calls.regionFigures, ({ viewer, params, query }) =>
    figures.region(viewer, params.id, query),
  );
  implement(app, calls.depotFigures, ({ viewer, params, query }) =>
    figures.depot(viewer, params.id, query),
  );
  implement(app, calls.vehicleFigures, ({ viewer, params, query }) =>
    figures.vehicle(viewer, params.id, query),
  );
}

/** Lists of a depot, their rows as CSV, and the reports of a month as a PDF. */
export function registerLists(app: FastifyInstance, lists: DepotLists, months: MonthService): void {
  implement(app, calls.reports, ({ viewer, params, query }) =>
    lists.reports(viewer, params.id, query),
  );
  implement(app, calls.gateChecks, ({ viewer, params, query }) =>
    lists.reports(viewer, params.id, query),
  );
  implement(app, calls.damages, ({ viewer, params, query }) =>
    lists.damages(viewer, params.id, query),
  );
  implement(app, calls.damagedVehicles, ({ viewer, params, query }) =>
    lists.damagedVehicles(viewer, params.id, query),
  );
  implement(app, calls.noticeLetters, ({ viewer, params, query }) =>
    lists.letters(viewer, params.id, query),
  );
  implement(app, calls.csv, ({ viewer, params, query, reply }) =>
    sendFile(reply, lists.csv(viewer, params.id, query)),
  );
  implement(app, calls.monthReport, ({ viewer, params, query, reply }) =>
    streamPdf(reply, months.pdf(viewer, params.id, query)),
  );
}

/** One report, or one letter, as data and as a PDF. */
export function registerDetails(
  app: FastifyInstance,
  reports: ReportsService,
  letters: LettersService,
): void {
  implement(app, calls.details, ({ viewer, params, query, reply }) =>
    query.pdf === 'true'
      ? sendFile(reply, reports.pdf(viewer, params.id, query.time_zone))
      : reports.read(viewer, params.id),
  );
  implement(app, calls.gateCheckDetails, ({ viewer, params, query, reply }) =>
    query.pdf === 'true'
      ? sendFile(reply, reports.pdf(viewer, params.id, query.time_zone, 'GTC'))
      : reports.read(viewer, params.id, 'GTC'),
  );
  implement(app, calls.reportPdf, ({ viewer, query, reply }) =>
    sendFile(reply, reports.pdf(viewer, query.report, query.time_zone)),
  );
  implement(app, calls.noticeLetter, ({ viewer, params, query, reply }) =>
    query.pdf === 'true'
      ? sendFile(reply, letters.pdf(viewer, params.id, query.time_zone))
      : letters.read(viewer, params.id),
  );
}

/** Damages of vehicles. */
export function registerDamages(app: FastifyInstance, damages: DamagesService): void {
  implement(app, calls.damageHistory, ({ viewer, params }) => damages.history(viewer, params.id));
  implement(app, calls.unfixedDamages, ({ viewer, query }) =>
    damages.unfixed(viewer, query.vehicle),
  );
  implement(app, calls.fixDamage, ({ viewer, params, body }) =>
    damages.fix(viewer, params.id, body.fixed_at),
  );
}

/** Audit surveys. */
export function registerSurveys(app: FastifyInstance, surveys: SurveysService): void {
  implement(app, calls.surveys, ({ viewer, query }) => surveys.list(viewer, query));
  implement(app, calls.exportSurveys, ({ viewer, query, reply }) =>
    sendFile(reply, surveys.csv(viewer, query)),
  );
  implement(app, calls.createSurvey, ({ viewer, body }) => surveys.create(viewer, body));
  implement(app, calls.survey, ({ viewer, params, query, reply }) =>
    query.pdf === 'true'
      ? sendFile(reply, surveys.pdf(viewer, params.id, query.time_zone))
      : surveys.read(viewer, params.id),
  );
  implement(app, calls.removeSurveys, async ({ viewer, query, body }) => {
    await surveys.remove(viewer, [...body.ids, ...(query.id === undefined ? [] : [query.id])]);
    return undefined;
  });
}

/** What comes in with pictures. The scope takes bodies in parts. */
export function registerIntake(
  scope: FastifyInstance,
  files: Files,
  reports: ReportIntake,
  letters: LettersService,
): void {
  const { create } = contract.driverChecks;
  implement(scope, create, ({ viewer, params, request }) =>
    withForm(files, request, create.multipart, (received) =>
      reports.create(viewer, params.id, received),
    ),
  );
  implement(scope, calls.createNoticeLetter, ({ viewer, params, request }) =>
    withForm(files, request, calls.createNoticeLetter.multipart, (received) =>
      letters.create(viewer, params.id, received),
    ),
  );
}
