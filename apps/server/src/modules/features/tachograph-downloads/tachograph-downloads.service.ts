import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDate } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { recordRow } from '../../../platform/resource.ts';
import { type ReportFile, tableFile, wholePage, wordsOf } from '../../../platform/tables/index.ts';
import { downloadColumns, ownerName } from './tachograph-downloads.columns.ts';
import {
  type DownloadRow,
  downloadPage,
  keepExemption,
  uncoveredPeriods,
} from './tachograph-downloads.repository.ts';

type Calls = typeof contract.tachographDownloads;
type Details = AnswerOf<Calls['read']>;

const ONE = { limit: 1, offset: 0, orderBy: null, descending: false, search: '' } as const;
const YEAR_MS = 365 * 86_400_000;

function toJson(row: DownloadRow): AnswerOf<Calls['list']>['results'][number] {
  const { driver_id, vehicle_id } = row;
  return {
    id: row.id,
    kind: row.kind,
    driver:
      driver_id === null
        ? null
        : { id: driver_id, first_name: row.first_name ?? '', surname: row.surname ?? '' },
    vehicle: vehicle_id === null ? null : { id: vehicle_id, registration: row.registration ?? '' },
    state: row.state,
    last_day: row.last_day,
    due_on: row.due_on,
    days_left: row.days_left,
    exempt_reason: row.exempt_reason,
    customer: row.customer_id,
  };
}

const described = (row: DownloadRow) => ({
  customerId: row.customer_id,
  subject: { kind: 'tachograph_download' as const, id: String(row.id), name: ownerName(row) },
  facts: { exempt_reason: row.exempt_reason },
});

/** Today as the person sees it. */
const todayOf = (viewer: Viewer, nowMs: number) => toApiDate(nowMs, viewer.timeZone ?? 'UTC');

/** When cards and vehicle units must be downloaded (Regulation (EU) No 581/2010, article 1). */
export class TachographDownloadsService {
  constructor(private readonly db: Database) {}

  /** @param nowMs decides which day is today in the person's time zone */
  async list(
    viewer: Viewer,
    query: QueryOf<Calls['list']>,
    nowMs = Date.now(),
  ): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      downloadPage(trx, viewer, query, pageOf(query), todayOf(viewer, nowMs)),
    );
    return { count, results: rows.map(toJson) };
  }

  /** @throws HttpError 400 if there are more rows than a file may have */
  file(viewer: Viewer, query: QueryOf<Calls['export']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await downloadPage(trx, viewer, query, page, todayOf(viewer, Date.now()));
      return tableFile(trx, viewer, query.format, {
        title: 'tachograph.downloads',
        stem: 'tachograph-downloads',
        rows,
        columns: (display) => downloadColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** @throws HttpError 404 if it is not visible or not in use */
  read(viewer: Viewer, id: number): Promise<Details> {
    return this.db.asViewer(viewer, async (trx) =>
      this.#details(trx, await this.#visible(trx, viewer, id)),
    );
  }

  /** @throws HttpError 404 if it is not visible or not in use */
  exempt(viewer: Viewer, id: number, { reason }: BodyOf<Calls['exempt']>): Promise<Details> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      await keepExemption(trx, id, reason, viewer.userId);
      const after = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return this.#details(trx, after);
    });
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<DownloadRow> {
    const today = todayOf(viewer, Date.now());
    const { rows } = await downloadPage(trx, viewer, { id }, ONE, today);
    return orNotFound(rows[0]);
  }

  async #details(trx: Transaction, row: DownloadRow): Promise<Details> {
    const from = toApiDate(Date.now() - YEAR_MS, 'UTC');
    return {
      ...toJson(row),
      exempt_by: row.exempt_by,
      exempt_at: row.exempt_at?.toISOString() ?? null,
      gaps: [...(await uncoveredPeriods(trx, row, from))],
    };
  }
}
