import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { keepDecision, lastFourWeeks } from '../../../platform/decisions.ts';
import { conflict, orNotFound, wrongField } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { recordRow } from '../../../platform/resource.ts';
import { type ReportFile, tableFile, wholePage, wordsOf } from '../../../platform/tables/index.ts';
import { visibleVehicle } from '../../core/fleet/index.ts';
import { type MonthFilter, monthRows } from './months/unaccounted-driving-months.repository.ts';
import { timelineOf } from './timeline/unaccounted-driving-timeline.ts';
import { gapColumns, monthColumns } from './unaccounted-driving.columns.ts';
import { type GapRow, gapPage } from './unaccounted-driving.repository.ts';
import { toGap, toMonth } from './unaccounted-driving-json.ts';

type Calls = typeof contract.unaccountedDriving;

const ONE = { limit: 1, offset: 0, orderBy: null, descending: true, search: '' } as const;
const DAY_MS = 86_400_000;
/** Thirteen months, to compare a month with the same one of last year. */
const MAX_DAYS = 397;

const described = (row: GapRow) => ({
  customerId: row.customer_id,
  subject: {
    kind: 'unaccounted_driving' as const,
    id: String(row.id),
    name: `${row.registration}, ${new Date(row.start_ms).toISOString().slice(0, 16)}Z`,
  },
  facts: { state: row.state, note: row.note },
});

/** @throws HttpError 400 for a range that is reversed or too long */
function checkRange({ from, to }: Pick<MonthFilter, 'from' | 'to'>): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw wrongField('to', 'validation.end_not_after_start');
  if (days > MAX_DAYS) {
    throw wrongField('to', { code: 'drivers_hours.range_too_long', params: { most: MAX_DAYS } });
  }
}

/** Driving that tachograph and tracker do not agree about. */
export class UnaccountedDrivingService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a vehicle that is not visible */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.db.asViewer(viewer, async (trx) => {
      if (query.vehicle !== undefined) await visibleVehicle(trx, viewer, query.vehicle);
      return gapPage(trx, viewer, query, pageOf(query));
    });
    return { count, results: rows.map(toGap) };
  }

  /**
   * What nobody has decided about in the last four weeks, as the list counts it.
   *
   * @param nowMs decides which day is today in UTC
   */
  async open(viewer: Viewer, nowMs: number) {
    const { from, to } = lastFourWeeks(nowMs);
    const filter = { kind: 'known', state: 'new', from, to } as const;
    const { count } = await this.db.asViewer(viewer, (trx) => gapPage(trx, viewer, filter, ONE));
    return { open: count, start_date: from, end_date: to };
  }

  /** @throws HttpError 400 if there are more rows than a file may have */
  file(viewer: Viewer, query: QueryOf<Calls['export']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      if (query.vehicle !== undefined) await visibleVehicle(trx, viewer, query.vehicle);
      const { rows } = await gapPage(trx, viewer, query, wholePage(pageOf(query), query.format));
      return tableFile(trx, viewer, query.format, {
        title: 'unaccounted.title',
        stem: 'unaccounted-driving',
        rows,
        columns: (display) => gapColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** @throws HttpError 400 for a range that is reversed or too long */
  async months(
    viewer: Viewer,
    query: QueryOf<Calls['months']>,
  ): Promise<AnswerOf<Calls['months']>> {
    checkRange(query);
    const rows = await this.db.asViewer(viewer, (trx) => monthRows(trx, viewer, query));
    return { results: rows.map(toMonth) };
  }

  /** @throws HttpError 400 for a range that is reversed or too long */
  monthFile(viewer: Viewer, query: QueryOf<Calls['exportMonths']>): Promise<ReportFile> {
    checkRange(query);
    return this.db.asViewer(viewer, async (trx) =>
      tableFile(trx, viewer, query.format, {
        title: 'unaccounted.months',
        stem: 'unaccounted-driving-months',
        rows: await monthRows(trx, viewer, query),
        columns: () => monthColumns(query.by),
      }),
    );
  }

  /** @throws HttpError 400 without a vehicle or driver, 404 for one that is not visible */
  timeline(
    viewer: Viewer,
    query: QueryOf<Calls['timeline']>,
  ): Promise<AnswerOf<Calls['timeline']>> {
    return this.db.asViewer(viewer, (trx) => timelineOf(trx, viewer, query));
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<AnswerOf<Calls['read']>> {
    return this.db.asViewer(viewer, async (trx) => toGap(await this.#visible(trx, viewer, id)));
  }

  /** @throws HttpError 404 if it is not visible, 409 if somebody else has changed it since */
  decide(
    viewer: Viewer,
    id: number,
    { note, state, version }: BodyOf<Calls['decide']>,
  ): Promise<AnswerOf<Calls['decide']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      const decidedBy = state === 'new' ? null : viewer.userId;
      const of = { id, version };
      if (!(await keepDecision(trx, 'unaccounted_driving', of, { state, note, decidedBy }))) {
        throw conflict('unaccounted_driving.changed');
      }
      const after = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return toGap(after);
    });
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<GapRow> {
    const { rows } = await gapPage(trx, viewer, { id }, ONE);
    return orNotFound(rows[0]);
  }
}
