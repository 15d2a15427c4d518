import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import {
  MEASURES,
  type MeasureLimit,
  measureState,
  must,
  periodOf,
  shareOf,
  toApiDateTime,
} from '@roadworthy/domain';
import { momentRange } from '@roadworthy/domain/time';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import type { ReportFile } from '../../../platform/tables/index.ts';
import { tableFile, wholePage } from '../../../platform/tables/index.ts';
import { checkVisibleScope, scopeOf } from '../records/index.ts';
import { type CaseRecord, caseColumns, figureColumns } from './earned-recognition.columns.ts';
import {
  type CaseRow,
  casePage,
  type FigureCount,
  figureCounts,
  measureLimits,
} from './earned-recognition.repository.ts';

type Calls = typeof contract.earnedRecognition;
type Figures = AnswerOf<Calls['figures']>;
type Figure = Figures['total'][number];

/** Periods of the trend, including the current one. */
const TREND_PERIODS = 6;

const zoneOf = (viewer: Viewer) => viewer.timeZone ?? 'UTC';
/** Today in the person's zone, YYYY-MM-DD. */
const todayOf = (viewer: Viewer) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zoneOf(viewer) }).format(new Date());

/** A period and the preceding ones, as days and as times in the person's zone, oldest first. */
function periodsOf(viewer: Viewer, day: string) {
  const periods = Array.from({ length: TREND_PERIODS }, (_, n) =>
    periodOf(day, n - TREND_PERIODS + 1),
  );
  const moments = periods.map(({ first, last }) =>
    momentRange({ start: first, end: last }, zoneOf(viewer)),
  );
  return { periods, moments };
}

type Limits = ReadonlyMap<string, MeasureLimit>;

/** The five figures from counts; a measure without records has none. */
function figuresOf(counts: readonly FigureCount[], limits: Limits): Figure[] {
  return MEASURES.map((measure) => {
    const { passed = 0, of = 0 } = counts.find((one) => one.measure === measure) ?? {};
    const share = shareOf(passed, of);
    const limit = limits.get(measure) ?? { target: 100, trigger: 0 };
    return { measure, passed, of, share, state: measureState(share, limit) };
  });
}

function byDepot(counts: readonly FigureCount[], limits: Limits): Figures['depots'] {
  const depots = new Map<number | null, FigureCount[]>();
  for (const count of counts) {
    if (count.is_total) continue;
    depots.set(count.depot_id, [...(depots.get(count.depot_id) ?? []), count]);
  }
  return [...depots].map(([id, of]) => ({
    depot: id === null ? null : { id, name: of[0]?.depot_name ?? '' },
    figures: figuresOf(of, limits),
  }));
}

const toRecord = (row: CaseRow): CaseRecord => ({
  id: row.id,
  kind: row.kind,
  reference_number: row.reference_number,
  vehicle: { id: row.vehicle_id, registration: row.registration },
  depot: row.depot_id === null ? null : { id: row.depot_id, name: row.depot_name ?? '' },
  at: toApiDateTime(row.at.getTime()),
  is_passed: row.lacks.length === 0,
  lacks: row.lacks,
});

/** Figures M1 to M5 by depot and period of four weeks, and the records behind each (W-04). */
export class EarnedRecognition {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  /** @throws HttpError 404 for a depot or region that is not visible */
  figures(viewer: Viewer, query: QueryOf<Calls['figures']>): Promise<Figures> {
    return this.services.db.asViewer(viewer, (trx) => this.#figures(trx, viewer, query));
  }

  /**
   * The figures as a file, one row per depot.
   *
   * @throws HttpError 404 for a depot or region that is not visible
   */
  figuresFile(
    viewer: Viewer,
    { format, ...query }: QueryOf<Calls['exportFigures']>,
  ): Promise<ReportFile> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const { depots, total, period } = await this.#figures(trx, viewer, query);
      return tableFile(trx, viewer, format, {
        title: 'records.er.title',
        stem: `earned_recognition_${period.first}`,
        range: `${period.first} – ${period.last}`,
        rows: [
          ...depots.map((row) => ({ ...row, isTotal: false })),
          { depot: null, figures: total, isTotal: true },
        ],
        columns: figureColumns,
      });
    });
  }

  /** @throws HttpError 404 for a depot or region that is not visible */
  async records(
    viewer: Viewer,
    query: QueryOf<Calls['records']>,
  ): Promise<AnswerOf<Calls['records']>> {
    const { count, rows } = await this.#cases(viewer, query, pageOf(query));
    return { count, results: rows.map(toRecord) };
  }

  /**
   * The records behind a figure as a file.
   *
   * @throws HttpError 404 for a depot or region that is not visible, 400 for more rows than a file
   *   may have
   */
  recordsFile(
    viewer: Viewer,
    { format, ...query }: QueryOf<Calls['exportRecords']>,
  ): Promise<ReportFile> {
    const page = wholePage(pageOf({ ...query, page: 1, pageSize: 1 }), format);
    return this.services.db.asViewer(viewer, async (trx) => {
      const { rows } = await this.#casesIn(trx, viewer, query, page);
      const { first, last } = periodOf(query.period ?? todayOf(viewer));
      return tableFile(trx, viewer, format, {
        title: `records.er.${query.measure}`,
        stem: `${query.measure}_${first}`,
        range: `${first} – ${last}`,
        rows: rows.map(toRecord),
        columns: caseColumns,
      });
    });
  }

  async #figures(
    trx: Transaction,
    viewer: Viewer,
    query: QueryOf<Calls['figures']>,
  ): Promise<Figures> {
    const scope = scopeOf(query);
    await checkVisibleScope(trx, viewer, scope);
    const { periods, moments } = periodsOf(viewer, query.period ?? todayOf(viewer));
    const last = must(moments[TREND_PERIODS - 1], 'earned_recognition.period_missing');
    const own = must(periods[TREND_PERIODS - 1], 'earned_recognition.period_missing');
    const starts = moments.map(({ start }) => start);
    const counts = await figureCounts(trx, viewer, scope, MEASURES, starts, last.end);
    const kept = await measureLimits(trx, viewer.customerId);
    const limits: Limits = new Map(kept.map(({ measure, ...limit }) => [measure, limit]));
    const totals = (period: number) =>
      figuresOf(
        counts.filter((one) => one.is_total && one.period === period),
        limits,
      );
    return {
      period: { ...own, is_running: last.end.getTime() > Date.now() },
      limits: kept,
      total: totals(TREND_PERIODS),
      depots: byDepot(counts, limits),
      trend: periods.map((period, n) => ({ ...period, figures: totals(n + 1) })),
    };
  }

  #cases(viewer: Viewer, query: CaseQuery, page: ReturnType<typeof pageOf>) {
    return this.services.db.asViewer(viewer, (trx) => this.#casesIn(trx, viewer, query, page));
  }

  async #casesIn(
    trx: Transaction,
    viewer: Viewer,
    query: CaseQuery,
    page: ReturnType<typeof pageOf>,
  ) {
    const scope = scopeOf(query);
    await checkVisibleScope(trx, viewer, scope);
    const { first, last } = periodOf(query.period ?? todayOf(viewer));
    const filter = {
      ...scope,
      measure: query.measure,
      hasNoDepot: query.no_depot === 'true',
      isPassed: query.passed === undefined ? null : query.passed === 'true',
    };
    return casePage(
      trx,
      viewer,
      filter,
      momentRange({ start: first, end: last }, zoneOf(viewer)),
      page,
    );
  }
}

type CaseQuery = Omit<QueryOf<Calls['records']>, 'page' | 'pageSize'>;
