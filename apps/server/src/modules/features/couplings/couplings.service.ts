import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { MAX_TRAILERS } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { conflict, fieldConflict, orNotFound, wrongField } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { recordRow, recordRows } from '../../../platform/resource.ts';
import { type ReportFile, tableFile, wholePage, wordsOf } from '../../../platform/tables/index.ts';
import { authorOf } from '../../core/activity-trail/index.ts';
import { checkVisibleDepot, visibleDriver, visibleVehicle } from '../../core/fleet/index.ts';
import { couplingColumns } from './couplings.columns.ts';
import {
  type CoupledAsset,
  type CouplingRow,
  couplingsAfter,
  couplingsById,
  deleteCouplings,
  endCouplings,
  insertCoupling,
  updateCoupling,
  visibleAssets,
  visibleCoupling,
} from './couplings.repository.ts';
import { dismissFinding } from './couplings-dismissals.repository.ts';
import { type Coupling, described, toCoupling } from './couplings-json.ts';
import { type CouplingFilter, couplingPage } from './couplings-list.repository.ts';
import { checkEnds, refusingOverlap } from './couplings-refusals.ts';
import { searchesOf } from './finding/couplings-searches.repository.ts';

type Calls = typeof contract.couplings;
type Ends = Pick<BodyOf<Calls['couple']>, 'coupled_at' | 'driver' | 'trailer' | 'vehicle'> & {
  readonly uncoupled_at: string | null;
};

/** Tolerance for a client clock that runs ahead of the server's. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** @throws HttpError 400 for a time in the future, or an end that is not after the start */
function checkTimes(coupledAt: string, uncoupledAt: string | null, nowMs = Date.now()): void {
  const latestMs = nowMs + CLOCK_TOLERANCE_MS;
  if (Date.parse(coupledAt) > latestMs) throw wrongField('coupled_at', 'validation.time_in_future');
  if (uncoupledAt === null) return;
  if (Date.parse(uncoupledAt) > latestMs) {
    throw wrongField('uncoupled_at', 'validation.time_in_future');
  }
  if (Date.parse(uncoupledAt) <= Date.parse(coupledAt)) {
    throw wrongField('uncoupled_at', 'validation.end_not_after_start');
  }
}

/** Couplings of trailers that people record, and their history. */
export class CouplingsService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a vehicle, trailer or depot that is not visible */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    return this.db.asViewer(viewer, async (trx) => {
      await this.#check(trx, viewer, query);
      const { count, isLimit, rows } = await couplingPage(trx, viewer, query, pageOf(query));
      return {
        count,
        count_is_limit: isLimit,
        results: rows.map(toCoupling),
        searching: await searchesOf(trx, viewer),
      };
    });
  }

  /** @throws HttpError 400 if there are more rows than a file may have, 404 as {@link list} */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      await this.#check(trx, viewer, query);
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await couplingPage(trx, viewer, query, page);
      return tableFile(trx, viewer, query.format, {
        title: 'couplings.title',
        stem: 'couplings',
        rows,
        columns: (display) => couplingColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Coupling> {
    return this.db.asViewer(viewer, async (trx) =>
      toCoupling(await this.#visible(trx, viewer, id)),
    );
  }

  /**
   * Couples a trailer.
   *
   * @throws HttpError 400 for kinds or times that do not fit, 404 for a vehicle, trailer or driver that is
   *   not visible, 409 for a trailer or place that is coupled at that time
   */
  couple(viewer: Viewer, body: BodyOf<Calls['couple']>): Promise<Coupling> {
    checkTimes(body.coupled_at, body.uncoupled_at);
    const work = this.db.asViewer(viewer, async (trx) => {
      const { vehicle } = await this.#ends(trx, viewer, body);
      const at = new Date(body.coupled_at);
      const others = await couplingsAfter(trx, body.vehicle, [body.trailer], at);
      const earlier = others.filter(
        (one) =>
          one.trailer_id === body.trailer && one.uncoupled_at === null && one.coupled_at < at,
      );
      if (body.replaces) await this.#end(trx, viewer, earlier, at);
      const taken = others.filter(
        (one) =>
          one.vehicle_id === body.vehicle &&
          !(body.replaces && earlier.includes(one)) &&
          (body.uncoupled_at === null || one.coupled_at < new Date(body.uncoupled_at)),
      );
      const author = await authorOf(trx, viewer);
      const id = await insertCoupling(
        trx,
        {
          customerId: vehicle.customer_id,
          source: 'hand',
          authorId: author.userId,
          author: author.name,
        },
        {
          vehicleId: body.vehicle,
          trailerId: body.trailer,
          position: body.position ?? freePlace(taken),
          coupledAt: at,
          uncoupledAt: body.uncoupled_at === null ? null : new Date(body.uncoupled_at),
          driverId: body.driver,
          note: body.note,
        },
      );
      const made = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, null, made);
      return toCoupling(made);
    });
    return refusingOverlap(work);
  }

  /** @throws HttpError as {@link couple}; 409 also if somebody else has changed it since */
  change(viewer: Viewer, id: number, body: BodyOf<Calls['change']>): Promise<Coupling> {
    checkTimes(body.coupled_at, body.uncoupled_at);
    const work = this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      await this.#ends(trx, viewer, body, before.driver_id);
      const isChanged = await updateCoupling(trx, id, body.version, {
        vehicleId: body.vehicle,
        trailerId: body.trailer,
        position: body.position,
        coupledAt: new Date(body.coupled_at),
        uncoupledAt: body.uncoupled_at === null ? null : new Date(body.uncoupled_at),
        driverId: body.driver,
        note: body.note,
      });
      if (!isChanged) throw conflict('request.changed_meanwhile');
      const after = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return toCoupling(after);
    });
    return refusingOverlap(work);
  }

  /** @throws HttpError 400 for a time that does not fit, 404 if it is not visible, 409 if it has ended */
  uncouple(viewer: Viewer, id: number, body: BodyOf<Calls['uncouple']>): Promise<Coupling> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      if (before.uncoupled_at !== null) throw conflict('coupling.ended');
      checkTimes(before.coupled_at.toISOString(), body.uncoupled_at);
      await this.#end(trx, viewer, [before], new Date(body.uncoupled_at));
      return toCoupling(await this.#visible(trx, viewer, id));
    });
  }

  /** @throws HttpError 404 if it is not visible */
  remove(viewer: Viewer, id: number): Promise<void> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      await dismissFinding(trx, before);
      await deleteCouplings(trx, [id]);
      await recordRow(trx, viewer, described, before, null);
    });
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<CouplingRow> {
    return orNotFound(await visibleCoupling(trx, viewer, id));
  }

  async #end(
    trx: Transaction,
    viewer: Viewer,
    rows: readonly CouplingRow[],
    at: Date,
  ): Promise<void> {
    const ids = rows.map(({ id }) => id);
    await endCouplings(trx, ids, at);
    const ended = new Map((await couplingsById(trx, ids)).map((row) => [row.id, row]));
    const changes = rows.map((before) => ({ before, after: ended.get(before.id) ?? null }));
    await recordRows(trx, viewer, described, changes);
  }

  /** @param keptDriver the driver of the stored coupling, who stays whether visible or not */
  async #ends(
    trx: Transaction,
    viewer: Viewer,
    { driver, trailer: trailerId, vehicle: vehicleId }: Ends,
    keptDriver: number | null = null,
  ): Promise<{ vehicle: CoupledAsset; trailer: CoupledAsset }> {
    const found = await visibleAssets(trx, viewer, [vehicleId, trailerId]);
    const vehicle = orNotFound(found.find(({ id }) => id === vehicleId));
    const trailer = orNotFound(found.find(({ id }) => id === trailerId));
    checkEnds(vehicle, trailer);
    if (driver !== null && driver !== keptDriver) await visibleDriver(trx, viewer, driver);
    return { vehicle, trailer };
  }

  async #check(
    trx: Transaction,
    viewer: Viewer,
    { asset, depot, trailer, vehicle }: CouplingFilter,
  ): Promise<void> {
    for (const id of [asset, trailer, vehicle]) {
      if (id !== undefined) await visibleVehicle(trx, viewer, id);
    }
    if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
  }
}

/** @throws HttpError 409 if every place behind the vehicle is taken */
function freePlace(taken: readonly CouplingRow[]): number {
  const places = Array.from({ length: MAX_TRAILERS }, (_, n) => n + 1);
  const free = places.find((place) => taken.every(({ position }) => position !== place));
  if (free === undefined) throw fieldConflict('vehicle', 'coupling.no_place');
  return free;
}
