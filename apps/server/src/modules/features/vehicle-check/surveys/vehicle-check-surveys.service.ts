import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { actorOf, recordChange, recordChanges } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { makePdf } from '../../../../platform/documents/index.ts';
import { notFound, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  displayOf,
  type ReportFile,
  readerOf,
  safeName,
  tableFile,
  wholePage,
} from '../../../../platform/tables/index.ts';
import { visibleRegion } from '../../../core/depots/index.ts';
import { checkVisibleDepot, visibleVehicle } from '../../../core/fleet/index.ts';
import { asFieldError, customersOf, pastMoment, recordPhotos } from '../../records/index.ts';
import { csvAddress, TOO_MANY } from '../lists/csv-address.ts';
import { surveyColumns } from '../lists/vehicle-check-lists.columns.ts';
import { fileOrNone } from '../reports/vehicle-check-reports.service.ts';
import { filterOf, zoneOf } from '../scope/vehicle-check-scope-filter.ts';
import {
  deleteSurveys,
  insertSurvey,
  surveyPage,
  visibleSurveys,
} from './vehicle-check-surveys.repository.ts';
import { type AuditSurvey, scoreOf, toSurvey } from './vehicle-check-surveys-answer.ts';
import { surveyPdf } from './vehicle-check-surveys-report.ts';

type Calls = typeof contract.vehicleCheck;
type ListQuery = QueryOf<Calls['surveys']>;

const CSV_PATH = '/api/audit_survey_report/export/';

/** Audit surveys of depots. */
export class SurveysService {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /**
   * A page of the visible surveys. @throws HttpError 404 for a depot or region that is not visible
   */
  async list(viewer: Viewer, query: ListQuery): Promise<AnswerOf<Calls['surveys']>> {
    const { count, isLimit, rows } = await this.#page(viewer, query, pageOf(query));
    return {
      count,
      count_is_limit: isLimit,
      results: rows.map(toSurvey),
      csv: csvAddress(CSV_PATH, { ...query }),
    };
  }

  /** The list as CSV. @throws HttpError as {@link list}, and 400 for too many rows */
  async csv(viewer: Viewer, query: QueryOf<Calls['exportSurveys']>): Promise<ReportFile> {
    const page = wholePage(pageOf({ ...query, page: 1, pageSize: 1 }), 'csv');
    const { rows } = await this.#page(viewer, query, page);
    return this.services.db.asViewer(viewer, (trx) =>
      tableFile(trx, viewer, 'csv', {
        title: 'vehicleCheck.survey.title',
        stem: 'audit-surveys',
        timeZone: zoneOf(viewer, query.time_zone),
        tooMany: TOO_MANY,
        columns: surveyColumns,
        rows: rows.map(toSurvey),
      }),
    );
  }

  #page(
    viewer: Viewer,
    query: Omit<ListQuery, 'page' | 'pageSize'>,
    page: ReturnType<typeof pageOf>,
  ) {
    const filter = filterOf(viewer, query);
    const { depot, region } = query;
    return this.services.db.asViewer(viewer, async (trx) => {
      if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
      if (region !== undefined) await visibleRegion(trx, viewer, region);
      const of = { ...filter, depotId: depot ?? null, regionId: region ?? null };
      return surveyPage(trx, viewer, of, page);
    });
  }

  /** @throws HttpError 404 if the survey does not exist or is not visible */
  async read(viewer: Viewer, id: number): Promise<AuditSurvey> {
    return toSurvey(await this.#one(viewer, id));
  }

  /**
   * The survey as a PDF. @throws HttpError 404 as {@link read}, 503 if too many documents are being
   * created
   */
  async pdf(viewer: Viewer, id: number, timeZone: string | undefined): Promise<ReportFile> {
    const zone = zoneOf(viewer, timeZone);
    const survey = await this.#one(viewer, id);
    const { logo, reader } = await this.services.db.asViewer(viewer, async (trx) => ({
      logo: await fileOrNone(trx, survey.logo_file_id),
      reader: await readerOf(trx, viewer),
    }));
    const pictures = await recordPhotos(this.services.files, logo, null, []);
    const display = displayOf(viewer, reader, zone);
    const bytes = await makePdf(surveyPdf(survey, pictures.logo, display));
    const name = `${safeName(survey.reference_number)}_${safeName(survey.depot)}.pdf`;
    return { name, type: 'application/pdf', bytes };
  }

  /**
   * Stores a survey; its auditor is the sender.
   *
   * @throws HttpError 400 on the field for a depot or vehicle that is not visible, and for a future
   *   time
   */
  async create(viewer: Viewer, body: BodyOf<Calls['createSurvey']>): Promise<AuditSurvey> {
    const id = await this.services.db.asViewer(viewer, async (trx) => {
      await asFieldError('depot', 'depot.missing', checkVisibleDepot(trx, viewer, body.depot));
      const whose = await customersOf(trx, {
        depotId: body.depot,
        ...(body.vehicle === null ? {} : { vehicleId: body.vehicle }),
      });
      if (body.vehicle !== null) {
        const unknown = 'vehicle.missing';
        await asFieldError('vehicle', unknown, visibleVehicle(trx, viewer, body.vehicle));
        if (whose.vehicle !== whose.depot) throw wrongField('vehicle', unknown);
      }
      const actor = await actorOf(trx, viewer);
      const made = await insertSurvey(trx, {
        customerId: whose.depot,
        depotId: body.depot,
        vehicleId: body.vehicle,
        surveyedAt: pastMoment('date', body.date),
        auditorId: viewer.userId,
        auditor: actor.name,
        items: body.items,
        score: scoreOf(body.items),
        note: body.note ?? '',
      });
      await recordChange(trx, {
        customerId: whose.depot,
        actor,
        subject: { kind: 'audit_survey', id: String(made.id), name: made.reference_number },
        action: 'created',
        before: null,
        after: { depot: body.depot, vehicle: body.vehicle, score: scoreOf(body.items) },
      });
      return made.id;
    });
    return this.read(viewer, id);
  }

  /**
   * Deletes surveys, atomically.
   *
   * @throws HttpError 400 if none is named, 404 if one does not exist or is not visible
   */
  async remove(viewer: Viewer, named: readonly number[]): Promise<void> {
    const ids = [...new Set(named)];
    if (ids.length === 0) throw wrongField('ids', 'survey.required');
    await this.services.db.asViewer(viewer, async (trx) => {
      const found = await visibleSurveys(trx, viewer, ids);
      if (found.length < ids.length) throw notFound();
      await deleteSurveys(trx, ids);
      const actor = await actorOf(trx, viewer);
      await recordChanges(
        trx,
        found.map((survey) => ({
          customerId: survey.customer_id,
          actor,
          subject: {
            kind: 'audit_survey' as const,
            id: String(survey.id),
            name: survey.reference_number,
          },
          action: 'removed' as const,
          before: toSurvey(survey),
          after: null,
        })),
      );
    });
  }

  async #one(viewer: Viewer, id: number) {
    return orNotFound(
      (await this.services.db.asViewer(viewer, (trx) => visibleSurveys(trx, viewer, [id])))[0],
    );
  }
}
