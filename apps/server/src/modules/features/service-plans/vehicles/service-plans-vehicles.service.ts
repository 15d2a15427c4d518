import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { ENGINE_LIMITS, type MeterLimits, ODOMETER_LIMITS, toApiDate } from '@roadworthy/domain';
import { plausibleReadings } from '../../../../engines/service-plans/index.ts';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { orNotFound, wrongField } from '../../../../platform/errors.ts';
import { type Page, pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import {
  type ReportFile,
  tableFile,
  wholePage,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import { checkVisibleDepot, visibleVehicle } from '../../../core/fleet/index.ts';
import { scheduledVehicle } from '../../schedules/index.ts';
import { calculateVehicles } from '../calculation/service-plans-calculation.service.ts';
import { visiblePlan } from '../plans/service-plans-plans.repository.ts';
import { serviceDone } from './service-plans-done.ts';
import { addMeterReading, describedReading } from './service-plans-readings.ts';
import { leftUntil, serviceColumns } from './service-plans-vehicles.columns.ts';
import {
  deleteReading,
  lastReadings,
  planOfVehicle,
  type ReadingRow,
  type ServiceFilter,
  type ServiceRow,
  servicePage,
} from './service-plans-vehicles.repository.ts';

type Calls = typeof contract.servicePlans;
type Service = AnswerOf<Calls['services']>['results'][number];
type VehicleServices = AnswerOf<Calls['vehicle']>;

/** Readings that the page of a vehicle shows. */
const SHOWN_READINGS = 20;
const NOON_MS = 12 * 3_600_000;
/** A plan has at most 20 services. */
const ALL: Page = { limit: 50, offset: 0, orderBy: null, descending: false, search: '' };

const todayOf = (viewer: Viewer, nowMs: number) => toApiDate(nowMs, viewer.timeZone ?? 'UTC');

const serviceJson = (row: ServiceRow) => ({
  schedule_type: { id: row.type_id, name: row.type_name },
  last_at: row.last_at?.toISOString() ?? null,
  last_odometer_m: row.last_odometer_m,
  last_engine_s: row.last_engine_s,
  due_odometer_m: row.due_odometer_m,
  due_engine_s: row.due_engine_s,
  remaining_m: leftUntil(row.due_odometer_m, row.odometer_m),
  remaining_engine_s: leftUntil(row.due_engine_s, row.engine_s),
  time_due_on: row.time_due_on,
  next_on: row.next_on,
  cause: row.cause,
  state: row.state,
  schedule: row.schedule_id,
});

const toJson = (row: ServiceRow): Service => ({
  id: row.id,
  vehicle: { id: row.vehicle_id, registration: row.registration },
  plan: { id: row.plan_id, name: row.plan_name },
  ...serviceJson(row),
});

/** The readings of one meter that can be true. */
function believable(
  rows: readonly ReadingRow[],
  meterOf: (row: ReadingRow) => number | null,
  limits: MeterLimits,
): ReadonlySet<ReadingRow> {
  const readings = rows.flatMap((row) => {
    const value = meterOf(row);
    const isCertain = row.source === 'office';
    return value === null ? [] : [{ row, atMs: row.read_at.getTime(), value, isCertain }];
  });
  const kept = new Set(plausibleReadings(readings, limits));
  return new Set(readings.filter((one) => kept.has(one)).map(({ row }) => row));
}

/** Next services and meters of vehicles. */
export class VehicleServicesService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a vehicle or depot that is not visible */
  async list(
    viewer: Viewer,
    query: QueryOf<Calls['services']>,
  ): Promise<AnswerOf<Calls['services']>> {
    const { count, rows } = await this.db.asViewer(viewer, async (trx) => {
      await this.#check(trx, viewer, query);
      return servicePage(trx, viewer, query, pageOf(query), todayOf(viewer, Date.now()));
    });
    return { count, results: rows.map(toJson) };
  }

  /** @throws HttpError 400 if there are more rows than a file may have, 404 as {@link list} */
  file(viewer: Viewer, query: QueryOf<Calls['exportServices']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      await this.#check(trx, viewer, query);
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await servicePage(trx, viewer, query, page, todayOf(viewer, Date.now()));
      return tableFile(trx, viewer, query.format, {
        title: 'servicePlans.services',
        stem: 'services',
        rows,
        columns: (display) => serviceColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** @throws HttpError 404 for a vehicle that is not visible */
  read(viewer: Viewer, vehicleId: number): Promise<VehicleServices> {
    return this.db.asViewer(viewer, (trx) => this.#vehicle(trx, viewer, vehicleId));
  }

  /**
   * @throws HttpError 400 for a day in the future, a service that is not in the plan or a later one that
   *   is recorded; 404 for a vehicle that is not visible
   */
  done(viewer: Viewer, vehicleId: number, body: BodyOf<Calls['done']>): Promise<VehicleServices> {
    return this.db.asViewer(viewer, async (trx) => {
      const { registration } = await visibleVehicle(trx, viewer, vehicleId);
      const nowMs = Date.now();
      if (body.done_on > todayOf(viewer, nowMs)) {
        throw wrongField('done_on', 'validation.date_after_today');
      }
      const page = await servicePage(trx, viewer, { vehicle: vehicleId }, ALL, body.done_on);
      if (!page.rows.some(({ type_id }) => type_id === body.schedule_type)) {
        throw wrongField('schedule_type', 'service_plan.not_in_plan');
      }
      const atMs = Math.min(Date.parse(body.done_on) + NOON_MS, nowMs);
      const { odometer_m, engine_s } = body;
      if (odometer_m !== null || engine_s !== null) {
        await addMeterReading(trx, viewer, vehicleId, {
          read_at: new Date(atMs),
          odometer_m,
          engine_s,
          note: '',
        });
      }
      const name = await serviceDone(trx, viewer, {
        vehicleId,
        typeId: body.schedule_type,
        atMs,
        ifLater: 'refuse',
      });
      await calculateVehicles(trx, [vehicleId], nowMs);
      const { customer_id: customerId } = await scheduledVehicle(trx, vehicleId);
      await recordChange(trx, {
        customerId,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'vehicle_service', id: String(vehicleId), name: registration },
        action: 'changed',
        before: null,
        after: { service: name, done_on: body.done_on, odometer_m, engine_s },
      });
      return this.#vehicle(trx, viewer, vehicleId);
    });
  }

  /**
   * @throws HttpError 400 without a value or for a time in the future, 404 for a vehicle that is not
   *   visible
   */
  addReading(
    viewer: Viewer,
    vehicleId: number,
    { read_at, ...body }: BodyOf<Calls['addReading']>,
  ): Promise<VehicleServices> {
    return this.db.asViewer(viewer, async (trx) => {
      await visibleVehicle(trx, viewer, vehicleId);
      const nowMs = Date.now();
      if (Date.parse(read_at) > nowMs) throw wrongField('read_at', 'validation.time_in_future');
      if (body.odometer_m === null && body.engine_s === null) {
        throw wrongField('odometer_m', 'service_plan.reading_empty');
      }
      await addMeterReading(trx, viewer, vehicleId, { ...body, read_at: new Date(read_at) });
      await calculateVehicles(trx, [vehicleId], nowMs);
      return this.#vehicle(trx, viewer, vehicleId);
    });
  }

  /** @throws HttpError 404 for a vehicle or reading that is not visible */
  removeReading(viewer: Viewer, vehicleId: number, id: number): Promise<void> {
    return this.db.asViewer(viewer, async (trx) => {
      const { registration } = await visibleVehicle(trx, viewer, vehicleId);
      const removed = orNotFound(await deleteReading(trx, vehicleId, id));
      const { customer_id } = await scheduledVehicle(trx, vehicleId);
      await recordRow(trx, viewer, describedReading(customer_id, registration), removed, null);
      await calculateVehicles(trx, [vehicleId], Date.now());
    });
  }

  async #vehicle(trx: Transaction, viewer: Viewer, vehicleId: number): Promise<VehicleServices> {
    const vehicle = await visibleVehicle(trx, viewer, vehicleId);
    const plan = await planOfVehicle(trx, vehicleId);
    const today = todayOf(viewer, Date.now());
    const { rows } = await servicePage(trx, viewer, { vehicle: vehicleId }, ALL, today);
    const readings = await lastReadings(trx, vehicleId, SHOWN_READINGS);
    const odometer = believable(readings, (row) => row.odometer_m, ODOMETER_LIMITS);
    const engine = believable(readings, (row) => row.engine_s, ENGINE_LIMITS);
    return {
      vehicle,
      plan: plan === undefined ? null : { id: plan.plan_id, name: plan.plan_name },
      odometer_m: plan?.odometer_m ?? null,
      engine_s: plan?.engine_s ?? null,
      odometer_source: plan?.odometer_source ?? null,
      use_m_per_day: plan?.use_m_per_day ?? null,
      use_engine_s_per_day: plan?.use_engine_s_per_day ?? null,
      calculated_at: plan?.calculated_at?.toISOString() ?? null,
      services: rows.map(serviceJson),
      readings: readings.map((row) => ({
        ...row,
        read_at: row.read_at.toISOString(),
        is_plausible: odometer.has(row) || engine.has(row),
      })),
    };
  }

  async #check(
    trx: Transaction,
    viewer: Viewer,
    { depot, plan, vehicle }: ServiceFilter,
  ): Promise<void> {
    if (vehicle !== undefined) await visibleVehicle(trx, viewer, vehicle);
    if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
    if (plan !== undefined) orNotFound(await visiblePlan(trx, viewer, plan));
  }
}
