import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  type ReportFile,
  tableFile,
  wholePage,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import { authorOf } from '../../../core/activity-trail/index.ts';
import { lockDrivers } from '../../../core/drivers/index.ts';
import { checkVisibleDepot } from '../../../core/fleet/index.ts';
import { visibleAssets } from '../../couplings/index.ts';
import type { ShiftFacts } from '../checks/driver-planning-checks.repository.ts';
import { findingsBefore, findingsOf, refreshLevels } from '../checks/driver-planning-checks.ts';
import { customerOfVisible } from '../driver-planning.repository.ts';
import { daysRange, planZone } from '../driver-planning-days.ts';
import {
  checkAssets,
  checkTimes,
  refuseFindings,
  refusingClash,
} from '../driver-planning-refusals.ts';
import { shiftColumns } from './driver-planning-shifts.columns.ts';
import {
  deleteShift,
  insertShift,
  type ShiftRow,
  type ShiftValues,
  shiftPage,
  updateShift,
  visibleShifts,
} from './driver-planning-shifts.repository.ts';
import {
  type CheckedShift,
  describedShift,
  toFindings,
  toShift,
} from './driver-planning-shifts-json.ts';
import { notifyOfShifts, type ShiftChange } from './driver-planning-shifts-notice.ts';

type Calls = typeof contract.driverPlanning;
type Fields = Omit<BodyOf<Calls['check']>, 'replaces'>;

const factsOf = (body: Fields, id: number, customerId: number): ShiftFacts => ({
  id,
  customerId,
  driverId: body.driver,
  vehicleId: body.vehicle,
  trailerId: body.trailer,
  startMs: Date.parse(body.start),
  endMs: Date.parse(body.end),
  drivingMs: body.driving === null ? null : body.driving * 1000,
});

const valuesOf = (body: Fields & { readonly reason: string }): ShiftValues => ({
  driver_id: body.driver,
  vehicle_id: body.vehicle,
  trailer_id: body.trailer,
  depot_id: body.depot,
  starts_at: new Date(body.start),
  ends_at: new Date(body.end),
  driving_s: body.driving,
  note: body.note,
  reason: body.reason,
});

/** What a check reads of a stored shift. */
export const factsOfRow = (row: ShiftRow): ShiftFacts => ({
  id: row.id,
  customerId: row.customer_id,
  driverId: row.driver_id,
  vehicleId: row.vehicle_id,
  trailerId: row.trailer_id,
  startMs: row.starts_at.getTime(),
  endMs: row.ends_at.getTime(),
  drivingMs: row.driving_s === null ? null : row.driving_s * 1000,
});

/** Planned shifts, which are checked before they are stored. */
export class ShiftsService {
  private readonly db: Database;

  constructor(private readonly services: Pick<Services, 'config' | 'db'>) {
    this.db = services.db;
  }

  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      this.#page(trx, viewer, query, pageOf(query)),
    );
    return { count, results: rows.map(toShift) };
  }

  /** @throws HttpError 400 if there are more rows than a file may have */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await this.#page(trx, viewer, query, page);
      return tableFile(trx, viewer, query.format, {
        title: 'driverPlanning.title',
        stem: 'driver-planning',
        rows,
        columns: (display) => shiftColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number, nowMs = Date.now()): Promise<CheckedShift> {
    return this.db.asViewer(viewer, async (trx) =>
      this.#checked(trx, viewer, await this.#visible(trx, viewer, id), nowMs),
    );
  }

  /**
   * Checks a shift without storing it.
   *
   * @throws HttpError 400 for times or vehicles that do not fit, 404 for what is not visible
   */
  check(
    viewer: Viewer,
    { replaces, ...body }: BodyOf<Calls['check']>,
    nowMs = Date.now(),
  ): Promise<AnswerOf<Calls['check']>> {
    return this.db.asViewer(viewer, async (trx) => {
      if (replaces !== null) await this.#visible(trx, viewer, replaces);
      const customerId = await this.#fits(trx, viewer, body);
      const facts = factsOf(body, replaces ?? 0, customerId);
      return { findings: toFindings(viewer, await findingsBefore(trx, facts, nowMs)) };
    });
  }

  /**
   * Plans a shift.
   *
   * @throws HttpError as {@link check}; 409 at the field that clashes with another plan, 400 for a rule that it
   *   breaks without a reason
   */
  add(viewer: Viewer, body: BodyOf<Calls['add']>, nowMs = Date.now()): Promise<CheckedShift> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const customerId = await this.#fits(trx, viewer, body);
      await lockDrivers(trx, [body.driver]);
      refuseFindings(await findingsBefore(trx, factsOf(body, 0, customerId), nowMs), body.reason);
      const author = await authorOf(trx, viewer);
      const id = await insertShift(trx, {
        ...valuesOf(body),
        customer_id: customerId,
        author_id: author.userId,
        author: author.name,
      });
      await refreshLevels(trx, [body.driver], nowMs);
      const made = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, describedShift, null, made);
      await this.#notify(trx, viewer, { before: null, after: made }, nowMs);
      return this.#checked(trx, viewer, made, nowMs);
    });
    return refusingClash(work);
  }

  /** @throws HttpError as {@link add}; 409 also if somebody else has changed it since */
  change(
    viewer: Viewer,
    id: number,
    body: BodyOf<Calls['change']>,
    nowMs = Date.now(),
  ): Promise<CheckedShift> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      const customerId = await this.#fits(trx, viewer, body);
      if (customerId !== before.customer_id) throw wrongField('driver', 'validation.choice');
      const drivers = [...new Set([before.driver_id, body.driver])];
      await lockDrivers(trx, drivers);
      refuseFindings(await findingsBefore(trx, factsOf(body, id, customerId), nowMs), body.reason);
      if (!(await updateShift(trx, id, body.version, valuesOf(body)))) {
        throw conflict('request.changed_meanwhile');
      }
      await refreshLevels(trx, drivers, nowMs);
      const after = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, describedShift, before, after);
      await this.#notify(trx, viewer, { before, after }, nowMs);
      return this.#checked(trx, viewer, after, nowMs);
    });
    return refusingClash(work);
  }

  /** @throws HttpError 404 if it is not visible */
  remove(viewer: Viewer, id: number, nowMs = Date.now()): Promise<void> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      await deleteShift(trx, id);
      await refreshLevels(trx, [before.driver_id], nowMs);
      await recordRow(trx, viewer, describedShift, before, null);
      await this.#notify(trx, viewer, { before, after: null }, nowMs);
    });
  }

  async #notify(trx: Transaction, viewer: Viewer, change: ShiftChange, nowMs: number) {
    const zone = await planZone(trx, viewer);
    await notifyOfShifts(trx, this.services, [change], { zone, nowMs, actorId: viewer.userId });
  }

  async #page(
    trx: Transaction,
    viewer: Viewer,
    { from, to, ...filter }: QueryOf<Calls['list']>,
    page: ReturnType<typeof pageOf>,
  ) {
    const { depot, driver, level, vehicle } = filter;
    const range = daysRange({ from, to }, await planZone(trx, viewer));
    return shiftPage(trx, viewer, { depot, driver, level, vehicle, ...range }, page);
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<ShiftRow> {
    const [row] = await visibleShifts(trx, viewer, { id }, 1);
    return orNotFound(row);
  }

  async #checked(trx: Transaction, viewer: Viewer, row: ShiftRow, nowMs: number) {
    const findings = (await findingsOf(trx, [factsOfRow(row)], nowMs)).get(row.id) ?? [];
    return { ...toShift(row), findings: toFindings(viewer, findings) };
  }

  /**
   * Checks what a shift names.
   *
   * @returns the customer of the driver
   * @throws HttpError 400 for times or vehicles that do not fit, 404 for what is not visible
   */
  async #fits(trx: Transaction, viewer: Viewer, body: Fields): Promise<number> {
    checkTimes(Date.parse(body.start), Date.parse(body.end));
    const customerId = orNotFound(await customerOfVisible(trx, viewer, body.driver));
    await checkVisibleDepot(trx, viewer, body.depot);
    const wanted = [body.vehicle, body.trailer].flatMap((id) => id ?? []);
    const assets = await visibleAssets(trx, viewer, wanted);
    const asset = (id: number | null) =>
      id === null ? null : orNotFound(assets.find((one) => one.id === id));
    checkAssets(customerId, asset(body.vehicle), asset(body.trailer));
    return customerId;
  }
}
