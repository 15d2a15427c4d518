import {
  FEED_KINDS,
  MQTT_VERSIONS,
  NATS_MODES,
  OUTGOING_STREAM_KINDS,
  OUTGOING_STREAM_STARTS,
  OUTGOING_STREAM_STATES,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, id, textOf, utc, utcInput } from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;
const IDS = ['R-P07'] as const;
const PATH = '/api/administration/outgoing_streams/';
const ONE = `${PATH}{id}/` as const;

const fields = {
  name: textOf(90).min(2),
  kind: z.enum(OUTGOING_STREAM_KINDS),
  /** Webhook: http(s)://…; MQTT: mqtt(s)://host:port; NATS: nats|tls://host:port. Without credentials. */
  address: exactText(500).min(1),
  /** Records go to `<topic>/<feed>/<vehicle id>`, for NATS with full stops; empty for a webhook. */
  topic: textOf(200).default(''),
  mqtt_version: z.enum(MQTT_VERSIONS).default('5'),
  nats_mode: z.enum(NATS_MODES).default('jetstream'),
  /** Empty for none, for a webhook, and for a token of NATS, which is the password. */
  username: textOf(200).default(''),
  feeds: z.array(z.enum(FEED_KINDS)).min(1).max(FEED_KINDS.length),
  /** False: only `vehicles` and those of `depots`. */
  all_vehicles: z.boolean(),
  is_on: z.boolean().default(true),
};

const body = z
  .object({
    ...fields,
    vehicles: z.array(id).max(1000).default([]),
    depots: z.array(id).max(400).default([]),
    /** Absent: the stored one is kept. Empty: none. No answer contains it. */
    password: exactText(500).optional(),
  })
  .meta({ id: 'OutgoingStreamBody' });

const stream = z
  .object({
    ...fields,
    id,
    vehicles: z.array(z.object({ id, registration: z.string() })),
    depots: z.array(z.object({ id, name: z.string() })),
    customer: z.object({ id, name: z.string() }),
    has_password: z.boolean(),
    state: z.enum(OUTGOING_STREAM_STATES),
    /** Seconds since which records may wait for the destination. */
    lag: z.int().nonnegative(),
    /** Records that were acknowledged. */
    rows_sent: z.int().nonnegative(),
    last_delivery: utc.nullable(),
    failing_since: utc.nullable(),
    /** Why the last attempt failed, in the language of the reader. */
    last_error: z.string().nullable(),
    next_attempt: utc.nullable(),
    created_at: utc,
    created_by: z.string(),
  })
  .meta({ id: 'OutgoingStream' });

/** Destinations that receive the feeds without asking (docs/outgoing-streams.md). */
export const outgoingStreams = {
  list: endpoint({
    method: 'GET',
    path: PATH,
    ids: IDS,
    summary: 'List the outgoing streams with their state, lag and last error.',
    access: ADMINISTRATOR,
    query: pagedQuery(['name', 'kind', 'last_delivery']),
    answer: paged(stream),
  }),
  create: endpoint({
    method: 'POST',
    path: PATH,
    customerWide: true,
    ids: IDS,
    summary: 'Create an outgoing stream. It sends records from now on.',
    access: ADMINISTRATOR,
    body: body.extend({
      /** Another customer's, by a global administrator. */
      customer: id.optional(),
    }),
    answer: stream.extend({
      /** Signs the requests of a webhook. Only this answer contains it; null for other kinds. */
      secret: z.string().nullable(),
    }),
    status: 201,
    refuses: [400, 409],
  }),
  read: endpoint({
    method: 'GET',
    path: ONE,
    ids: IDS,
    summary: 'Get one outgoing stream, without its credentials.',
    access: ADMINISTRATOR,
    params: byId,
    answer: stream,
  }),
  change: endpoint({
    method: 'PUT',
    path: ONE,
    customerWide: true,
    ids: IDS,
    summary: 'Update an outgoing stream, or pause it. A feed that is added begins now.',
    access: ADMINISTRATOR,
    params: byId,
    body,
    answer: stream,
    refuses: [400, 409],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: ONE,
    customerWide: true,
    ids: IDS,
    summary: 'Delete an outgoing stream.',
    access: ADMINISTRATOR,
    params: byId,
  }),
  test: endpoint({
    method: 'POST',
    path: `${ONE}test/`,
    customerWide: true,
    ids: IDS,
    summary: 'Send a test message without records, and say whether it was acknowledged.',
    access: ADMINISTRATOR,
    ratePerMinute: 12,
    params: byId,
    answer: z.object({
      is_delivered: z.boolean(),
      /** In the language of the reader; null if it was acknowledged. */
      error: z.string().nullable(),
    }),
  }),
  restart: endpoint({
    method: 'POST',
    path: `${ONE}restart/`,
    customerWide: true,
    ids: IDS,
    summary: 'Begin an outgoing stream again: now, at a time, or with all existing records.',
    access: ADMINISTRATOR,
    params: byId,
    body: z.object({
      start: z.enum(OUTGOING_STREAM_STARTS),
      /** With `date`: what was received or changed since then, at most seven days ago. */
      from: utcInput.nullable().default(null),
    }),
    answer: stream,
    refuses: [400],
  }),
  rotate: endpoint({
    method: 'POST',
    path: `${ONE}rotate/`,
    customerWide: true,
    ids: IDS,
    summary: 'Replace the signing secret of a webhook. The one before also signs for 24 hours.',
    access: ADMINISTRATOR,
    params: byId,
    answer: z.object({ secret: z.string() }),
    refuses: [409],
  }),
} as const;
