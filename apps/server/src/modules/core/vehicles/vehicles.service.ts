import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { isAdministrator, TRAILER_KINDS } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { notFound, orNotFound } from '../../../platform/errors.ts';
import { type Page, pageOf } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import type { ReportFile } from '../../../platform/tables/index.ts';
import { listFile, wordsOf } from '../../../platform/tables/index.ts';
import { refusingTaken } from '../customers/index.ts';
import { checkVisibleDepot } from '../fleet/index.ts';
import type { VehicleHooks } from './vehicle-hooks.ts';
import { toVehicle, type Vehicle } from './vehicle-json.ts';
import { vehicleColumns } from './vehicles.columns.ts';
import {
  fittingsOfVehicle,
  type VehicleFilter,
  vehicleIsVisible,
  vehiclePage,
  vehiclesByIds,
} from './vehicles.repository.ts';
import { refuseRegistration } from './vehicles-checks.ts';
import {
  archiveVehicles,
  changeManyVehicles,
  changeVehicle,
  createVehicle,
  type Written,
} from './vehicles-save.ts';

type Calls = typeof contract.vehicles;
type ListQuery = Pick<QueryOf<Calls['list']>, 'archived' | 'depot' | 'type'> & {
  readonly kind?: VehicleFilter['kind'] | undefined;
};

async function filterOf(
  trx: Transaction,
  viewer: Viewer,
  { archived, depot, type, kind }: ListQuery,
): Promise<VehicleFilter> {
  if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
  return { isArchived: archived, depotId: depot ?? null, type: type ?? null, kind: kind ?? null };
}

/** Archives the saved vehicle if its form sets it to inactive. */
async function asActive(
  trx: Transaction,
  viewer: Viewer,
  { is_active: isActive }: Pick<BodyOf<Calls['create']>, 'is_active'>,
  written: Written,
): Promise<Written> {
  if (isActive) return written;
  const { id } = written.vehicle;
  const moved = written.moved + (await archiveVehicles(trx, viewer, [id], true));
  const row = orNotFound((await vehiclesByIds(trx, viewer, [id]))[0]);
  return { vehicle: toVehicle(row), moved };
}

/** Administration of vehicles (area O; ). */
export class VehiclesService {
  constructor(
    private readonly services: Pick<Services, 'db' | 'bus'>,
    private readonly hooks: VehicleHooks,
  ) {}

  async #page(viewer: Viewer, page: Page, query: ListQuery): Promise<AnswerOf<Calls['list']>> {
    const { count, isLimit, rows } = await this.services.db.asViewer(viewer, async (trx) =>
      vehiclePage(trx, viewer, page, await filterOf(trx, viewer, query)),
    );
    return {
      count,
      count_is_limit: isLimit,
      results: rows.map(toVehicle),
    };
  }

  /**
   *
   * @throws HttpError 404 for a depot that is not visible
   */
  list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    return this.#page(viewer, pageOf(query), query);
  }

  /** A page of the visible vehicles, or only of the trailers among them. */
  visible(
    viewer: Viewer,
    query: Parameters<typeof pageOf>[0] & { readonly trailers?: boolean },
  ): Promise<AnswerOf<Calls['inSight']>> {
    const kind = query.trailers === true ? TRAILER_KINDS : null;
    return this.#page(viewer, pageOf(query), { archived: false, kind });
  }

  /**
   * The list as a file.
   *
   * @throws HttpError 400 if there are more rows than a file may have, 404 for an invisible depot
   */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const filter = await filterOf(trx, viewer, query);
      return listFile(trx, viewer, pageOf({ ...query, page: 1, pageSize: 1 }), query.format, {
        title: 'administration.list.vehicles',
        stem: 'vehicles',
        columns: (display) => vehicleColumns((key) => wordsOf(display, key)),
        rows: async (page) => (await vehiclePage(trx, viewer, page, filter)).rows.map(toVehicle),
      });
    });
  }

  /** @throws HttpError 404 for a vehicle that is unknown or not visible */
  read(viewer: Viewer, id: number): Promise<Vehicle> {
    return this.services.db.asViewer(viewer, async (trx) => {
      if (!(await vehicleIsVisible(trx, viewer, id, isAdministrator(viewer)))) throw notFound();
      const row = orNotFound((await vehiclesByIds(trx, viewer, [id]))[0]);
      return toVehicle(row);
    });
  }

  /**
   * Creates a vehicle.
   *
   * @throws HttpError 400 with the invalid fields
   */
  async create(viewer: Viewer, body: BodyOf<Calls['create']>): Promise<Vehicle> {
    const work = this.services.db.asViewer(viewer, async (trx) =>
      asActive(trx, viewer, body, await createVehicle(trx, viewer, body, this.hooks)),
    );
    const { vehicle, moved } = await refusingTaken(work, () => refuseRegistration(true));
    this.#announce(moved);
    return vehicle;
  }

  /**
   * Changes a vehicle.
   *
   * @throws HttpError 400 with the invalid fields, 404 for one that is archived or not visible
   */
  async change(viewer: Viewer, id: number, body: BodyOf<Calls['change']>): Promise<Vehicle> {
    const work = this.services.db.asViewer(viewer, async (trx) => {
      if (body.is_active) await archiveVehicles(trx, viewer, [id], false);
      return asActive(trx, viewer, body, await changeVehicle(trx, viewer, id, body, this.hooks));
    });
    const { vehicle, moved } = await refusingTaken(work, () => refuseRegistration(true));
    this.#announce(moved);
    this.#announceMovements(vehicle.customer);
    return vehicle;
  }

  /**
   * Sets the same fields on several vehicles.
   *
   * @throws HttpError 400 with the invalid fields, 404 if one is archived or not visible
   */
  async changeMany(viewer: Viewer, { ids, changes }: BodyOf<Calls['changeMany']>): Promise<void> {
    const { customerId } = await this.services.db.asViewer(viewer, (trx) =>
      changeManyVehicles(trx, viewer, ids, changes, this.hooks),
    );
    this.#announceMovements(customerId);
  }

  /**
   * Archives or restores vehicles; all or none.
   *
   * @throws HttpError 404 if one is not visible
   */
  async archive(viewer: Viewer, ids: readonly number[], isArchived: boolean): Promise<void> {
    const moved = await this.services.db.asViewer(viewer, (trx) =>
      archiveVehicles(trx, viewer, ids, isArchived),
    );
    this.#announce(moved);
  }

  /**
   * The devices that a vehicle had.
   *
   * @throws HttpError 404 for a vehicle that is unknown or not visible
   */
  fittings(viewer: Viewer, id: number): Promise<AnswerOf<Calls['fittings']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      if (!(await vehicleIsVisible(trx, viewer, id, true))) throw notFound();
      return (await fittingsOfVehicle(trx, id)).map((row) => ({
        tracker: row.tracker,
        number: row.number,
        fitted_at: row.fitted_at?.toISOString() ?? null,
        removed_at: row.removed_at?.toISOString() ?? null,
      }));
    });
  }

  /** Records a movement in the vehicle file of each vehicle that changed its depot. */
  #announceMovements(customerId: number): void {
    this.services.bus.publish('activities.changed', { customerId });
  }

  /** Notifies the gateways if devices moved. */
  #announce(moved: number): void {
    if (moved > 0) this.services.bus.publish('trackers.changed', { trackerId: null });
  }
}
