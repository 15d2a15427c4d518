import { TYRE_STATUSES, VEHICLE_FILE, VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idText, textOf } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';
import {
  TYRE_PRESSURE_DAYS,
  tyre,
  tyreBody,
  tyreMoves,
  tyrePressures,
  tyreReadings,
  tyreRow,
  tyreSettings,
  tyreStep,
  vehicleTyres,
} from './tyres-shapes.ts';

/** W-02: safety inspections, whose tyre measurements they share. */
const IDS = ['W-02'] as const;
const byVehicle = z.object({ vehicle: idText });

const query = pagedQuery(['change_on', 'serial', 'make', 'status', 'tread_mm', 'run_m']).extend({
  status: z.enum(TYRE_STATUSES).optional(),
  /** Fitted tyres that are due for change today, or within four weeks without those of today. */
  due: z.enum(['now', 'soon']).optional(),
  depot: idText.optional(),
  vehicle: idText.optional(),
  make: textOf(60).min(1).optional(),
  size: textOf(40).min(1).optional(),
});

/** Tyres: stock, places, measurements, and what is due. */
export const tyres = {
  list: endpoint({
    method: 'GET',
    path: '/api/tyres/',
    ids: IDS,
    summary: 'List the tyres of visible vehicles and depots, those due first.',
    access: VEHICLE_FILE,
    query,
    answer: paged(tyreRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/tyres/export/',
    ids: IDS,
    summary: 'Export the filtered tyres.',
    access: VEHICLE_FILE,
    ratePerMinute: 12,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/tyres/',
    ids: IDS,
    summary: 'Add a tyre to the stock of a depot.',
    access: VEHICLE_FILE_WRITE,
    body: tyreBody,
    answer: tyre,
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/tyres/{id}/',
    ids: IDS,
    summary: 'Get one tyre with its history, its tread depths and what is due.',
    access: VEHICLE_FILE,
    params: byId,
    answer: tyre,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/tyres/{id}/',
    ids: IDS,
    summary: 'Update the marks and the cost of a tyre.',
    access: VEHICLE_FILE_WRITE,
    params: byId,
    body: tyreBody,
    answer: tyre,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/tyres/{id}/',
    ids: IDS,
    summary: 'Delete a tyre that was added by mistake and never fitted.',
    access: VEHICLE_FILE_WRITE,
    params: byId,
    status: 204,
  }),
  step: endpoint({
    method: 'POST',
    path: '/api/tyres/{id}/steps/',
    ids: IDS,
    summary:
      'Move a tyre that is not fitted: to another depot, to the retreader and back, or to scrap.',
    access: VEHICLE_FILE_WRITE,
    params: byId,
    body: tyreStep,
    answer: tyre,
  }),
  pressures: endpoint({
    method: 'GET',
    path: '/api/tyres/{id}/pressures/',
    ids: IDS,
    summary:
      'Get the pressures of a tyre in the last days, oldest first. Over more than 31 days, the lowest of each six hours.',
    access: VEHICLE_FILE,
    params: byId,
    query: z.object({ days: z.enum(TYRE_PRESSURE_DAYS).default('31') }),
    answer: tyrePressures,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/tyres/{id}/undo/',
    ids: IDS,
    summary:
      'Undo the last fitting, rotation or removal of a tyre, with the tyres that were moved at once.',
    access: VEHICLE_FILE_WRITE,
    params: byId,
    body: z.object({ step: z.uuid(), reason: textOf(300).min(2) }),
    answer: tyre,
    refuses: [409],
  }),
  vehicle: endpoint({
    method: 'GET',
    path: '/api/vehicle_tyres/{vehicle}/',
    ids: IDS,
    summary: 'Get the wheels of a vehicle with their tyres, the last measurements and what is due.',
    access: VEHICLE_FILE,
    params: byVehicle,
    answer: vehicleTyres,
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/vehicle_tyres/{vehicle}/moves/',
    ids: IDS,
    summary: 'Fit, remove, rotate and swap tyres of a vehicle: all of the moves, or none.',
    access: VEHICLE_FILE_WRITE,
    params: byVehicle,
    body: tyreMoves,
    answer: vehicleTyres,
  }),
  addReadings: endpoint({
    method: 'POST',
    path: '/api/vehicle_tyres/{vehicle}/readings/',
    ids: IDS,
    summary: 'Add tread depths and pressures of positions of a vehicle.',
    access: VEHICLE_FILE_WRITE,
    params: byVehicle,
    body: tyreReadings,
    answer: vehicleTyres,
    status: 201,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/vehicle_tyres/{vehicle}/settings/',
    ids: IDS,
    summary: 'Set the wheels, the recommended pressures and the limits of a vehicle.',
    access: VEHICLE_FILE_WRITE,
    params: byVehicle,
    body: tyreSettings,
    answer: vehicleTyres,
  }),
} as const;
