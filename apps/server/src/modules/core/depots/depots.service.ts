import type { AnswerOf, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { allOf, archiveRows, recordRow, recordRows } from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import type { ReportFile } from '../../../platform/tables/index.ts';
import { listFile } from '../../../platform/tables/index.ts';
import { customerFor, refusingTaken, throwIfInvalid } from '../customers/index.ts';
import type { VehicleHooks } from '../vehicles/index.ts';
import { groupColumns } from './depots.columns.ts';
import {
  archiveGroups,
  type GroupRow,
  groupPage,
  insertGroup,
  keptGroups,
  lockGroups,
  moveDepots,
  vehiclesOfDepot,
  writeDepot,
  writeRegion,
} from './depots.repository.ts';
import { checkGroup, once, refuseName } from './depots-checks.ts';
import {
  isRegion,
  knownGroups,
  nameIsTaken,
  peopleOfRegions,
  regionsAmong,
} from './depots-known.repository.ts';
import {
  type Calls,
  described,
  describedWhole,
  filterOf,
  formOf,
  refuseInvisibleRegion,
  refuseWithoutAll,
  regionsOf,
  regionsOfDepots,
} from './depots-rules.ts';
import { depotsWithVehicles } from './details/index.ts';
import { type GroupBody, type VehicleGroup, visibleGroup } from './group-json.ts';

/** Regions and depots (O-18, O-P05; ). */
export class DepotsService {
  constructor(
    private readonly services: Pick<Services, 'db' | 'bus'>,
    private readonly hooks: VehicleHooks,
  ) {}

  /**
   * A page of the depots or regions that an administrator manages.
   *
   * @throws HttpError 404 for a region that is not visible
   */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await refuseInvisibleRegion(trx, viewer, query);
      const { count, isLimit, rows } = await groupPage(trx, viewer, pageOf(query), filterOf(query));
      const page = { count, count_is_limit: isLimit };
      if (query.brief) return { ...page, results: rows };
      const ids = rows.flatMap(({ id, is_region: isRegion }) => (isRegion ? [] : [id]));
      const whole = new Map(
        (await depotsWithVehicles(trx, viewer, ids)).map(({ id, address, vehicles }) => [
          id,
          { address, vehicles },
        ]),
      );
      const none = { address: null, vehicles: [] };
      return { ...page, results: rows.map((row) => ({ ...row, ...(whole.get(row.id) ?? none) })) };
    });
  }

  /**
   * The same list as a file.
   *
   * @throws HttpError 400 if there are more rows than a file may have, 404 as {@link list}
   */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    const filter = filterOf(query);
    return this.services.db.asViewer(viewer, async (trx) => {
      await refuseInvisibleRegion(trx, viewer, query);
      return listFile(trx, viewer, pageOf(query), query.format, {
        title: filter.isRegion ? 'administration.list.regions' : 'administration.list.depots',
        stem: filter.isRegion ? 'regions' : 'depots',
        columns: groupColumns(filter.isRegion),
        rows: async (page) => (await groupPage(trx, viewer, page, filter)).rows,
      });
    });
  }

  /** @throws HttpError 404 if unknown or not visible */
  read(viewer: Viewer, id: number): Promise<VehicleGroup> {
    return this.services.db.asViewer(viewer, async (trx) =>
      visibleGroup(trx, viewer, await isRegion(trx, id), id),
    );
  }

  /** A depot or region as its form shows it. @throws HttpError as {@link read} */
  async form(viewer: Viewer, id: number): Promise<GroupBody> {
    return formOf(await this.read(viewer, id));
  }

  /**
   * Creates a depot or region.
   *
   * @throws HttpError 400 for fields that refer to another customer's records, 409 for a name that is
   *   taken, 403 for an administrator of some depots only
   */
  async create(viewer: Viewer, body: GroupBody): Promise<VehicleGroup> {
    refuseWithoutAll(viewer);
    const work = this.services.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, body.customer);
      await checkGroup(trx, viewer, body, { customerId, id: null, regionId: null });
      const moved = await regionsOfDepots(trx, viewer, body);
      const id = await insertGroup(trx, body.is_region, customerId, body.name);
      await this.#write(trx, viewer, id, customerId, body);
      const group = await visibleGroup(trx, viewer, body.is_region, id);
      await recordRow(trx, viewer, describedWhole, null, group);
      const people = await peopleOfRegions(trx, [...regionsOf(group), ...moved]);
      return { group, people };
    });
    const { group, people } = await refusingTaken(work, () => refuseName(body.is_region));
    this.#announce(people);
    this.services.bus.publish('activities.changed', { customerId: group.customer });
    return group;
  }

  /**
   * Changes a depot or region; the lists of the form replace the stored lists.
   *
   * @throws HttpError as {@link create}; 404 if unknown or not visible
   */
  async change(viewer: Viewer, id: number, body: GroupBody): Promise<VehicleGroup> {
    if (body.is_region) refuseWithoutAll(viewer);
    const work = this.services.db.asViewer(viewer, async (trx) => {
      if ((await isRegion(trx, id)) !== body.is_region) {
        throwIfInvalid({ is_region: ['depot.kind_fixed'] });
      }
      await lockGroups(trx, body.is_region, [id]);
      const before = await visibleGroup(trx, viewer, body.is_region, id);
      const { customer: customerId } = before;
      if (body.customer !== undefined && body.customer !== customerId) {
        throwIfInvalid({ customer: ['depot.customer_fixed'] });
      }
      await checkGroup(trx, viewer, body, { customerId, id, regionId: before.region?.id ?? null });
      const moved = await regionsOfDepots(trx, viewer, body);
      await this.#write(trx, viewer, id, customerId, body);
      const after = await visibleGroup(trx, viewer, body.is_region, id);
      await recordRow(trx, viewer, describedWhole, before, after);
      const isMoved = body.is_region || before.region?.id !== after.region?.id;
      const regions = isMoved ? [...regionsOf(before), ...regionsOf(after), ...moved] : [];
      return { group: after, people: await peopleOfRegions(trx, regions) };
    });
    const { group, people } = await refusingTaken(work, () => refuseName(body.is_region));
    this.#announce(people);
    this.services.bus.publish('activities.changed', { customerId: group.customer });
    return group;
  }

  /**
   * Archives or restores depots or regions; all or none.
   *
   * @throws HttpError 404 if one is not visible, 409 for a depot with vehicles, a region with depots,
   *   and for a name that is in use again
   */
  async archive(
    viewer: Viewer,
    ids: readonly number[],
    isArchived: boolean,
  ): Promise<{ changed: number }> {
    refuseWithoutAll(viewer);
    const wanted = once(ids);
    return this.services.db.asViewer(viewer, async (trx) => {
      const regions = await regionsAmong(trx, wanted);
      const depots = wanted.filter((id) => !regions.includes(id));
      const changed =
        (await this.#archive(trx, viewer, regions, isArchived, true)) +
        (await this.#archive(trx, viewer, depots, isArchived, false));
      return { changed };
    });
  }

  /** Archives depots or regions. Returns their number. */
  async #archive(
    trx: Transaction,
    viewer: Viewer,
    wanted: readonly number[],
    isArchived: boolean,
    areRegions: boolean,
  ): Promise<number> {
    if (wanted.length === 0) return 0;
    const rows = await allOf(wanted, async (known) => {
      await lockGroups(trx, areRegions, known);
      return keptGroups(trx, viewer, areRegions, known);
    });
    return archiveRows(trx, viewer, described, rows, isArchived, async (concerned) => {
      for (const { id, name, customer, vehicle_count, vehicle_groups } of concerned) {
        if (isArchived && areRegions && vehicle_groups.length > 0) {
          throw conflict({ code: 'region.has_depots', params: { name } });
        }
        if (isArchived && !areRegions && vehicle_count > 0) {
          throw conflict({ code: 'depot.has_vehicles', params: { name } });
        }
        if (!isArchived && (await nameIsTaken(trx, areRegions, customer, name, id))) {
          refuseName(areRegions);
        }
        // One at a time: two of one name cannot both be restored.
        await refusingTaken(archiveGroups(trx, areRegions, [id], isArchived), () =>
          refuseName(areRegions),
        );
      }
    });
  }

  /**
   * Moves depots to another region, all or none.
   *
   * @throws HttpError 400 for a region of another customer, 404 if a depot is not visible
   */
  async move(
    viewer: Viewer,
    ids: readonly number[],
    regionId: number | null,
  ): Promise<{ changed: number }> {
    refuseWithoutAll(viewer);
    const wanted = once(ids);
    const { changed, people } = await this.services.db.asViewer(viewer, async (trx) => {
      const rows = await allOf(wanted, async (known) => {
        await lockGroups(trx, false, known);
        return keptGroups(trx, viewer, false, known);
      });
      for (const customerId of new Set(rows.map(({ customer }) => customer))) {
        if (regionId === null) continue;
        if ((await knownGroups(trx, viewer, true, customerId, [regionId])) === 0) {
          throwIfInvalid({ region: ['region.unknown'] });
        }
      }
      await moveDepots(trx, wanted, regionId);
      const moved = await keptGroups(trx, viewer, false, wanted);
      const regionOf = (row: GroupRow) => ({
        ...described(row),
        facts: { region: row.region?.name ?? null },
      });
      const pairs = moved.map((after, n) => ({ before: rows[n] ?? after, after }));
      await recordRows(trx, viewer, regionOf, pairs);
      const regions = [...rows, ...moved].flatMap(regionsOf);
      return {
        changed: moved.filter((after, n) => after.region?.id !== rows[n]?.region?.id).length,
        people: await peopleOfRegions(trx, regions),
      };
    });
    this.#announce(people);
    return { changed };
  }

  async #write(
    trx: Transaction,
    viewer: Viewer,
    id: number,
    customerId: number,
    body: GroupBody,
  ): Promise<void> {
    if (body.is_region) return writeRegion(trx, id, body.name, once(body.vehicle_groups));
    const { id: _, ...address } = body.address ?? { id: 0 };
    const vehicleIds = once(body.vehicles);
    const concerned = once([...(await vehiclesOfDepot(trx, id)), ...vehicleIds]);
    await this.hooks.recordMovements(trx, viewer, concerned, () =>
      writeDepot(trx, viewer, id, {
        customerId,
        name: body.name,
        regionId: body.region,
        address: body.address === null ? null : (address as Omit<typeof body.address, 'id'>),
        vehicleIds,
        scheduleTypeIds: once(body.schedule_types),
      }),
    );
    await this.hooks.followDepotSchedules(trx, viewer, id);
  }

  /** The scope of these people has changed: their open connections check it again. */
  #announce(people: readonly number[]): void {
    for (const userId of people) this.services.bus.publish('users.changed', { userId });
  }
}
