import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import {
  countingInterval,
  INSPECTION_CATEGORY,
  INSPECTION_WEEKS,
  isInspectionInterval,
  isInterval,
  longestInspectionWeeks,
  shortestDays,
  toApiDateTime,
} from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { type ErrorMessage, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { type AuditedRow, recordRow } from '../../../../platform/resource.ts';
import { visibleVehicle } from '../../../core/fleet/index.ts';
import {
  dropVehicleInterval,
  insertScheduleType,
  keepInterval,
  openDueDate,
  type ScheduledVehicle,
  type ScheduleTypeRow,
  scheduledVehicle,
  scheduleType,
  scheduleTypes,
  updateScheduleType,
} from './schedules-schedule-types.repository.ts';

/** Longer than any real interval; far greater ones lead to years that calendars cannot show. */
const MAX_INTERVAL_DAYS = 50 * 365;
const MAX_WINDOW_DAYS = 366;

type Calls = typeof contract.schedules;
type ScheduleType = AnswerOf<Calls['scheduleType']>;
type Body = BodyOf<Calls['createScheduleType']>;

function toScheduleType(row: ScheduleTypeRow, dueAt: Date | null = null): ScheduleType {
  const { id, name, category, interval, vehicle_types, plan_window: window } = row;
  const due_date = dueAt === null ? null : toApiDateTime(dueAt.getTime());
  return { id, name, category, interval, vehicle_types, window, due_date };
}

/** Refuses invalid intervals, and intervals of safety inspections outside the permitted weeks. */
function checkInterval(category: string, interval: string, longestWeeks: number): void {
  if (!isInterval(interval)) throw wrongField('interval', 'schedule.interval_format');
  if (shortestDays(interval) > MAX_INTERVAL_DAYS) {
    throw wrongField('interval', 'schedule.interval_too_long');
  }
  if (category !== INSPECTION_CATEGORY || isInspectionInterval(interval, longestWeeks)) return;
  const text: ErrorMessage = {
    code: 'schedule.inspection_interval',
    params: { least: INSPECTION_WEEKS.least, most: longestWeeks },
  };
  throw wrongField('interval', text);
}

/** Refuses planning windows of more than a year, which make the due date meaningless. */
function checkWindow(window: string | undefined): void {
  if (window === undefined || shortestDays(window) <= MAX_WINDOW_DAYS) return;
  throw wrongField('window', 'schedule.window_too_long');
}

/** Refuses changes of a built-in type other than of its interval and window. */
function refuseOtherChanges(known: ScheduleTypeRow, body: Body): void {
  const isSame =
    known.name === body.name &&
    known.category === body.category &&
    [...known.vehicle_types].sort().join() === [...body.vehicle_types].sort().join();
  if (!isSame) {
    throw wrongField('name', 'schedule.built_in');
  }
}

const ownerOf = ({ id, customer_id: customerId }: ScheduledVehicle) => ({ id, customerId });
const ageOf = ({ type, first_registered_ms: firstRegisteredMs }: ScheduledVehicle) => ({
  type,
  firstRegisteredMs,
});

/** A type as the audit log of a customer stores it. */
const describing =
  (customerId: number | null) =>
  (row: ScheduleTypeRow): AuditedRow => ({
    customerId,
    subject: { kind: 'schedule_type', id: String(row.id), name: row.name },
    facts: row,
  });

/** Types of schedules and their intervals (R-166, R-167, RP-23). */
export class ScheduleTypesService {
  constructor(private readonly db: Database) {}

  /** A page of the types, with the intervals of the viewer's customer. */
  async list(
    viewer: Viewer,
    query: QueryOf<Calls['scheduleTypes']>,
  ): Promise<AnswerOf<Calls['scheduleTypes']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      scheduleTypes(trx, viewer, pageOf(query)),
    );
    return { count, results: rows.map((row) => toScheduleType(row)) };
  }

  /**
   * A type; with a vehicle, its effective interval and due date (requirement H-12).
   *
   * @throws HttpError 404 for an unknown type, or a vehicle that is not visible
   */
  async read(viewer: Viewer, id: number, vehicleId: number | undefined): Promise<ScheduleType> {
    return this.db.asViewer(viewer, async (trx) => {
      if (vehicleId === undefined) {
        const row = orNotFound(await scheduleType(trx, viewer, id, null));
        return toScheduleType(row);
      }
      await visibleVehicle(trx, viewer, vehicleId);
      const vehicle = await scheduledVehicle(trx, vehicleId);
      const row = orNotFound(await scheduleType(trx, viewer, id, ownerOf(vehicle)));
      const interval = countingInterval(row, ageOf(vehicle), Date.now());
      return toScheduleType({ ...row, interval }, await openDueDate(trx, vehicleId, id));
    });
  }

  /**
   * Creates a type of the viewer's customer; global administrators without a customer create
   * built-in types for all customers.
   *
   * @throws HttpError 400 for an invalid interval or window
   */
  async create(viewer: Viewer, { window, ...body }: Body): Promise<ScheduleType> {
    checkInterval(body.category, body.interval, INSPECTION_WEEKS.most);
    checkWindow(window);
    const values = { ...body, plan_window: window ?? '' };
    return this.db.asViewer(viewer, async (trx) => {
      const id = await insertScheduleType(trx, viewer.customerId, values);
      const made = { ...values, id, customer_id: viewer.customerId };
      await recordRow(trx, viewer, describing(viewer.customerId), null, made);
      return toScheduleType(made);
    });
  }

  /**
   * Changes a type. For a built-in type, administrators of a customer can change only interval and
   * window, and only for their customer.
   *
   * @throws HttpError 400 for invalid or refused values, 404 for an unknown type
   */
  async change(viewer: Viewer, id: number, body: Body): Promise<ScheduleType> {
    checkInterval(body.category, body.interval, INSPECTION_WEEKS.most);
    checkWindow(body.window);
    return this.db.asViewer(viewer, async (trx) => {
      const known = orNotFound(await scheduleType(trx, viewer, id, null));
      const { window = known.plan_window, ...values } = body;
      const changed = { ...known, ...values, plan_window: window };
      // A change of a built-in type by a customer belongs in the audit log of that customer.
      await recordRow(
        trx,
        viewer,
        describing(known.customer_id ?? viewer.customerId),
        known,
        changed,
      );
      if (known.customer_id === null && viewer.customerId !== null) {
        refuseOtherChanges(known, body);
        const of = { customerId: viewer.customerId, scheduleTypeId: id, vehicleId: null };
        await keepInterval(trx, of, body.interval, window);
      } else {
        await updateScheduleType(trx, id, { ...values, plan_window: window });
      }
      return toScheduleType(changed);
    });
  }

  /**
   * Sets a vehicle's own interval of a type, or removes it (null).
   *
   * @throws HttpError 400 for an invalid interval, 404 for an unknown type or vehicle
   */
  async changeForVehicle(
    viewer: Viewer,
    of: { readonly id: number; readonly vehicle: number },
    interval: string | null,
  ): Promise<ScheduleType> {
    await this.db.asViewer(viewer, async (trx) => {
      await visibleVehicle(trx, viewer, of.vehicle);
      const vehicle = await scheduledVehicle(trx, of.vehicle);
      const known = orNotFound(await scheduleType(trx, viewer, of.id, ownerOf(vehicle)));
      if (interval === null) return dropVehicleInterval(trx, of.id, of.vehicle);
      const { type, firstRegisteredMs } = ageOf(vehicle);
      const longest = longestInspectionWeeks(type, firstRegisteredMs, Date.now());
      checkInterval(known.category, interval, longest);
      const owner = {
        customerId: vehicle.customer_id,
        scheduleTypeId: of.id,
        vehicleId: of.vehicle,
      };
      return keepInterval(trx, owner, interval, null);
    });
    return this.read(viewer, of.id, of.vehicle);
  }
}
