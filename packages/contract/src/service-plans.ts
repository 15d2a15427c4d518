import {
  ODOMETER_SOURCES,
  READING_SOURCES,
  SERVICE_CAUSES,
  SERVICE_STATES,
  VEHICLE_FILE,
  VEHICLE_FILE_WRITE,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { date, dateInput, id, idText, int4, longId, textOf, utc, utcInput } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const ADMINISTER = { kind: 'administrator' } as const;
/** H-32: the planner with its reminders, which services move. */
const IDS = ['H-32'] as const;

/** Metres: at most three million kilometres. */
const odometer = z.int().min(0).max(3_000_000_000);
/** Seconds of the engine: at most 200,000 hours. */
const engine = z.int().min(0).max(720_000_000);
const named = z.object({ id, name: z.string() });
const byVehicle = z.object({ vehicle: idText });

const planFields = {
  name: textOf(90).min(2),
  note: textOf(500).default(''),
};
const plan = z
  .object({
    id,
    name: z.string(),
    note: z.string(),
    /** Vehicles of this model that have no plan get this one. */
    model: named.nullable(),
    services: z.array(
      z.object({
        schedule_type: id,
        name: z.string(),
        /** The interval by time of the schedule type, for example "1y". */
        interval: z.string(),
        interval_m: z.int().positive().nullable(),
        interval_engine_s: z.int().positive().nullable(),
      }),
    ),
    vehicles: z.int().nonnegative(),
    customer: id,
    version: z.int(),
  })
  .meta({ id: 'ServicePlan' });
const planBody = z
  .object({
    ...planFields,
    model: id.nullable().default(null),
    /** Each with an interval by distance, by engine hours, or both. */
    services: z
      .array(
        z.object({
          schedule_type: id,
          interval_m: z.int().min(1_000).max(1_000_000_000).nullable().default(null),
          interval_engine_s: z.int().min(3_600).max(180_000_000).nullable().default(null),
        }),
      )
      .min(1)
      .max(20),
    /** Of the plan that is changed. */
    version: int4.optional(),
  })
  .meta({ id: 'ServicePlanBody' });

const serviceFields = {
  schedule_type: named,
  /** Time of the last service; null if none is known. */
  last_at: utc.nullable(),
  last_odometer_m: z.number().nullable(),
  last_engine_s: z.number().nullable(),
  /** Value at which it is due; null if the plan names no such interval. */
  due_odometer_m: z.number().nullable(),
  due_engine_s: z.number().nullable(),
  /** Metres and seconds left; negative for overdue. */
  remaining_m: z.number().nullable(),
  remaining_engine_s: z.number().nullable(),
  /** The date by time alone. */
  time_due_on: date.nullable(),
  /** The next date by time, distance or engine hours, whichever comes first. */
  next_on: date.nullable(),
  cause: z.enum(SERVICE_CAUSES).nullable(),
  state: z.enum(SERVICE_STATES).nullable(),
  /** The open schedule, for a work order or the planner. */
  schedule: id.nullable(),
};
const service = z
  .object({
    id,
    vehicle: z.object({ id, registration: z.string() }),
    plan: named,
    ...serviceFields,
  })
  .meta({ id: 'VehicleService' });

const reading = z
  .object({
    /** Null for readings that are part of another record. */
    id: longId.nullable(),
    source: z.enum(READING_SOURCES),
    read_at: utc,
    odometer_m: z.number().nullable(),
    engine_s: z.number().nullable(),
    author: z.string(),
    note: z.string(),
    /** False for a reading that contradicts the others, and is not used. */
    is_plausible: z.boolean(),
  })
  .meta({ id: 'MeterReading' });

const vehicleServices = z
  .object({
    vehicle: z.object({ id, registration: z.string() }),
    /** Null for a vehicle without a plan. */
    plan: named.nullable(),
    odometer_m: z.number().nullable(),
    engine_s: z.number().nullable(),
    odometer_source: z.enum(ODOMETER_SOURCES).nullable(),
    /** Average use. */
    use_m_per_day: z.number().nullable(),
    use_engine_s_per_day: z.number().nullable(),
    calculated_at: utc.nullable(),
    services: z.array(z.object(serviceFields)),
    /** The last ones, newest first. */
    readings: z.array(reading),
  })
  .meta({ id: 'VehicleServices' });

const query = pagedQuery(['next_on', 'registration']).extend({
  id: idText.optional(),
  vehicle: idText.optional(),
  depot: idText.optional(),
  plan: idText.optional(),
  cause: z.enum(SERVICE_CAUSES).optional(),
  state: z.enum(SERVICE_STATES).optional(),
});

/** Services by time, distance and engine hours. */
export const servicePlans = {
  plans: endpoint({
    method: 'GET',
    path: '/api/service_plans/',
    ids: IDS,
    summary: 'List the service plans.',
    access: VEHICLE_FILE,
    query: pagedQuery(['name']),
    answer: paged(plan),
  }),
  createPlan: endpoint({
    method: 'POST',
    path: '/api/service_plans/',
    ids: IDS,
    summary: 'Create a service plan.',
    access: ADMINISTER,
    body: planBody,
    answer: plan,
    status: 201,
  }),
  plan: endpoint({
    method: 'GET',
    path: '/api/service_plans/{id}/',
    ids: IDS,
    summary: 'Get one service plan.',
    access: VEHICLE_FILE,
    params: byId,
    answer: plan,
  }),
  changePlan: endpoint({
    method: 'PUT',
    path: '/api/service_plans/{id}/',
    ids: IDS,
    summary: 'Update a service plan. Its vehicles are calculated again.',
    access: ADMINISTER,
    params: byId,
    body: planBody,
    answer: plan,
  }),
  removePlan: endpoint({
    method: 'DELETE',
    path: '/api/service_plans/{id}/',
    ids: IDS,
    summary: 'Delete a service plan. Its schedules stay, due by time.',
    access: ADMINISTER,
    params: byId,
    status: 204,
  }),
  assignPlan: endpoint({
    method: 'POST',
    path: '/api/service_plans/{id}/vehicles/',
    ids: IDS,
    summary: 'Assign the plan to vehicles. They leave the plan that they had.',
    access: VEHICLE_FILE_WRITE,
    params: byId,
    body: z.object({ vehicles: z.array(id).min(1).max(500) }),
    answer: plan,
  }),
  services: endpoint({
    method: 'GET',
    path: '/api/vehicle_services/',
    ids: IDS,
    summary: 'List the next services of visible vehicles, the earliest first.',
    access: VEHICLE_FILE,
    query,
    answer: paged(service),
  }),
  exportServices: endpoint({
    method: 'GET',
    path: '/api/vehicle_services/export/',
    ids: IDS,
    summary: 'Export the filtered services.',
    access: VEHICLE_FILE,
    ratePerMinute: 12,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  vehicle: endpoint({
    method: 'GET',
    path: '/api/vehicle_services/{vehicle}/',
    ids: IDS,
    summary: 'Get the plan, the meters, the next services and the last readings of a vehicle.',
    access: VEHICLE_FILE,
    params: byVehicle,
    answer: vehicleServices,
  }),
  leavePlan: endpoint({
    method: 'DELETE',
    path: '/api/vehicle_services/{vehicle}/plan/',
    ids: IDS,
    summary: 'Take a vehicle out of its plan. Its schedules stay, due by time.',
    access: VEHICLE_FILE_WRITE,
    params: byVehicle,
    status: 204,
  }),
  done: endpoint({
    method: 'POST',
    path: '/api/vehicle_services/{vehicle}/done/',
    ids: IDS,
    summary: 'Record a service as done. The next one is counted from it.',
    access: VEHICLE_FILE_WRITE,
    params: byVehicle,
    body: z
      .object({
        schedule_type: id,
        done_on: dateInput,
        odometer_m: odometer.nullable().default(null),
        engine_s: engine.nullable().default(null),
      })
      .meta({ id: 'ServiceDone' }),
    answer: vehicleServices,
  }),
  addReading: endpoint({
    method: 'POST',
    path: '/api/vehicle_services/{vehicle}/readings/',
    ids: IDS,
    summary: 'Add a reading of the odometer or of the engine hours.',
    access: VEHICLE_FILE_WRITE,
    params: byVehicle,
    body: z
      .object({
        read_at: utcInput,
        odometer_m: odometer.nullable().default(null),
        engine_s: engine.nullable().default(null),
        note: textOf(300).default(''),
      })
      .meta({ id: 'MeterReadingBody' }),
    answer: vehicleServices,
    status: 201,
  }),
  removeReading: endpoint({
    method: 'DELETE',
    path: '/api/vehicle_services/{vehicle}/readings/{id}/',
    ids: IDS,
    summary: 'Delete a reading that was added by mistake. It stays in the audit log.',
    access: VEHICLE_FILE_WRITE,
    params: z.object({ vehicle: idText, id: idText }),
    status: 204,
  }),
} as const;
