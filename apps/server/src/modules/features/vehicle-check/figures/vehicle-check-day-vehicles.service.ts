import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { visibleRegion } from '../../../core/depots/index.ts';
import { checkVisibleDepot } from '../../../core/fleet/index.ts';
import { type DayVehicleRow, dayVehicles } from './vehicle-check-day-vehicles.repository.ts';
import type { Depots } from './vehicle-check-figures.repository.ts';
import { daysTo } from './vehicle-check-figures-range.ts';
import { type CheckPlace, checkPlaces } from './vehicle-check-places.repository.ts';

type Calls = typeof contract.vehicleCheck;
type Query = QueryOf<Calls['dayVehicles']>;
type Answer = AnswerOf<Calls['dayVehicles']>;

function placesOf({ depot, region }: Query): Depots {
  if (depot !== undefined) return { depotId: depot };
  return region === undefined ? { all: true } : { regionId: region };
}

function reportOf(
  { done_at: doneAt, report_id: id }: DayVehicleRow,
  places: ReadonlyMap<number, CheckPlace>,
): Answer['results'][number]['report'] {
  const place = id === null ? undefined : places.get(id);
  return place === undefined || doneAt === null
    ? null
    : { ...place, date: toApiDateTime(doneAt.getTime()) };
}

const toRow = (
  row: DayVehicleRow,
  places: ReadonlyMap<number, CheckPlace>,
): Answer['results'][number] => ({
  vehicle: { id: row.vehicle_id, registration: row.registration, type: row.type },
  checks: row.checks,
  report: reportOf(row, places),
  is_used: row.used,
  is_off_road: row.off_road,
  open_damages: row.open_damages,
  defects_open: row.defects_open,
  defects_overdue: row.defects_overdue,
});

/** The vehicles behind the figures of a day. */
export class DayVehiclesService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a region or depot that is not visible, 400 for an impossible year */
  list(viewer: Viewer, query: Query): Promise<Answer> {
    const { end: day } = daysTo(query.day);
    return this.db.asViewer(viewer, async (trx) => {
      if (query.region !== undefined) await visibleRegion(trx, viewer, query.region);
      if (query.depot !== undefined) await checkVisibleDepot(trx, viewer, query.depot);
      const filter = { day, state: query.state ?? null };
      const { rows, totals } = await dayVehicles(
        trx,
        viewer,
        placesOf(query),
        filter,
        pageOf(query),
      );
      const { count, ...sums } = totals;
      const ids = rows.flatMap(({ report_id: id }) => id ?? []);
      const places = await checkPlaces(trx, viewer, ids);
      return { day, count, sums, results: rows.map((row) => toRow(row, places)) };
    });
  }
}
