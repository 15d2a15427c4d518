import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { MIN_SCORED_M, toApiDate } from '@roadworthy/domain';
import { momentRange } from '@roadworthy/domain/time';
import {
  type FairScore,
  fairScores,
  groupRates,
  SCORE_WEIGHT,
  type ScoredDriver,
} from '../../../../engines/coaching/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { type Page, pageOf } from '../../../../platform/paging.ts';
import { type ReportFile, tableFile, wholePage } from '../../../../platform/tables/index.ts';
import { checkVisibleDepot, visibleDriver } from '../../../core/fleet/index.ts';
import { checkMaySeeEvents } from '../coaching-access.ts';
import { type FairScoreRow, scoreColumns } from './coaching-scores.columns.ts';
import { type ScoreRow, scoreRows } from './coaching-scores.repository.ts';

type Calls = typeof contract.fairScores;
type Query = Omit<QueryOf<Calls['list']>, 'page' | 'pageSize'>;

/** The first and the last day of a month, YYYY-MM. */
function daysOfMonth(month: string) {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { start: `${month}-01`, end: `${month}-${last}` };
}

/** The month of now in the person's time zone, YYYY-MM. */
export const monthOfNow = (viewer: Viewer): string =>
  toApiDate(Date.now(), viewer.timeZone ?? 'UTC').slice(0, 7);

/** The month before a month. */
export const monthBefore = (month: string): string =>
  new Date(Date.parse(`${month}-01T00:00:00Z`) - 86_400_000).toISOString().slice(0, 7);

const toScored = (row: ScoreRow): ScoredDriver => ({
  id: row.driver_id,
  exposure: {
    urban: { distanceM: row.urban_m, drivingS: row.urban_s },
    rural: { distanceM: row.rural_m, drivingS: row.rural_s },
    motorway: { distanceM: row.motorway_m, drivingS: row.motorway_s },
  },
  events: {
    urban: row.urban_events,
    rural: row.rural_events,
    motorway: row.motorway_events,
  },
});

const toRow = (row: ScoreRow, score: FairScore): FairScoreRow => {
  const driving = (distance: number, driving_time: number) => ({ distance, driving_time });
  return {
    id: row.driver_id,
    driver: { id: row.driver_id, first_name: row.first_name, surname: row.surname },
    exposure: {
      urban: driving(row.urban_m, row.urban_s),
      rural: driving(row.rural_m, row.rural_s),
      motorway: driving(row.motorway_m, row.motorway_s),
    },
    distance: score.distanceM,
    events: score.events,
    expected: score.expected,
    ratio: score.ratio,
    score: score.score,
  };
};

/**
 * The fair scores of a month, in the sequence of names.
 *
 * @throws HttpError 404 for a depot that is not visible
 */
export async function scoresOfMonth(
  trx: Transaction,
  viewer: Viewer,
  month: string,
  depot: number | undefined,
) {
  if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
  const range = momentRange(daysOfMonth(month), viewer.timeZone ?? 'UTC');
  const rows = await scoreRows(trx, viewer, range, depot);
  const drivers = rows.map(toScored);
  const scores = new Map(fairScores(drivers, MIN_SCORED_M).map((one) => [one.id, one]));
  return {
    rates: groupRates(drivers),
    rows: rows.flatMap((row) => {
      const score = scores.get(row.driver_id);
      return score === undefined ? [] : [toRow(row, score)];
    }),
  };
}

/**
 * The fair scores of a driver in the last month and the current one, oldest first; a month without
 * driving is left out. The group is every driver of the customer, whatever the caller may see: nothing
 * of the others is returned.
 */
export async function scoresOfDriver(trx: Transaction, viewer: Viewer, driverId: number) {
  const group: Viewer = { ...viewer, depotScope: 'all', vehicleId: null };
  const current = monthOfNow(viewer);
  const found = [];
  for (const month of [monthBefore(current), current]) {
    const { rows } = await scoresOfMonth(trx, group, month, undefined);
    const own = rows.find(({ id }) => id === driverId);
    if (own === undefined) continue;
    const { id: _, driver: __, ...score } = own;
    found.push({ ...score, month, minimum: MIN_SCORED_M, weight: SCORE_WEIGHT });
  }
  return found;
}

/** Best first by default; drivers without a score last in any case. */
function sorted(rows: readonly FairScoreRow[], { descending, orderBy }: Page): FairScoreRow[] {
  if (orderBy === 'name') return descending ? [...rows].reverse() : [...rows];
  const keyOf = ({ distance, score }: FairScoreRow) => (orderBy === 'distance' ? distance : score);
  const sign = orderBy === null || descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * (first - second);
  });
}

function matching(rows: readonly FairScoreRow[], id: number | undefined, search: string) {
  const wanted = search.toLowerCase();
  return rows.filter(
    ({ driver }) =>
      (id === undefined || driver.id === id) &&
      `${driver.first_name} ${driver.surname}`.toLowerCase().includes(wanted),
  );
}

/** Scores of drivers that are fair between urban and motorway work. */
export class FairScores {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a depot or driver that is not visible */
  list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    checkMaySeeEvents(viewer);
    const page = pageOf(query);
    const month = query.month ?? monthOfNow(viewer);
    return this.db.asViewer(viewer, async (trx) => {
      if (query.id !== undefined) await visibleDriver(trx, viewer, query.id);
      const { rates, rows } = await scoresOfMonth(trx, viewer, month, query.depot);
      const found = matching(rows, query.id, page.search);
      return {
        count: found.length,
        results: sorted(found, page).slice(page.offset, page.offset + page.limit),
        month,
        minimum: MIN_SCORED_M,
        scored: rows.filter(({ score }) => score !== null).length,
        rates,
        weight: SCORE_WEIGHT,
      };
    });
  }

  /** @throws HttpError 400 if there are more rows than a file may have, 404 as {@link list} */
  file(viewer: Viewer, { format, ...query }: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    checkMaySeeEvents(viewer);
    const page = wholePage(pageOf(query), format);
    return this.db.asViewer(viewer, async (trx) =>
      tableFile(trx, viewer, format, {
        title: 'coaching.fairScores',
        stem: 'fair-scores',
        rows: sorted(await this.#rows(trx, viewer, query, page.search), page),
        columns: () => scoreColumns(),
      }),
    );
  }

  async #rows(trx: Transaction, viewer: Viewer, query: Query, search: string) {
    if (query.id !== undefined) await visibleDriver(trx, viewer, query.id);
    const month = query.month ?? monthOfNow(viewer);
    const { rows } = await scoresOfMonth(trx, viewer, month, query.depot);
    return matching(rows, query.id, search);
  }
}
