import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { orNotFound } from '../../../../platform/errors.ts';
import { visibleRegion } from '../../../core/depots/index.ts';
import {
  type DayRow,
  daySums,
  depotsOf,
  type StandingRow,
  standing,
  standingByDepot,
  vehicleDays,
  vehicleStanding,
} from './vehicle-check-figures.repository.ts';
import { type DayRange, daysAsked, daysOfRange, daysTo } from './vehicle-check-figures-range.ts';
import { figuresOf } from './vehicle-check-figures-sums.ts';

type Calls = typeof contract.vehicleCheck;
type Place = { readonly id: number; readonly name: string };

const NOTHING: StandingRow = {
  vehicles: 0,
  off_road: 0,
  checked: 0,
  missing: 0,
  open_damages: 0,
  defects_open: 0,
  defects_overdue: 0,
};

const placeFigures = (
  { id, name }: Place,
  rows: readonly DayRow[],
  range: DayRange,
  now: StandingRow,
) => ({
  id,
  name,
  vehicles: now.vehicles,
  checked_today: now.checked,
  missing_checks: now.missing,
  off_road: now.off_road,
  ...figuresOf(rows, range, now),
});

/** Figures of regions, depots and vehicles (R-070 to R-072; L-09). */
export class FiguresService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a region that is unknown or not visible */
  regionDepots(
    viewer: Viewer,
    id: number,
    query: QueryOf<Calls['regionDepots']>,
  ): Promise<AnswerOf<Calls['regionDepots']>> {
    const range = daysTo(query.date);
    return this.db.asViewer(viewer, async (trx) => {
      const { name } = await visibleRegion(trx, viewer, id);
      const of = { regionId: id };
      const depots = await depotsOf(trx, viewer, of);
      const now = await standingByDepot(trx, viewer, of, range.end);
      const sums = await daySums(
        trx,
        depots.map((depot) => depot.id),
        range,
      );
      return {
        region: { id, name },
        depots: depots.map((depot) => {
          const rows = sums.filter((row) => row.depot_id === depot.id);
          return placeFigures(depot, rows, range, now.get(depot.id) ?? NOTHING);
        }),
      };
    });
  }

  /** @throws HttpError 404 for a region that is unknown or not visible */
  region(
    viewer: Viewer,
    id: number,
    query: QueryOf<Calls['regionFigures']>,
  ): Promise<AnswerOf<Calls['regionFigures']>> {
    const range = daysTo(query.date);
    return this.db.asViewer(viewer, async (trx) => {
      const { name } = await visibleRegion(trx, viewer, id);
      const of = { regionId: id };
      const depots = await depotsOf(trx, viewer, of);
      const ids = depots.map((depot) => depot.id);
      const sums = await daySums(trx, ids, range);
      return placeFigures({ id, name }, sums, range, await standing(trx, viewer, of, range.end));
    });
  }

  /** The vehicles of all visible depots today, and their checks of the last 28 days. */
  fleet(viewer: Viewer) {
    const range = daysTo(undefined);
    return this.db.asViewer(viewer, async (trx) => {
      const of = { all: true } as const;
      const depots = await depotsOf(trx, viewer, of);
      const ids = depots.map((depot) => depot.id);
      const sums = await daySums(trx, ids, range);
      const { vehicles, checked, missing } = await standing(trx, viewer, of, range.end);
      const checks = daysOfRange(range).map((date) => ({
        date,
        checks: sums.reduce((sum, row) => sum + (row.day === date ? row.checks : 0), 0),
      }));
      return { vehicles, checked, missing, days: checks };
    });
  }

  /** @throws HttpError 404 for a depot that is unknown or not visible, 400 for an invalid range */
  depot(
    viewer: Viewer,
    id: number,
    query: QueryOf<Calls['depotFigures']>,
  ): Promise<AnswerOf<Calls['depotFigures']>> {
    const range = daysAsked(query);
    return this.db.asViewer(viewer, async (trx) => {
      const of = { depotId: id };
      const depot = orNotFound((await depotsOf(trx, viewer, of))[0]);
      const sums = await daySums(trx, [id], range);
      return placeFigures(depot, sums, range, await standing(trx, viewer, of, range.end));
    });
  }

  /**
   * @throws HttpError 404 for a vehicle that is unknown or not visible, 400 for an invalid range
   */
  vehicle(
    viewer: Viewer,
    id: number,
    query: QueryOf<Calls['vehicleFigures']>,
  ): Promise<AnswerOf<Calls['vehicleFigures']>> {
    const range = daysAsked(query);
    return this.db.asViewer(viewer, async (trx) => {
      const now = orNotFound(await vehicleStanding(trx, viewer, id, range.end));
      const { registration, type, last_check: lastCheck } = now;
      return {
        vehicle: { id, registration, type },
        is_off_road: now.off_road > 0,
        last_check: lastCheck === null ? null : toApiDateTime(lastCheck.getTime()),
        ...figuresOf(await vehicleDays(trx, id, range), range, now),
      };
    });
  }
}
