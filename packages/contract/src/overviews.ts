import { TACHOGRAPH_REASON_NAMES, VEHICLE_STATES } from '@roadworthy/domain';
import { z } from 'zod';
import { address } from './depots.ts';
import { endpoint } from './endpoint.ts';
import { date, id, utc } from './fields.ts';
import { assetKind, byId, driverName, paged, pagedQuery, vehicleType } from './shapes.ts';
import { PROTOCOLS } from './trackers-shapes.ts';
import { checkPlace } from './vehicle-check-shapes.ts';

const SIGNED_IN = { kind: 'signed-in' } as const;
const TRIPS = { kind: 'module', anyOf: ['Trips'] } as const;
const CHECKS = { kind: 'module', anyOf: ['Vehicle Check'] } as const;
const count = z.int().nonnegative();
const amount = z.number().nonnegative();
const named = z.object({ id, name: z.string() });
const vehicleName = z.object({ id, registration: z.string() });

const status = z
  .object({
    state: z.enum(VEHICLE_STATES),
    /** The start of a journey, the stop, or the last record of an offline vehicle; null if unknown or private. */
    since: utc.nullable(),
    timestamp: utc.nullable(),
    lat: z.number().nullable(),
    long: z.number().nullable(),
    /** Degrees clockwise from north. */
    dir: z.number(),
    /** km/h */
    speed: z.number(),
    address: z.string().nullable(),
    /** metres */
    odometer: z.number().nullable(),
    /** As in live tracking: it has no tracker that could be offline. Absent for others. */
    is_untracked: z.literal(true).optional(),
  })
  .meta({ id: 'VehicleStatus' });

const schedule = z.object({ overdue: count, due: count });
const openDefects = z.object({ open: count, dangerous: count, overdue: count });

const vehicleOverview = z
  .object({
    id,
    registration: z.string(),
    type: vehicleType,
    model: z.string().nullable(),
    fuel: z.string(),
    vin: z.string().nullable(),
    first_registered_on: date.nullable(),
    kind: assetKind,
    axles: z.int().nullable(),
    /** Kilograms. */
    gross_weight_kg: z.int().nullable(),
    train_weight_kg: z.int().nullable(),
    trailer_number: z.string().nullable(),
    owner: z.string().nullable(),
    is_international_haulage: z.boolean(),
    /** Whether the law requires a tachograph, and why; `article` is of Regulation (EC) No 561/2006. */
    tachograph: z.object({
      is_required: z.boolean(),
      reason: z.enum(TACHOGRAPH_REASON_NAMES),
      article: z.string().nullable(),
    }),
    is_active: z.boolean(),
    customer_name: z.string(),
    depots: z.array(named),
    driver: driverName.nullable(),
    /** The trailers that are coupled now, the nearest first. */
    trailers: z.array(z.object({ ...vehicleName.shape, coupled_at: utc })).optional(),
    /** The vehicle to which a trailer is coupled now; null while it is not. */
    coupled_to: z
      .object({
        ...vehicleName.shape,
        coupled_at: utc,
        /** Of the vehicle, for a trailer without a tracker; null without permission. */
        status: status.nullable(),
      })
      .nullable()
      .optional(),
    /** Each of the parts below is null without its permission. */
    status: status.nullable(),
    schedule: schedule.nullable(),
    defects: openDefects.nullable(),
    /** `since` and `days` are null while the vehicle is on the road; `cost` is of the open entries. */
    off_road: z
      .object({ since: utc.nullable(), days: count.nullable(), cost: amount.nullable() })
      .nullable(),
    /** The newest walkaround or depot check; null if there was none. */
    check: z
      .object({ last_at: utc.nullable(), defects: count, last: checkPlace.nullable() })
      .nullable(),
    /** Of the last 365 days; each is null without its permission. */
    costs: z.object({ off_road: amount.nullable(), defects: amount.nullable() }),
    devices: z
      .object({
        trackers: z.array(
          z.object({
            id,
            number: z.string(),
            model: z.string(),
            protocol: z.enum(PROTOCOLS),
            last_contact: utc.nullable(),
          }),
        ),
        cameras: z.array(
          z.object({
            id,
            name: z.string(),
            channel: z.int(),
            source: z.enum(['jt1078', 'rtsp', 'upload']),
            is_active: z.boolean(),
            tracker: id,
          }),
        ),
      })
      .nullable(),
  })
  .meta({ id: 'VehicleOverview' });

const driverOverview = z
  .object({
    ...driverName.shape,
    category: z.string().nullable(),
    archived: z.boolean(),
    customer_name: z.string(),
    vehicles: z.array(
      z.object({ ...vehicleName.shape, type: vehicleType, status: status.nullable() }),
    ),
    /** Only for administrators and for the driver. */
    personal: z
      .object({
        email: z.string().nullable(),
        phone: z.string().nullable(),
        licence_number: z.string().nullable(),
        licence_categories: z.array(z.string()),
        licence_expires_on: date.nullable(),
        tachograph_card_expires_on: date.nullable(),
        cpc_expires_on: date.nullable(),
      })
      .nullable(),
    /** Of the last 30 days; null without permission for vehicle checks. */
    checks: z
      .object({
        count,
        with_defects: count,
        last_at: utc.nullable(),
        last: checkPlace.nullable(),
      })
      .nullable(),
    /** Of the last 7 days; null without permission for trips. */
    driving: z
      .object({
        trips: count,
        distance: amount,
        driving_time: amount,
        /** Litres on trips whose vehicle has a counter, and metres of these; null without any. */
        fuel_used: amount.nullable(),
        fuel_distance: amount,
      })
      .nullable(),
  })
  .meta({ id: 'DriverOverview' });

const driverTrip = z
  .object({
    vehicle: vehicleName,
    start_time: utc,
    end_time: utc,
    in_progress: z.boolean(),
    start_address: z.string().nullable(),
    end_address: z.string().nullable(),
    /** metres */
    distance: amount,
    /** seconds */
    driving_time: amount,
  })
  .meta({ id: 'DriverTrip' });

const driverCheck = z
  .object({
    id,
    reference_number: z.string(),
    vehicle: vehicleName,
    done_at: utc,
    /** Where the screens show it. */
    check: checkPlace,
    defects: count,
    /** The defect record that was made from it. */
    defect: z.object({ id, reference_number: z.string() }).nullable(),
  })
  .meta({ id: 'DriverCheckRow' });

const depotOverview = z
  .object({
    ...named.shape,
    customer_name: z.string(),
    region: named.nullable(),
    address: address.nullable(),
    place: z.object({ lat: z.number(), long: z.number() }).nullable(),
    vehicles: count,
    drivers: count,
    /** Vehicles with a tracker by state; null without permission for live tracking. */
    states: z
      .object({ moving: count, idle: count, stopped: count, offline: count, private: count })
      .nullable(),
    schedule: schedule.nullable(),
    defects: openDefects.nullable(),
    off_road: z.object({ vehicles: count, cost: amount }).nullable(),
    /** Vehicles with a standard or a driver check today; days are those of the figures of checks. */
    checks: z.object({ checked: count, with_defects: count }).nullable(),
  })
  .meta({ id: 'DepotOverview' });

const depotVehicle = z
  .object({
    ...vehicleName.shape,
    type: vehicleType,
    driver: driverName.nullable(),
    status: status.nullable(),
  })
  .meta({ id: 'DepotVehicle' });
const depotDriver = z
  .object({ ...driverName.shape, vehicle: vehicleName })
  .meta({ id: 'DepotDriver' });

/** The pages of a vehicle, a driver and a depot: what a page needs at once, by permission. */
export const overviews = {
  vehicle: endpoint({
    method: 'GET',
    path: '/api/overviews/vehicles/{id}/',
    ids: ['A-P03'],
    summary:
      'Get the state of one visible vehicle, and what needs attention. Parts without permission are null.',
    access: SIGNED_IN,
    params: byId,
    answer: vehicleOverview,
  }),
  driver: endpoint({
    method: 'GET',
    path: '/api/overviews/drivers/{id}/',
    ids: ['A-P03'],
    summary:
      'Get one visible driver with the assigned vehicles. Parts without permission are null.',
    access: SIGNED_IN,
    params: byId,
    answer: driverOverview,
  }),
  driverTrips: endpoint({
    method: 'GET',
    path: '/api/overviews/drivers/{id}/trips/',
    ids: ['A-P03'],
    summary: 'List the trips of a driver in visible vehicles, newest first, of the last 31 days.',
    access: TRIPS,
    params: byId,
    query: pagedQuery(['start_time']).extend({
      /** Of the last days: 7 are those of the figures. */
      days: z.enum(['7', '31']).default('31'),
    }),
    answer: paged(driverTrip),
  }),
  driverChecks: endpoint({
    method: 'GET',
    path: '/api/overviews/drivers/{id}/checks/',
    ids: ['A-P03'],
    summary: 'List the checks of a driver on visible vehicles, newest first, of the last 365 days.',
    access: CHECKS,
    params: byId,
    query: pagedQuery(['done_at']).extend({
      /** Of the last days: 30 are those of the figures. */
      days: z.enum(['30', '365']).default('365'),
      /** Only checks with defects. */
      defects: z.enum(['true']).optional(),
    }),
    answer: paged(driverCheck),
  }),
  depot: endpoint({
    method: 'GET',
    path: '/api/overviews/depots/{id}/',
    ids: ['A-P03'],
    summary:
      'Get one visible depot with counts of its vehicles. Parts without permission are null.',
    access: SIGNED_IN,
    params: byId,
    answer: depotOverview,
  }),
  depotVehicles: endpoint({
    method: 'GET',
    path: '/api/overviews/depots/{id}/vehicles/',
    ids: ['A-P03'],
    summary: 'List the vehicles of a visible depot, with their states where permitted.',
    access: SIGNED_IN,
    params: byId,
    query: pagedQuery(['registration']).extend({
      /** Vehicles with a tracker in this state; needs the permission for live tracking. */
      state: z.enum(VEHICLE_STATES).optional(),
    }),
    answer: paged(depotVehicle),
  }),
  depotDrivers: endpoint({
    method: 'GET',
    path: '/api/overviews/depots/{id}/drivers/',
    ids: ['A-P03'],
    summary: 'List the drivers who are assigned to vehicles of a visible depot, by name.',
    access: SIGNED_IN,
    params: byId,
    query: pagedQuery(['surname']),
    answer: paged(depotDriver),
  }),
} as const;
