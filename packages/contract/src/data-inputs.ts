import {
  DATA_INPUT_KINDS,
  DATA_INPUT_STATES,
  JSON_PATH_LENGTH,
  JSON_POINTER,
  MAPPED_DISTANCE_UNITS,
  MAPPED_SPEED_UNITS,
  MAPPED_TIME_FORMATS,
  MAPPING_PROBLEMS,
  MOST_MAPPED_ATTRIBUTES,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, id, textOf, utc } from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;
const IDS = ['R-P07'] as const;
const PATH = '/api/administration/data_inputs/';
const ONE = `${PATH}{id}/` as const;

/** A JSON pointer (RFC 6901); empty for the whole message, and for a field that is not mapped. */
const path = exactText(JSON_PATH_LENGTH).regex(
  JSON_POINTER,
  'Enter a path such as /position.latitude',
);
const factor = z.number().min(-1e9).max(1e9);

const mapping = z
  .object({
    records: path,
    only_path: path,
    only_value: exactText(200),
    fields: z.object({
      device: path,
      time: path,
      latitude: path,
      longitude: path,
      valid: path,
      speed: path,
      course: path,
      altitude: path,
      satellites: path,
      ignition: path,
      odometer: path,
    }),
    /** With MQTT: the level of the topic that is the device, from 1; null for the field. */
    topic_level: z.int().min(1).max(20).nullable(),
    time_format: z.enum(MAPPED_TIME_FORMATS),
    speed_unit: z.enum(MAPPED_SPEED_UNITS),
    odometer_unit: z.enum(MAPPED_DISTANCE_UNITS),
    attributes: z
      .array(z.object({ name: exactText(60).min(1), path, scale: factor, offset: factor }))
      .max(MOST_MAPPED_ATTRIBUTES),
  })
  .meta({ id: 'DataInputMapping' });

const fields = {
  name: textOf(90).min(2),
  kind: z.enum(DATA_INPUT_KINDS),
  is_on: z.boolean().default(true),
  /** MQTT: mqtt(s)://host:port or ws(s)://host/path, without credentials. Empty for HTTP. */
  address: exactText(500).default(''),
  /** MQTT: what is subscribed to; + and # are wildcards. */
  topic: exactText(200).default(''),
  username: textOf(200).default(''),
  /** MQTT: names the session at the broker. Empty: the server chooses one. */
  client_id: exactText(100).default(''),
};

const body = z
  .object({
    ...fields,
    mapping,
    /** Absent: the stored one is kept. Empty: none. No answer contains it. */
    password: exactText(500).optional(),
  })
  .meta({ id: 'DataInputBody' });

const input = z
  .object({
    ...fields,
    id,
    mapping,
    /** Whether the mapping names a device; before, nothing is acknowledged. */
    is_mapped: z.boolean(),
    customer: z.object({ id, name: z.string() }),
    has_password: z.boolean(),
    state: z.enum(DATA_INPUT_STATES),
    last_message: utc.nullable(),
    records_stored: z.int().nonnegative(),
    /** Records and whole messages that could not be stored. */
    records_refused: z.int().nonnegative(),
    last_refused: utc.nullable(),
    /** Why, in the language of the reader. */
    last_refusal: z.string().nullable(),
    /** MQTT: since when the broker is connected; null if it is not. */
    connected_since: utc.nullable(),
    /** MQTT: why the last attempt to connect failed, in the language of the reader. */
    connection_error: z.string().nullable(),
    created_at: utc,
    created_by: z.string(),
  })
  .meta({ id: 'DataInput' });

/** The path of the address to which messages are posted. Only the answer that makes it contains it. */
const secretPath = z.string().nullable();

const problem = z.object({
  /** A field of the mapping, an attribute, or `record`. */
  field: z.string(),
  problem: z.enum(MAPPING_PROBLEMS),
  value: z.string().nullable(),
});

const number = z.number().nullable();

const previewedRecord = z
  .object({
    outcome: z.enum(['stored', 'refused', 'ignored']),
    device: z.string().nullable(),
    /** The vehicle of the device; null if the device is not registered or not fitted. */
    vehicle: z.object({ id, registration: z.string() }).nullable(),
    time: utc.nullable(),
    latitude: number,
    longitude: number,
    is_valid: z.boolean(),
    speed_kmh: number,
    course: number,
    altitude_m: number,
    satellites: number,
    ignition: z.boolean().nullable(),
    odometer_m: number,
    attributes: z.array(
      z.object({ name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }),
    ),
    problems: z.array(problem),
  })
  .meta({ id: 'PreviewedRecord' });

/** Inputs for JSON messages of other platforms (docs/data-inputs.md). */
export const dataInputs = {
  list: endpoint({
    method: 'GET',
    path: PATH,
    ids: IDS,
    summary: 'List the data inputs with their state, counts and last refusal.',
    access: ADMINISTRATOR,
    query: pagedQuery(['name', 'kind', 'last_message']),
    answer: paged(input),
  }),
  create: endpoint({
    method: 'POST',
    path: PATH,
    customerWide: true,
    ids: IDS,
    summary: 'Create a data input.',
    access: ADMINISTRATOR,
    body: body.extend({
      /** Another customer's, by a global administrator. */
      customer: id.optional(),
    }),
    answer: input.extend({ secret_path: secretPath }),
    status: 201,
    refuses: [400, 409],
  }),
  read: endpoint({
    method: 'GET',
    path: ONE,
    ids: IDS,
    summary: 'Get one data input, without its credentials.',
    access: ADMINISTRATOR,
    params: byId,
    answer: input,
  }),
  change: endpoint({
    method: 'PUT',
    path: ONE,
    customerWide: true,
    ids: IDS,
    summary: 'Update a data input or its mapping, or switch it off.',
    access: ADMINISTRATOR,
    params: byId,
    body,
    answer: input,
    refuses: [400],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: ONE,
    customerWide: true,
    ids: IDS,
    summary: 'Delete a data input. Its address stops working; what it stored remains.',
    access: ADMINISTRATOR,
    params: byId,
  }),
  rotate: endpoint({
    method: 'POST',
    path: `${ONE}rotate/`,
    customerWide: true,
    ids: IDS,
    summary: 'Replace the address of an HTTP input. The one before stops working at once.',
    access: ADMINISTRATOR,
    params: byId,
    answer: z.object({ secret_path: z.string() }),
    refuses: [409],
  }),
  messages: endpoint({
    method: 'GET',
    path: `${ONE}messages/`,
    customerWide: true,
    ids: IDS,
    summary: 'List the last messages of a data input as they arrived, newest first.',
    access: ADMINISTRATOR,
    params: byId,
    answer: z.object({
      results: z.array(
        z.object({
          id: z.string(),
          received_at: utc,
          topic: z.string(),
          content: z.string(),
          /** The content is longer than what is kept. */
          is_shortened: z.boolean(),
          /** Why not all of it was stored, in the language of the reader; null if it was. */
          refusal: z.string().nullable(),
          problems: z.array(problem),
        }),
      ),
    }),
  }),
  preview: endpoint({
    method: 'POST',
    path: `${PATH}preview/`,
    customerWide: true,
    ids: IDS,
    summary: 'Show what a mapping would store of a message, without storing it.',
    access: ADMINISTRATOR,
    ratePerMinute: 240,
    body: z.object({
      mapping,
      sample: exactText(262_144),
      topic: exactText(500).default(''),
    }),
    answer: z.object({
      /** Why the message cannot be read, in the language of the reader. */
      error: z.string().nullable(),
      /** Records in the message; the answer has the first ones. */
      count: z.int().nonnegative(),
      records: z.array(previewedRecord),
    }),
  }),
} as const;
