import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { isTimeZone, nextOccurrence } from '@roadworthy/domain/time';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import {
  badRequest,
  type ErrorMessage,
  orNotFound,
  wrongField,
} from '../../../../platform/errors.ts';
import type { Page } from '../../../../platform/paging.ts';
import { checkVisibleDepot, visibleDriver, visibleVehicle } from '../../../core/fleet/index.ts';
import { refuseUnusedChoices, refuseWithoutModule } from '../reports-query.ts';
import { refuseTooManyVehicles, selectedVehicles, visibleOf } from '../reports-subjects.ts';
import {
  countSchedules,
  deleteSchedule,
  insertSchedule,
  lockSchedule,
  type NamedSchedule,
  type ScheduleRow,
  type ScheduleValues,
  schedulePage,
  updateSchedule,
} from './reports-schedules.repository.ts';

type Body = BodyOf<typeof contract.reports.createSchedule>;
type Schedule = AnswerOf<typeof contract.reports.createSchedule>;

/** Limit per customer; each schedule creates a report and a mail. */
const MAX_SCHEDULES = 200;

const unique = <T>(values: readonly T[]) => [...new Set(values)];

const momentOf = (moment: Date | null) =>
  moment === null ? null : toApiDateTime(moment.getTime());

function toSchedule(row: NamedSchedule): Schedule {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as Schedule['kind'],
    format: row.format as Schedule['format'],
    frequency: row.frequency,
    hour: row.hour,
    time_zone: row.time_zone,
    vehicle: row.vehicle_id,
    driver: row.driver_id,
    vehicle_group: row.depot_id,
    vehicles: row.vehicle_ids,
    vehicle_groups: row.depot_ids,
    stops: row.has_stops,
    emails: row.emails,
    is_active: row.is_active,
    maker: row.maker,
    next_run_at: momentOf(row.next_run_at),
    last_run_at: momentOf(row.last_run_at),
    last_state: row.last_state,
  };
}

/**
 * The lists of vehicles and depots of a schedule, without duplicates.
 *
 * @throws HttpError 400 with the fields if one of them is not visible, or for too many vehicles
 */
async function listsOf(trx: Transaction, viewer: Viewer, body: Body) {
  const lists = { vehicles: unique(body.vehicles), depots: unique(body.vehicle_groups) };
  const visible = await visibleOf(trx, viewer, lists);
  const errors: Record<string, ErrorMessage[]> = {};
  if (visible.vehicles.length < lists.vehicles.length) errors.vehicles = ['vehicle.one_unknown'];
  if (visible.depots.length < lists.depots.length) errors.vehicle_groups = ['depot.unknown'];
  if (Object.keys(errors).length > 0) throw badRequest('validation.invalid', { errors });
  if (lists.depots.length > 0) {
    const filter = { vehicleIds: lists.vehicles, depotIds: lists.depots };
    refuseTooManyVehicles(await selectedVehicles(trx, viewer, filter));
  }
  return lists;
}

/**
 * The columns of a schedule; its next run is calculated from now.
 *
 * @throws HttpError 400 for invalid fields, 403 without the module of its kind, 404 for a subject
 *   that is not visible
 */
async function valuesOf(trx: Transaction, viewer: Viewer, body: Body): Promise<ScheduleValues> {
  const { kind, vehicle, driver, vehicle_group: depot, time_zone: timeZone } = body;
  refuseWithoutModule(viewer, kind);
  const { vehicles, vehicle_groups, stops } = body;
  refuseUnusedChoices(kind, {
    ...{ vehicle, driver, vehicle_group: depot, vehicles, vehicle_groups },
    stops: stops || undefined,
  });
  if (!isTimeZone(timeZone)) {
    throw wrongField('time_zone', 'validation.time_zone_missing');
  }
  if (vehicle !== null) await visibleVehicle(trx, viewer, vehicle);
  if (driver !== null) await visibleDriver(trx, viewer, driver);
  if (depot !== null) await checkVisibleDepot(trx, viewer, depot);
  const lists = await listsOf(trx, viewer, body);
  return {
    name: body.name,
    kind,
    format: body.format,
    frequency: body.frequency,
    hour: body.hour,
    time_zone: timeZone,
    vehicle_id: vehicle,
    driver_id: driver,
    depot_id: depot,
    vehicle_ids: lists.vehicles,
    depot_ids: lists.depots,
    has_stops: stops,
    emails: unique(body.emails.map((email) => email.toLowerCase())),
    is_active: body.is_active,
    next_run_at: body.is_active
      ? new Date(nextOccurrence({ ...body, timeZone }, Date.now()))
      : null,
  };
}

/** Reports that are sent by mail on a schedule. */
export class SchedulesService {
  constructor(private readonly db: Database) {}

  /** The viewer's own schedules, or for an administrator those of the customer, sorted by name. */
  async list(viewer: Viewer, page: Page): Promise<AnswerOf<typeof contract.reports.schedules>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      schedulePage(trx, viewer, page),
    );
    return { count, results: rows.map(toSchedule) };
  }

  /**
   * Creates a schedule; its reports show what its creator can see.
   *
   * @throws HttpError 400 for invalid fields, 403 without the module of its kind, 404 for a subject
   *   that is not visible
   */
  async create(viewer: Viewer, body: Body): Promise<Schedule> {
    const { customerId, userId } = viewer;
    if (customerId === null) {
      throw badRequest('access.customer_required');
    }
    return this.db.asViewer(viewer, async (trx) => {
      if ((await countSchedules(trx, customerId)) >= MAX_SCHEDULES) {
        throw badRequest({ code: 'report.too_many_schedules', params: { most: MAX_SCHEDULES } });
      }
      const values = await valuesOf(trx, viewer, body);
      return toSchedule(await insertSchedule(trx, { customerId, userId }, values));
    });
  }

  /**
   * Changes a schedule; from then on its reports show what the changer can see. If a global
   * administrator changes one of another customer, it keeps its creator, so that it does not show
   * all customers.
   *
   * @throws HttpError 400 for invalid fields, 403 without the module of its kind, 404 if the
   *   schedule or a subject is not visible
   */
  async change(viewer: Viewer, id: number, body: Body): Promise<Schedule> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await this.#locked(trx, viewer, id);
      const values = await valuesOf(trx, viewer, body);
      const isOwn = viewer.customerId === before.customer_id;
      const maker = isOwn ? viewer.userId : before.user_id;
      return toSchedule(await updateSchedule(trx, id, maker, values));
    });
  }

  /**
   * Deletes a schedule.
   *
   * @throws HttpError 404 if it is not visible
   */
  async remove(viewer: Viewer, id: number): Promise<void> {
    await this.db.asViewer(viewer, async (trx) => {
      await this.#locked(trx, viewer, id);
      await deleteSchedule(trx, id);
    });
  }

  async #locked(trx: Transaction, viewer: Viewer, id: number): Promise<ScheduleRow> {
    return orNotFound(await lockSchedule(trx, viewer, id));
  }
}
