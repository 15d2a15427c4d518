import {
  COUPLING_SOURCES,
  COUPLING_STATES,
  MAX_TRAILERS,
  VEHICLE_FILE,
  VEHICLE_FILE_WRITE,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dateInput, id, idText, int4, textOf, utc, utcInput } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, driverName, paged, pagedQuery } from './shapes.ts';

/** U-P03: only vehicles and trailers in the scope of the person. */
const IDS = ['U-P03'] as const;

const vehicleName = z.object({ id, registration: z.string() });
/** Counted from the vehicle. */
const position = z.int().min(1).max(MAX_TRAILERS);

const coupling = z
  .object({
    id,
    vehicle: vehicleName,
    trailer: vehicleName,
    position,
    coupled_at: utc,
    /** Null while it is coupled. */
    uncoupled_at: utc.nullable(),
    source: z.enum(COUPLING_SOURCES),
    /** The device has not seen the trailer since then, although nobody dropped it; null otherwise. */
    silent_since: utc.nullable(),
    /** The driver who coupled it; null if not known. */
    driver: driverName.nullable(),
    note: z.string(),
    /** Who recorded it; the name of the tracker for one of a device. */
    author: z.string(),
    customer: id,
    version: z.int(),
  })
  .meta({ id: 'Coupling' });

const fields = {
  vehicle: id,
  trailer: id,
  coupled_at: utcInput,
  /** Null while it is coupled. */
  uncoupled_at: utcInput.nullable().default(null),
  driver: id.nullable().default(null),
  note: textOf(500).default(''),
};

const query = pagedQuery(['coupled_at', 'uncoupled_at', 'vehicle', 'trailer']).extend({
  vehicle: idText.optional(),
  trailer: idText.optional(),
  /** Either end: the vehicle or the trailer. */
  asset: idText.optional(),
  depot: idText.optional(),
  state: z.enum(COUPLING_STATES).optional(),
  source: z.enum(COUPLING_SOURCES).optional(),
  /** Days in UTC, both included, on which it was coupled. */
  from: dateInput.optional(),
  to: dateInput.optional(),
});

/** Which trailer was pulled by which vehicle, and when. */
export const couplings = {
  list: endpoint({
    method: 'GET',
    path: '/api/couplings/',
    ids: IDS,
    summary: 'List couplings of trailers, newest first.',
    access: VEHICLE_FILE,
    query,
    answer: paged(coupling).extend({
      count_is_limit: z.boolean(),
      /** Vehicles whose past records are still searched for identifiers that were entered later. */
      searching: z.int().nonnegative(),
    }),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/couplings/export/',
    ids: IDS,
    summary: 'Export the filtered couplings.',
    access: VEHICLE_FILE,
    ratePerMinute: 12,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  couple: endpoint({
    method: 'POST',
    path: '/api/couplings/',
    ids: IDS,
    summary: 'Couple a trailer to a vehicle.',
    access: VEHICLE_FILE_WRITE,
    body: z
      .object({
        ...fields,
        /** Without it, the first free one. */
        position: position.nullable().default(null),
        /** Ends an earlier coupling of the trailer that is still open. */
        replaces: z.boolean().default(false),
      })
      .meta({ id: 'CouplingBody' }),
    answer: coupling,
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/couplings/{id}/',
    ids: IDS,
    summary: 'Get one coupling.',
    access: VEHICLE_FILE,
    params: byId,
    answer: coupling,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/couplings/{id}/',
    ids: IDS,
    summary: 'Correct a coupling.',
    access: VEHICLE_FILE_WRITE,
    params: byId,
    body: z.object({ ...fields, position, version: int4 }).meta({ id: 'CouplingCorrection' }),
    answer: coupling,
  }),
  uncouple: endpoint({
    method: 'POST',
    path: '/api/couplings/{id}/uncouple/',
    ids: IDS,
    summary: 'Uncouple a trailer.',
    access: VEHICLE_FILE_WRITE,
    params: byId,
    body: z.object({ uncoupled_at: utcInput }).meta({ id: 'Uncoupling' }),
    answer: coupling,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/couplings/{id}/',
    ids: IDS,
    summary: 'Delete a coupling that was recorded by mistake. It stays in the audit log.',
    access: VEHICLE_FILE_WRITE,
    params: byId,
    status: 204,
  }),
} as const;
