import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import {
  allows,
  isHoursMeasure,
  MEASURES_OF,
  type Measure,
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
import { forbidden } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import type { ReportFile } from '../../../platform/tables/index.ts';
import { tableFile, wholePage } from '../../../platform/tables/index.ts';
import { driverOf } from '../../core/fleet/index.ts';
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

/** The figures from counts; a measure without records has none. */
function figuresOf(
  measures: readonly Measure[],
  counts: readonly FigureCount[],
  limits: Limits,
): Figure[] {
  return measures.map((measure) => {
    const { passed = 0, of = 0 } = counts.find((one) => one.measure === measure) ?? {};
    const share = shareOf(passed, of);
    const limit = limits.get(measure) ?? { target: 100, trigger: 0 };
    return { measure, passed, of, share, state: measureState(share, limit) };
  });
}

function byDepot(
  measures: readonly Measure[],
  counts: readonly FigureCount[],
  limits: Limits,
): Figures['depots'] {
  const depots = new Map<number | null, FigureCount[]>();
  for (const count of counts) {
    if (count.is_total) continue;
    depots.set(count.depot_id, [...(depots.get(count.depot_id) ?? []), count]);
  }
  return [...depots].map(([id, of]) => ({
    depot: id === null ? null : { id, name: of[0]?.depot_name ?? '' },
    figures: figuresOf(measures, of, limits),
  }));
}

const toRecord = (row: CaseRow): CaseRecord => ({
  id: row.id,
  kind: row.kind,
  reference_number: row.reference_number,
  vehicle:
    row.vehicle_id === null ? null : { id: row.vehicle_id, registration: row.registration ?? '' },
  driver: driverOf(row),
  depot: row.depot_id === null ? null : { id: row.depot_id, name: row.depot_name ?? '' },
  at: toApiDateTime(row.at.getTime()),
  is_passed: row.lacks.length === 0,
  lacks: row.lacks,
});

/** What the records of drivers' hours need, besides the figures. */
const TACHOGRAPH = { kind: 'module', anyOf: ['accessTachoGraf'] } as const;

/** Figures by depot and period of four weeks, and the records behind each (W-04). */
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
        title: query.half === 'hours' ? 'records.er.hoursTitle' : 'records.er.title',
        stem: `earned_recognition_${query.half}_${period.first}`,
        range: `${period.first} – ${period.last}`,
        rows: [
          ...depots.map((row) => ({ ...row, isTotal: false })),
          { depot: null, figures: total, isTotal: true },
        ],
        columns: figureColumns(MEASURES_OF[query.half]),
      });
    });
  }

  /**
   * @throws HttpError 404 for a depot or region that is not visible, 403 for drivers' hours without
   *   TachoGraf
   */
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
    const measures = MEASURES_OF[query.half];
    const zone = zoneOf(viewer);
    const counts = await figureCounts(trx, viewer, scope, {
      measures,
      starts,
      end: last.end,
      zone,
    });
    const kept = (await measureLimits(trx, viewer.customerId)).filter(({ measure }) =>
      measures.includes(measure),
    );
    const limits: Limits = new Map(kept.map(({ measure, ...limit }) => [measure, limit]));
    const totals = (period: number) =>
      figuresOf(
        measures,
        counts.filter((one) => one.is_total && one.period === period),
        limits,
      );
    return {
      period: { ...own, is_running: last.end.getTime() > Date.now() },
      limits: kept,
      total: totals(TREND_PERIODS),
      depots: byDepot(measures, counts, limits),
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
    if (isHoursMeasure(query.measure) && !allows(TACHOGRAPH, viewer)) {
      throw forbidden('access.denied');
    }
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
      {
        moments: momentRange({ start: first, end: last }, zoneOf(viewer)),
        zone: zoneOf(viewer),
      },
      page,
    );
  }
}

type CaseQuery = Omit<QueryOf<Calls['records']>, 'page' | 'pageSize'>;
