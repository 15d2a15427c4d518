import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, paged, pagedQuery, utc } from './shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;

export const PROTOCOLS = ['teltonika', 'gt06', 'osmand', 'jt808', 'traccar'] as const;

export const tracker = z
  .object({
    id,
    tracker: z.string(),
    permission: z.string().nullable(),
    model: z.string(),
    protocol: z.enum(PROTOCOLS),
    sim: z.string().nullable(),
    vehicle: id.nullable(),
    registration: z.string().nullable(),
    last_seen: utc.nullable(),
    device_fault: z.enum(['clock_future', 'clock_past']).nullable(),
    customer: id,
  })
  .meta({ id: 'Tracker' });

const unknownDevice = z
  .object({
    identifier: z.string(),
    protocol: z.enum(PROTOCOLS),
    first_seen: utc,
    last_seen: utc,
    attempts: z.int(),
  })
  .meta({ id: 'UnknownDevice' });

/** The part of administration that the device gateway needs (area O). */
export const administration = {
  trackers: endpoint({
    method: 'GET',
    path: '/api/administration/trackers_list/',
    ids: ['R-144'],
    summary: 'The trackers of the customer.',
    access: ADMINISTRATOR,
    query: pagedQuery(['tracker', 'model', 'protocol', 'last_seen']),
    answer: paged(tracker),
  }),
  unknownDevices: endpoint({
    method: 'GET',
    path: '/api/administration/unknown_devices/',
    ids: ['O-21'],
    summary: 'Devices that knocked and are not registered; bounded, newest first.',
    access: ADMINISTRATOR,
    query: pagedQuery(['last_seen', 'identifier', 'protocol', 'attempts']),
    answer: paged(unknownDevice),
  }),
  adoptDevice: endpoint({
    method: 'POST',
    path: '/api/administration/unknown_devices/adopt/',
    ids: ['O-21'],
    summary:
      'Registers an unknown device for a vehicle of the customer; its records are accepted from then on.',
    access: ADMINISTRATOR,
    body: z.object({
      identifier: z.string().trim().min(1).max(64),
      protocol: z.enum(PROTOCOLS),
      model: z.string().trim().max(80).default(''),
      vehicle: id,
    }),
    status: 201,
    answer: tracker,
  }),
} as const;
