import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { failureText } from '../../../../platform/error-texts.ts';
import { conflict, notFound, orNotFound, tooMany } from '../../../../platform/errors.ts';
import { fileById } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { checkVisibleDepot } from '../../../core/fleet/index.ts';
import type { MonthService } from '../month/vehicle-check-month.service.ts';
import { zoneOf } from '../scope/vehicle-check-scope-filter.ts';
import {
  cancelDocument,
  countUnended,
  type DocumentRow,
  documentsOf,
  insertDocument,
} from './vehicle-check-month-documents.repository.ts';

type Calls = typeof contract.vehicleCheck;
type MonthDocument = AnswerOf<Calls['createMonthDocument']>;

/** Most unfinished documents of one person. */
const MAX_UNENDED = 20;

function toDocument(row: DocumentRow, viewer: Viewer): MonthDocument {
  return {
    id: row.id,
    depot: { id: row.depot_id, name: row.depot_name },
    month: row.month,
    type: row.kind,
    state: row.state,
    done: row.done_count,
    total: row.report_count,
    failure: failureText(viewer.language, row.failure),
    created_at: toApiDateTime(row.created_at.getTime()),
    ended_at: row.ended_at === null ? null : toApiDateTime(row.ended_at.getTime()),
  };
}

/** Month PDFs that a person queues, watches, cancels and downloads. */
export class MonthDocuments {
  constructor(
    private readonly services: Pick<Services, 'db' | 'files' | 'bus'>,
    private readonly months: MonthService,
  ) {}

  async list(viewer: Viewer): Promise<AnswerOf<Calls['monthDocuments']>> {
    const rows = await this.services.db.asViewer(viewer, (trx) => documentsOf(trx, viewer));
    return { count: rows.length, results: rows.map((row) => toDocument(row, viewer)) };
  }

  /**
   * Queues a document.
   *
   * @throws HttpError 404 for a depot that is not visible, 400 as `MonthService.pdf`, 429 while the
   *   person has 20 unfinished documents
   */
  async create(
    viewer: Viewer,
    { depot, month, type, time_zone }: BodyOf<Calls['createMonthDocument']>,
  ): Promise<MonthDocument> {
    const { total, customerId } = await this.months.pdf(viewer, depot, { month, type, time_zone });
    const { db } = this.services;
    return db.asViewer(viewer, async (trx) => {
      if ((await countUnended(trx, viewer)) >= MAX_UNENDED) {
        throw tooMany({ code: 'month_document.too_many', params: { most: MAX_UNENDED } });
      }
      const id = await insertDocument(trx, {
        customer_id: customerId,
        user_id: viewer.userId,
        depot_id: depot,
        month,
        kind: type,
        time_zone: zoneOf(viewer, time_zone),
        report_count: total,
      });
      const row = orNotFound((await documentsOf(trx, viewer, id))[0]);
      return toDocument(row, viewer);
    });
  }

  /**
   * Cancels a document of the person; no effect if it has ended.
   *
   * @throws HttpError 404 for a document of another person
   */
  async cancel(viewer: Viewer, id: number): Promise<MonthDocument> {
    return this.services.db.asViewer(viewer, async (trx) => {
      if ((await documentsOf(trx, viewer, id)).length === 0) throw notFound();
      await cancelDocument(trx, id);
      const row = orNotFound((await documentsOf(trx, viewer, id))[0]);
      return toDocument(row, viewer);
    });
  }

  /**
   * A document of the person that is ready.
   *
   * @throws HttpError 404 for a document of another person and a depot that is not visible, 409
   *   before it is ready
   */
  async file(viewer: Viewer, id: number) {
    const { db, files } = this.services;
    const found = await db.asViewer(viewer, async (trx) => {
      const row = orNotFound((await documentsOf(trx, viewer, id))[0]);
      await checkVisibleDepot(trx, viewer, row.depot_id);
      if (row.state !== 'ready' || row.file_id === null) throw conflict('month_document.not_ready');
      return orNotFound(await fileById(trx, row.file_id));
    });
    return { name: found.name, pieces: await files.read(found) };
  }
}
