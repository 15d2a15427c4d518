import { DAY_VEHICLE_STATES, DEPOT_LIST_TYPES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { date, dateInput, exactText, id, idText } from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';
import { monthCalls } from './vehicle-check-month.ts';
import { recordCalls } from './vehicle-check-records.ts';
import {
  damagedVehicleRow,
  damageRow,
  dayVehicle,
  dayVehicleSums,
  depotFigures,
  listed,
  noticeLetterRow,
  range,
  regionFigures,
  reportRow,
  vehicleFigures,
} from './vehicle-check-shapes.ts';
import { surveyCalls } from './vehicle-check-surveys.ts';

const READ = { kind: 'module', anyOf: ['Vehicle Check'] } as const;
/** Data that the vehicle file also shows. */
const OF_VEHICLE = { kind: 'module', anyOf: ['Vehicle Check', 'Vehicle File'] } as const;

const reportOrderings = [
  'date',
  'registration',
  'driver',
  'odometer',
  'result',
  'defects',
] as const;
const result = z.enum(['pass', 'fail']);

/** Vehicle check: figures of depots, reports of every type, damages, letters, audit surveys (area L). */
export const vehicleCheck = {
  regionDepots: endpoint({
    method: 'GET',
    path: '/api/region_depots_stats/{id}/',
    ids: ['R-070'],
    summary: 'Get the figures of each depot of a region for a day and the 28 days up to it.',
    access: READ,
    params: byId,
    query: z.object({ date: dateInput.optional() }),
    answer: z.object({
      region: z.object({ id, name: z.string() }),
      depots: z.array(depotFigures),
    }),
  }),
  regionFigures: endpoint({
    method: 'GET',
    path: '/api/region_stats/{id}/',
    ids: ['R-071'],
    summary: 'Get the figures of a region. A vehicle in two of its depots counts once.',
    access: READ,
    params: byId,
    query: z.object({ date: dateInput.optional() }),
    answer: regionFigures,
  }),
  depotFigures: endpoint({
    method: 'GET',
    path: '/api/depot_stats/{id}/',
    ids: ['R-072'],
    summary: 'Get the figures of a depot over up to 92 days; the last 28 days by default.',
    access: READ,
    params: byId,
    query: z.object({ start_date: dateInput.optional(), end_date: dateInput.optional() }),
    answer: depotFigures,
  }),
  dayVehicles: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/day_vehicles/',
    ids: ['L-09'],
    summary: 'List the vehicles that a figure counts on a day, of all depots, a region or a depot.',
    access: READ,
    query: pagedQuery(['registration', 'checks', 'open_damages', 'defects_open']).extend({
      /** Today by default. Days are those of the figures. */
      day: dateInput.optional(),
      region: idText.optional(),
      depot: idText.optional(),
      /** Every vehicle of the depots by default. */
      state: z.enum(DAY_VEHICLE_STATES).optional(),
    }),
    answer: paged(dayVehicle).extend({ day: date, sums: dayVehicleSums }),
  }),
  vehicleFigures: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/vehicle_stats/{id}/',
    ids: ['L-09'],
    summary: 'Get the figures of a vehicle over up to 92 days; the last 28 days by default.',
    access: OF_VEHICLE,
    params: byId,
    query: z.object({ start_date: dateInput.optional(), end_date: dateInput.optional() }),
    answer: vehicleFigures,
  }),
  reports: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/depot_report/{id}/',
    ids: ['R-114'],
    summary: 'List the reports of one type of a depot.',
    access: READ,
    params: byId,
    query: pagedQuery(reportOrderings).extend({
      ...range,
      type: z.enum(['STD', 'AUD', 'HND', 'DRV']).default('STD'),
      result: result.optional(),
    }),
    answer: listed(reportRow),
  }),
  damages: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/depot_damages/{id}/',
    ids: ['R-115'],
    summary: 'List the damages reported at a depot.',
    access: READ,
    params: byId,
    query: pagedQuery(['reported_at', 'registration', 'part', 'severity', 'fixed_at']).extend({
      ...range,
      type: z.literal('DMG').default('DMG'),
      state: z.enum(['open', 'fixed']).optional(),
    }),
    answer: listed(damageRow),
  }),
  gateChecks: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/depot_gatecheck/{id}/',
    ids: ['R-116'],
    summary: 'List the gate checks of a depot.',
    access: READ,
    params: byId,
    query: pagedQuery(reportOrderings).extend({
      ...range,
      type: z.literal('GTC').default('GTC'),
      result: result.optional(),
    }),
    answer: listed(reportRow),
  }),
  damagedVehicles: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/depot_damaged_vehicles/{id}/',
    ids: ['R-117'],
    summary: 'List the vehicles of a depot with damages that are not fixed.',
    access: READ,
    params: byId,
    query: pagedQuery(['oldest', 'registration', 'open_damages']).extend({
      ...range,
      type: z.literal('VEH').default('VEH'),
    }),
    answer: listed(damagedVehicleRow),
  }),
  noticeLetters: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/depot_notice_letters/{id}/',
    ids: ['R-118'],
    summary: 'List the notice letters of a depot.',
    access: READ,
    params: byId,
    query: pagedQuery(['date', 'registration', 'driver', 'subject']).extend({
      ...range,
      type: z.literal('NOT').default('NOT'),
    }),
    answer: listed(noticeLetterRow),
  }),
  csv: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/csv/{report}/{id}/',
    ids: ['R-125'],
    summary: 'Export the filtered list of a depot as CSV. The list returns its address as `csv`.',
    access: READ,
    params: z.object({ report: z.enum(DEPOT_LIST_TYPES), ...byId.shape }),
    query: pagedQuery(['date'])
      .omit({ page: true, pageSize: true })
      .extend({
        ...range,
        /** One that the list of the type may be ordered by. */
        ordering: exactText(40).default(''),
        result: result.optional(),
        state: z.enum(['open', 'fixed']).optional(),
      }),
    raw: 'file',
  }),
  ...monthCalls,
  ...recordCalls,
  ...surveyCalls,
} as const;
