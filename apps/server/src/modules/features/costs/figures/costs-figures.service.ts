import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { CO2_KG, COST_KINDS, type CostKind } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { pageOf } from '../../../../platform/paging.ts';
import {
  type ReportFile,
  tableFile,
  wholePage,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import { figureColumns, recordColumns } from './costs-figures.columns.ts';
import { costFigures, type FigureRow } from './costs-figures.repository.ts';
import { rangeOf } from './costs-figures-range.ts';
import { costRecordPage } from './costs-records.repository.ts';

type Calls = typeof contract.costs;
type Query = QueryOf<Calls['figures']>;
type Figures = AnswerOf<Calls['figures']>;

const rounded = (value: number, step = 100) => Math.round(value * step) / step;

const sumsOf = (row: Omit<FigureRow, 'key' | 'name'>): Figures['totals'] => ({
  amounts: row.amounts,
  total: row.total,
  distance: Math.round(row.distance_m),
  litres: rounded(row.litres_diesel + row.litres_petrol),
  energy_kwh: rounded(row.energy_kwh),
  co2_kg: rounded(
    row.litres_diesel * CO2_KG.diesel_l +
      row.litres_petrol * CO2_KG.petrol_l +
      row.energy_kwh * CO2_KG.electricity_kwh,
    10,
  ),
});

/** The sums of all groups. */
function totalOf(rows: readonly FigureRow[]): Omit<FigureRow, 'key' | 'name'> {
  const sum = (of: (row: FigureRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  const kinds = COST_KINDS.flatMap((kind): [CostKind, number][] =>
    rows.some(({ amounts }) => amounts[kind] !== undefined)
      ? [[kind, rounded(sum(({ amounts }) => amounts[kind] ?? 0))]]
      : [],
  );
  return {
    amounts: Object.fromEntries(kinds),
    total: rounded(sum(({ total }) => total)),
    distance_m: sum(({ distance_m }) => distance_m),
    litres_diesel: sum(({ litres_diesel }) => litres_diesel),
    litres_petrol: sum(({ litres_petrol }) => litres_petrol),
    energy_kwh: sum(({ energy_kwh }) => energy_kwh),
  };
}

/** Costs, distance and CO2 by month, vehicle, type or depot. */
export class CostFiguresService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 400 for months in the wrong sequence, or more than 24 */
  async figures(viewer: Viewer, query: Query): Promise<Figures> {
    const rows = await this.db.asViewer(viewer, (trx) => this.#rows(trx, viewer, query));
    const { limit, offset } = pageOf(query);
    // The months of vehicles of several depots would count twice in a sum of depots.
    const whole =
      query.by === 'depot'
        ? await this.db.asViewer(viewer, (trx) =>
            this.#rows(trx, viewer, { ...query, by: 'month', search: '' }),
          )
        : rows;
    return {
      count: rows.length,
      results: rows
        .slice(offset, offset + limit)
        .map(({ key, name, ...row }) => ({ key, name, ...sumsOf(row) })),
      totals: sumsOf(totalOf(whole)),
    };
  }

  /** @throws HttpError as {@link figures} */
  file(viewer: Viewer, query: QueryOf<Calls['exportFigures']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      const rows = await this.#rows(trx, viewer, query);
      return tableFile(trx, viewer, query.format, {
        title: 'costs.figures',
        stem: 'cost-figures',
        rows: rows.map((row) => ({ ...row, ...sumsOf(row) })),
        columns: (display) => figureColumns(query.by, (key) => wordsOf(display, key)),
      });
    });
  }

  /**
   * The records behind a figure; their amounts add up to it.
   *
   * @throws HttpError as {@link figures}
   */
  records(viewer: Viewer, query: QueryOf<Calls['records']>): Promise<AnswerOf<Calls['records']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const filter = { ...query, ...(await rangeOf(trx, viewer, query)) };
      const { count, rows, total } = await costRecordPage(trx, viewer, filter, pageOf(query));
      return {
        count,
        total,
        results: rows.map(({ record_id: id, registration, vehicle_id, ...row }) => ({
          ...row,
          id,
          vehicle: { id: vehicle_id, registration },
        })),
      };
    });
  }

  /** @throws HttpError as {@link figures}; 400 if there are more rows than a file may have */
  recordFile(viewer: Viewer, query: QueryOf<Calls['exportRecords']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      const filter = { ...query, ...(await rangeOf(trx, viewer, query)) };
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await costRecordPage(trx, viewer, filter, page);
      return tableFile(trx, viewer, query.format, {
        title: 'costs.records',
        stem: 'cost-records',
        rows,
        columns: (display) => recordColumns((key) => wordsOf(display, key)),
      });
    });
  }

  async #rows(trx: Transaction, viewer: Viewer, query: Query): Promise<readonly FigureRow[]> {
    const range = await rangeOf(trx, viewer, query);
    const found = await costFigures(trx, viewer, { ...query, ...range });
    const page = pageOf(query);
    const search = page.search.toLowerCase();
    const rows = found.filter(({ name }) => name.toLowerCase().includes(search));
    if (page.orderBy === 'total') rows.sort((a, b) => a.total - b.total);
    return page.descending ? rows.reverse() : rows;
  }
}
