import {
  DEVICE_COMMAND_FAILURES,
  DEVICE_COMMAND_KINDS,
  DEVICE_COMMAND_SETTINGS,
  DEVICE_COMMAND_STATES,
  MAX_DEVICE_OUTPUT,
  REPORT_INTERVAL_S,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, id, idText, longId, textOf, utc } from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';
import { PROTOCOLS } from './trackers-shapes.ts';

const READ = { kind: 'module', anyOf: ['Device Commands', 'Immobilise'] } as const;
const WRITE = { ...READ, write: true } as const;
const ADMINISTRATOR = { kind: 'administrator' } as const;

/** Hours that a command waits for its device, at most. */
const MAX_WAIT_HOURS = 7 * 24;
/** Vehicles in one request for positions. */
const MAX_VEHICLES = 500;

const kind = z.enum(DEVICE_COMMAND_KINDS);
const state = z.enum(DEVICE_COMMAND_STATES);
const output = z.int().min(1).max(MAX_DEVICE_OUTPUT);

/** A command with its parameters. */
const instruction = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.enum([
        'position',
        'immobilise',
        'mobilise',
        'reboot',
        'configuration',
        'firmware',
      ] as const),
    }),
    z.object({
      kind: z.literal('interval'),
      seconds: z.int().min(REPORT_INTERVAL_S.min).max(REPORT_INTERVAL_S.max),
    }),
    z.object({ kind: z.literal('output'), output, on: z.boolean() }),
    // Printable ASCII without the marks that end a frame: what every protocol can carry.
    z.object({
      kind: z.literal('custom'),
      text: z
        .string()
        .trim()
        .regex(/^[\x20-\x7e]{1,160}$/, 'Use up to 160 letters, digits and signs without accents'),
    }),
  ])
  .meta({ id: 'DeviceInstruction' });

const command = z
  .object({
    id: longId,
    vehicle: z.object({ id, registration: z.string() }),
    /** The device with its number. */
    tracker: z.object({ id, number: z.string() }),
    instruction,
    state,
    /** It is sent only while the vehicle stands still. */
    waits_for_stop: z.boolean(),
    failure: z.enum(DEVICE_COMMAND_FAILURES).nullable(),
    /** What the device answered. */
    answer: z.string().nullable(),
    reason: z.string(),
    created_by: z.string(),
    created_at: utc,
    expires_at: utc,
    sent_at: utc.nullable(),
    ended_at: utc.nullable(),
  })
  .meta({ id: 'DeviceCommand' });

const device = z
  .object({
    id,
    number: z.string(),
    model: z.string(),
    protocol: z.enum(PROTOCOLS),
    is_connected: z.boolean(),
    last_seen: utc.nullable(),
    /** The commands that it has; `missing` names a setting that an administrator must enter first. */
    commands: z.array(z.object({ kind, missing: z.enum(DEVICE_COMMAND_SETTINGS).nullable() })),
  })
  .meta({ id: 'CommandedDevice' });

const settings = z
  .object({
    has_password: z.boolean(),
    immobiliser_output: output.nullable(),
    immobiliser_cuts_when_on: z.boolean(),
  })
  .meta({ id: 'DeviceCommandSettings' });

/** Commands to the devices of vehicles: queue, delivery, answers, settings. */
export const deviceCommands = {
  offers: endpoint({
    method: 'GET',
    path: '/api/vehicle/{id}/commands/',
    ids: ['R-139'],
    summary: 'Get the devices of a vehicle with the commands that each has.',
    access: READ,
    params: byId,
    answer: z.object({
      devices: z.array(device),
      /** Whether the vehicle stands still: decides when an immobilisation acts. */
      standstill: z.object({
        state: z.enum(['still', 'moving', 'unknown']),
        /** Time of the last position; null without one. */
        at: utc.nullable(),
      }),
      /** Whether the caller may immobilise, and must enter a code of the authenticator app. */
      may_immobilise: z.boolean(),
      needs_code: z.boolean(),
    }),
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/vehicle/{id}/commands/',
    ids: ['R-139'],
    summary:
      'Queue a command for a device of a vehicle. It is sent once, when the device is connected.',
    access: WRITE,
    params: byId,
    body: z.object({
      instruction,
      /** The device; by default the one that was heard last and has the command. */
      tracker: id.optional(),
      expires_in_hours: z.int().min(1).max(MAX_WAIT_HOURS).default(24),
      /** Required to immobilise or mobilise. */
      reason: textOf(300).default(''),
      /** Your password, required to immobilise or mobilise. */
      password: exactText(1024).optional(),
      /** A code of your authenticator app, required for these if you have one. */
      code: textOf(16).optional(),
    }),
    answer: command,
    status: 202,
    refuses: [409, 423],
    ratePerMinute: 60,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/device_commands/',
    ids: ['R-139'],
    summary: 'List commands to devices with their state and answer, newest first.',
    access: READ,
    query: pagedQuery(['created_at']).extend({
      vehicle: idText.optional(),
      tracker: idText.optional(),
      kind: kind.optional(),
      state: state.optional(),
    }),
    answer: paged(command).extend({ count_is_limit: z.boolean() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/device_commands/{id}/',
    ids: ['R-139'],
    summary: 'Get one command.',
    access: READ,
    params: byId,
    answer: command,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/device_commands/{id}/cancel/',
    ids: ['R-139'],
    summary: 'Cancel a command that waits.',
    access: WRITE,
    params: byId,
    answer: command,
    refuses: [409],
  }),
  requestPositions: endpoint({
    method: 'POST',
    path: '/api/device_commands/positions/',
    ids: ['R-139'],
    summary: 'Request the current position of many vehicles. The requests wait at most one hour.',
    access: WRITE,
    body: z.object({ vehicles: z.array(id).min(1).max(MAX_VEHICLES) }),
    answer: z.object({
      /** Number of queued commands. */
      queued: z.int().nonnegative(),
      /** Vehicles without a device that reports its position on request. */
      without: z.array(z.object({ id, registration: z.string() })),
    }),
    status: 202,
    ratePerMinute: 20,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/administration/trackers/{id}/command_settings/',
    ids: ['R-139'],
    summary: 'Get what the commands of a tracker need: password and immobiliser output.',
    access: ADMINISTRATOR,
    params: byId,
    answer: settings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/administration/trackers/{id}/command_settings/',
    ids: ['R-139'],
    summary: 'Set password and immobiliser output of a tracker.',
    access: ADMINISTRATOR,
    params: byId,
    body: z.object({
      /** Null removes it; absent leaves it unchanged. */
      password: z
        .string()
        .regex(/^[\x21-\x2b\x2d-\x7e]{1,20}$/, 'Up to 20 letters and digits, without commas')
        .nullable()
        .optional(),
      immobiliser_output: output.nullable(),
      immobiliser_cuts_when_on: z.boolean(),
    }),
    answer: settings,
  }),
} as const;
