import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Files } from '../../../platform/files/index.ts';
import { implement, sendFile, streamPdf } from '../../../platform/http/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { PickersService } from '../../core/pickers/index.ts';
import { withForm } from '../records/index.ts';
import type { DamagesService } from './damages/vehicle-check-damages.service.ts';
import type { DayVehiclesService } from './figures/vehicle-check-day-vehicles.service.ts';
import type { FiguresService } from './figures/vehicle-check-figures.service.ts';
import type { LettersService } from './letters/vehicle-check-letters.service.ts';
import type { DepotLists } from './lists/vehicle-check-lists.service.ts';
import { bytesOf, type MonthService } from './month/vehicle-check-month.service.ts';
import type { MonthDocuments } from './month-documents/vehicle-check-month-documents.service.ts';
import type { ReportsService } from './reports/vehicle-check-reports.service.ts';
import type { ReportIntake } from './reports/vehicle-check-reports-intake.ts';
import type { SurveysService } from './surveys/vehicle-check-surveys.service.ts';

const calls = contract.vehicleCheck;

/** A call on the object that the path id identifies. */
interface AskedById<Query> {
  readonly viewer: Viewer;
  readonly params: { readonly id: number };
  readonly query: Query;
}

/** Passes the viewer, the path id and the query to a service. */
const byId =
  <Query, Answer>(answer: (viewer: Viewer, id: number, query: Query) => Answer) =>
  ({ viewer, params, query }: AskedById<Query>): Answer =>
    answer(viewer, params.id, query);

/** Figures of regions, depots and vehicles, and the vehicles behind them. */
export function registerFigures(
  app: FastifyInstance,
  figures: FiguresService,
  vehicles: DayVehiclesService,
): void {
  implement(app, calls.dayVehicles, ({ viewer, query }) => vehicles.list(viewer, query));
  implement(app, calls.regionDepots, byId(figures.regionDepots.bind(figures)));
  implement(app, calls.regionFigures, byId(figures.region.bind(figures)));
  implement(app, calls.depotFigures, byId(figures.depot.bind(figures)));
  implement(app, calls.vehicleFigures, byId(figures.vehicle.bind(figures)));
}

/** Lists of a depot, their rows as CSV, and the reports of a month as a PDF. */
export function registerLists(app: FastifyInstance, lists: DepotLists, months: MonthService): void {
  implement(app, calls.reports, byId(lists.reports.bind(lists)));
  implement(app, calls.gateChecks, byId(lists.reports.bind(lists)));
  implement(app, calls.damages, byId(lists.damages.bind(lists)));
  implement(app, calls.damagedVehicles, byId(lists.damagedVehicles.bind(lists)));
  implement(app, calls.noticeLetters, byId(lists.letters.bind(lists)));
  implement(app, calls.csv, ({ viewer, params, query, reply }) =>
    sendFile(reply, lists.csv(viewer, params, query)),
  );
  implement(app, calls.monthReport, ({ viewer, params, query, reply }) =>
    streamPdf(
      reply,
      months.pdf(viewer, params.id, query).then((made) => ({
        name: made.name,
        pieces: bytesOf(made),
      })),
    ),
  );
}

/** Month PDFs that are created in the background. */
export function registerMonthDocuments(app: FastifyInstance, documents: MonthDocuments): void {
  implement(app, calls.monthDocuments, ({ viewer }) => documents.list(viewer));
  implement(app, calls.createMonthDocument, ({ viewer, body }) => documents.create(viewer, body));
  implement(app, calls.cancelMonthDocument, ({ viewer, params }) =>
    documents.cancel(viewer, params.id),
  );
  implement(app, calls.monthDocumentFile, ({ viewer, params, reply }) =>
    streamPdf(reply, documents.file(viewer, params.id)),
  );
}

/** One report, as data and as a PDF. */
export function registerReports(app: FastifyInstance, reports: ReportsService): void {
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
}

/** One notice letter, as data and as a PDF, and its possible recipients. */
export function registerLetters(
  app: FastifyInstance,
  letters: LettersService,
  pickers: PickersService,
): void {
  implement(app, calls.noticeLetter, ({ viewer, params, query, reply }) =>
    query.pdf === 'true'
      ? sendFile(reply, letters.pdf(viewer, params.id, query.time_zone))
      : letters.read(viewer, params.id),
  );
  implement(app, calls.letterDrivers, ({ viewer, query }) =>
    pickers.drivers(viewer, pageOf(query), { isUnassigned: false, exceptId: null }),
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
  implement(app, calls.removeSurveys, ({ viewer, query, body }) =>
    surveys.remove(viewer, [...body.ids, ...(query.id === undefined ? [] : [query.id])]),
  );
}

/** Calls that receive photographs. Their scope accepts multipart bodies. */
export function registerIntake(
  scope: FastifyInstance,
  files: Files,
  reports: ReportIntake,
  letters: LettersService,
): void {
  const { create } = contract.walkaroundRecords;
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
