import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { co2OfTrip, co2OfTrips, toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { type Page, pageOf } from '../../../../platform/paging.ts';
import {
  type ReportFile,
  tableFile,
  wholePage,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import { rangeOf } from '../figures/costs-figures-range.ts';
import { co2Columns, co2TripColumns } from './costs-co2.columns.ts';
import { type Co2Row, type Co2TripRow, co2Rows, co2TripPage } from './costs-co2.repository.ts';

type Calls = typeof contract.costCo2;
type Query = QueryOf<Calls['figures']>;
type Figures = AnswerOf<Calls['figures']>;
type Figure = Figures['results'][number];
type Trip = AnswerOf<Calls['trips']>['results'][number];

const rounded = (value: number) => Math.round(value * 100) / 100;

/** The groups in which the trips of a vehicle and month count. */
function groupsOf(row: Co2Row, by: Query['by']): readonly Pick<Figure, 'key' | 'name'>[] {
  if (by === 'depot') return row.depots.map(({ id, name }) => ({ key: String(id), name }));
  if (by === 'vehicle') return [{ key: String(row.vehicle_id), name: row.registration }];
  const key = by === 'month' ? row.month : row.type;
  return [{ key, name: key }];
}

type Sums = Figures['totals'];

function sumOf(rows: readonly Co2Row[]): Sums {
  const sums = { trips: 0, distance: 0, measured_kg: 0, estimated_kg: 0, unknown_trips: 0 };
  for (const row of rows) {
    const { estimatedKg, measuredKg, unknown } = co2OfTrips(
      {
        trips: row.trips,
        distanceM: row.distance_m,
        countedTrips: row.counted_trips,
        countedM: row.counted_m,
        countedL: row.counted_l,
      },
      row,
    );
    sums.trips += row.trips;
    sums.distance += row.distance_m;
    sums.measured_kg += measuredKg;
    sums.estimated_kg += estimatedKg;
    sums.unknown_trips += unknown;
  }
  return {
    ...sums,
    distance: Math.round(sums.distance),
    measured_kg: rounded(sums.measured_kg),
    estimated_kg: rounded(sums.estimated_kg),
    co2_kg: rounded(sums.measured_kg + sums.estimated_kg),
  };
}

/** The CO2 of the trips of one basis, or of all. */
function kgOf(sums: Sums, basis: QueryOf<Calls['trips']>['basis']): number {
  if (basis === undefined) return sums.co2_kg;
  return basis === 'unknown' ? 0 : sums[`${basis}_kg`];
}

function figuresOf(rows: readonly Co2Row[], by: Query['by'], page: Page): Figure[] {
  const groups = new Map<string, { readonly name: string; readonly rows: Co2Row[] }>();
  for (const row of rows) {
    for (const { key, name } of groupsOf(row, by)) {
      const group = groups.get(key) ?? { name, rows: [] };
      group.rows.push(row);
      groups.set(key, group);
    }
  }
  const search = page.search.toLowerCase();
  const figures = [...groups]
    .map(([key, group]) => ({ key, name: group.name, ...sumOf(group.rows) }))
    .filter(({ name }) => name.toLowerCase().includes(search));
  const column = page.orderBy === 'co2_kg' || page.orderBy === 'distance' ? page.orderBy : null;
  figures.sort((a, b) =>
    column === null
      ? a.name.localeCompare(b.name) || a.key.localeCompare(b.key)
      : a[column] - b[column],
  );
  return page.descending ? figures.reverse() : figures;
}

function toTrip(row: Co2TripRow): Trip {
  const { isEstimate, kg } = co2OfTrip(
    { distanceM: row.distance_m, fuelUsedL: row.fuel_used_l },
    row,
  );
  return {
    id: row.id,
    vehicle: { id: row.vehicle_id, registration: row.registration },
    started_at: toApiDateTime(row.started_ms),
    ended_at: toApiDateTime(row.ended_ms),
    distance: Math.round(row.distance_m),
    fuel_used: row.fuel_used_l === null ? null : rounded(row.fuel_used_l),
    co2_kg: kg,
    basis: kg === null ? 'unknown' : isEstimate ? 'estimated' : 'measured',
  };
}

/** The CO2 of trips by month, vehicle, type or depot, and the trips behind a figure. */
export class CostCo2Service {
  constructor(private readonly db: Database) {}

  /**
   * @throws HttpError 400 for months in the wrong sequence, or more than 24; 404 for a vehicle that is not visible
   */
  figures(viewer: Viewer, query: Query): Promise<Figures> {
    return this.db.asViewer(viewer, async (trx) => {
      const rows = await this.#rows(trx, viewer, query);
      const page = pageOf(query);
      const figures = figuresOf(rows, query.by, page);
      return {
        count: figures.length,
        results: figures.slice(page.offset, page.offset + page.limit),
        totals: sumOf(rows),
      };
    });
  }

  /** @throws HttpError as {@link figures} */
  file(viewer: Viewer, query: QueryOf<Calls['exportFigures']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) =>
      tableFile(trx, viewer, query.format, {
        title: 'costs.co2',
        stem: 'co2',
        rows: figuresOf(await this.#rows(trx, viewer, query), query.by, pageOf(query)),
        columns: (display) => co2Columns(query.by, (key) => wordsOf(display, key)),
      }),
    );
  }

  /** @throws HttpError as {@link figures} */
  trips(viewer: Viewer, query: QueryOf<Calls['trips']>): Promise<AnswerOf<Calls['trips']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const filter = { ...query, ...(await rangeOf(trx, viewer, query)) };
      const { count, distanceM, rows } = await co2TripPage(trx, viewer, filter, pageOf(query));
      const sums = sumOf(await co2Rows(trx, viewer, filter));
      return {
        count,
        distance: Math.round(distanceM),
        co2_kg: kgOf(sums, query.basis),
        results: rows.map(toTrip),
      };
    });
  }

  /** @throws HttpError as {@link figures}; 400 if there are more rows than a file may have */
  tripFile(viewer: Viewer, query: QueryOf<Calls['exportTrips']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      const filter = { ...query, ...(await rangeOf(trx, viewer, query)) };
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await co2TripPage(trx, viewer, filter, page);
      return tableFile(trx, viewer, query.format, {
        title: 'costs.co2Trips',
        stem: 'co2-trips',
        rows: rows.map(toTrip),
        columns: (display) => co2TripColumns((key) => wordsOf(display, key)),
      });
    });
  }

  async #rows(trx: Transaction, viewer: Viewer, query: Query): Promise<readonly Co2Row[]> {
    return co2Rows(trx, viewer, { ...query, ...(await rangeOf(trx, viewer, query)) });
  }
}
