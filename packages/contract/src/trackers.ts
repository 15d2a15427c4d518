import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag, id, idText, moment, textOf, utc } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';
import {
  connection,
  failedArrival,
  number,
  PROTOCOLS,
  query,
  rawFrame,
  rawRecord,
  tracker,
  trackerBody,
  unknownDevice,
} from './trackers-shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;

/** Trackers and their records (area O; ). */
export const trackers = {
  list: endpoint({
    method: 'GET',
    path: '/api/administration/trackers_list/',
    ids: ['R-144'],
    summary: 'List the trackers of the customer. The count stops at 10,000.',
    access: ADMINISTRATOR,
    query,
    answer: paged(tracker).extend({ count_is_limit: z.boolean() }),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/administration/trackers_export/',
    ids: ['R-144'],
    summary: 'Export the trackers, up to 10,000 rows.',
    access: ADMINISTRATOR,
    query: query.omit({ page: true, pageSize: true }).extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/vehicles_trackers/',
    ids: ['R-141'],
    summary: 'List the trackers of the customer, by the second of their two paths.',
    access: ADMINISTRATOR,
    query,
    answer: paged(tracker).extend({ count_is_limit: z.boolean() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/vehicles_tracker/{id}/',
    ids: ['O-21'],
    summary: 'Get one tracker.',
    access: ADMINISTRATOR,
    params: byId,
    answer: tracker,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/vehicles_trackers/',
    ids: ['R-142'],
    summary: 'Create a tracker.',
    access: ADMINISTRATOR,
    body: trackerBody,
    answer: tracker,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/vehicles_tracker/{id}/',
    ids: ['R-143'],
    summary: 'Update a tracker. Another vehicle applies from now on.',
    access: ADMINISTRATOR,
    params: byId,
    keepsAbsent: true,
    body: trackerBody,
    answer: tracker,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/vehicles_trackers_delete/',
    ids: ['RP-19'],
    summary: 'Archive a tracker. It is removed from its vehicle; its records stay.',
    access: ADMINISTRATOR,
    body: z.object({ id }),
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/administration/trackers_archive/',
    ids: ['O-21'],
    summary: 'Archive or restore trackers. An archived tracker is fitted to no vehicle.',
    access: ADMINISTRATOR,
    body: z.object({ ids: z.array(id).min(1).max(1000), archived: z.boolean() }),
  }),
  fittings: endpoint({
    method: 'GET',
    path: '/api/administration/tracker_fittings/{id}/',
    ids: ['O-21'],
    summary: 'List the vehicles that a tracker was fitted to, newest first.',
    access: ADMINISTRATOR,
    params: byId,
    answer: z.array(
      z.object({
        vehicle: id,
        registration: z.string(),
        /** Null if it was fitted from the start. */
        fitted_at: utc.nullable(),
        removed_at: utc.nullable(),
      }),
    ),
  }),
  connections: endpoint({
    method: 'GET',
    path: '/api/administration/tracker_connections/{id}/',
    ids: ['O-21'],
    summary: 'List the last 50 connections and 50 refused attempts of a tracker, newest first.',
    access: ADMINISTRATOR,
    params: byId,
    answer: z.array(connection),
  }),
  rawData: endpoint({
    method: 'GET',
    path: '/api/administration/raw_vehicle_data/',
    ids: ['R-145', 'O-22'],
    summary: 'List the records of a tracker in a time range of up to 31 days, newest first.',
    access: ADMINISTRATOR,
    query: z.object({
      tracker_id: idText,
      start: moment,
      end: moment,
      pageSize: z.coerce.number().int().min(1).max(400).default(50),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
    }),
    answer: paged(rawRecord).extend({ count_is_limit: z.boolean() }),
  }),
  rawFrames: endpoint({
    method: 'GET',
    path: '/api/administration/raw_frames/',
    ids: ['R-145', 'O-22'],
    summary:
      'List the last frames of one device, or of all visible devices, as bytes with their decoding, newest first. Limited per device.',
    access: ADMINISTRATOR,
    query: z.object({
      tracker_id: idText.optional(),
      start: moment,
      end: moment,
      /** Only frames that were not understood. */
      not_understood: flag.default(false),
      pageSize: z.coerce.number().int().min(1).max(400).default(50),
      page: z.coerce.number().int().min(1).max(100).default(1),
    }),
    answer: paged(rawFrame),
  }),
  devicePorts: endpoint({
    method: 'GET',
    path: '/api/administration/device_ports/',
    ids: ['O-21'],
    summary: 'List the ports of this server on which devices connect, by protocol.',
    access: ADMINISTRATOR,
    answer: z.array(
      z
        .object({
          protocol: z.enum(PROTOCOLS),
          port: z.int().min(1).max(65_535),
          transports: z.array(z.enum(['tcp', 'udp', 'http'])),
        })
        .meta({ id: 'DevicePort' }),
    ),
  }),
  failedArrivals: endpoint({
    method: 'GET',
    path: '/api/administration/failed_arrivals/',
    ids: ['O-21'],
    summary:
      'List what arrived at the ports of devices in the last 24 hours and was not understood or not allowed, newest first.',
    access: ADMINISTRATOR,
    answer: z.array(failedArrival),
  }),
  unknownDevices: endpoint({
    method: 'GET',
    path: '/api/administration/unknown_devices/',
    ids: ['O-21'],
    summary: 'List unregistered devices that tried to connect, newest first. Limited in number.',
    access: ADMINISTRATOR,
    query: pagedQuery(['last_seen', 'identifier', 'protocol', 'attempts']),
    answer: paged(unknownDevice),
  }),
  adoptDevice: endpoint({
    method: 'POST',
    path: '/api/administration/unknown_devices/adopt/',
    ids: ['O-21'],
    summary:
      'Register an unknown device for a vehicle of the customer. Its records are accepted from then on.',
    access: ADMINISTRATOR,
    body: z.object({
      identifier: number,
      protocol: z.enum(PROTOCOLS),
      model: textOf(80).default(''),
      vehicle: id,
    }),
    status: 201,
    answer: tracker,
  }),
} as const;
