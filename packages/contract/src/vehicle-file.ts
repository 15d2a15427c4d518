import { VEHICLE_FILE, VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { browserZone, date, exactText, id, idText, textOf, utc, utcInput } from './fields.ts';
import { DOCUMENT } from './form-files.ts';
import { byId, paged, pagedQuery, vehicleType } from './shapes.ts';
import { vehicle } from './vehicles-shapes.ts';

const ADMINISTER = { kind: 'administrator' } as const;

/** A file must be smaller than this (requirement H-57). */
export const DOCUMENT_LIMIT_BYTES = 9_000_000;
/** Export formats; pdf is one file with the documents for an auditor. */
export const ACTIVITY_FORMATS = ['csv', 'xlsx', 'pdf'] as const;

/** "True" and "False" as the specification writes them; small letters as well. */
const flag = z.enum(['True', 'true', 'False', 'false']).transform((text) => /^t/i.test(text));
/** An identity that may come as the text "null", or as 0 for none (requirements G-67, G-68). */
const optionalId = z
  .union([z.literal(['null', '0']), idText])
  .transform((value) => (typeof value === 'number' ? value : undefined))
  .optional();
/** Two days, both included: "DD-MM-YYYY,DD-MM-YYYY" (requirement G-66). */
const dayRange = z.string().regex(/^\d{2}-\d{2}-\d{4},\d{2}-\d{2}-\d{4}$/);
/** YYYY-MM-DD */
const _day = date;
const reference = z.string().regex(/^[A-Z][A-Z0-9_]{1,39}$/);
const name = textOf(90).min(2);

const statusOption = z
  .object({ id, name: exactText(90).min(1), do_not_create_schedule_activities: z.boolean() })
  .meta({ id: 'StatusOption' });

const activityTypeFields = {
  name,
  reference,
  schedule_type: id.nullable(),
  require_user_date_input: z.boolean(),
  use_activity_statuses_on_ui: z.boolean(),
  statuses: z.array(statusOption).max(40),
  internal_use: z.boolean(),
  /** Its vehicle types; none means all. */
  vehicle_types: z.array(vehicleType).max(4),
};
const activityTypeBody = z.object(activityTypeFields).meta({ id: 'ActivityTypeBody' });
const activityType = z.object({ ...activityTypeFields, id }).meta({ id: 'ActivityType' });
const vehicleName = z.object({ id, registration: z.string() });
const placeName = z.object({ id, name: z.string() });

export const vehicleActivity = z
  .object({
    id,
    vehicle: vehicleName,
    depot: placeName.nullable(),
    activity_type: z.object({ id, name: z.string() }),
    activity_type_reference: z.string(),
    description: z.string(),
    /** A code or a text; the status tables of the domain turn it into what a person reads. */
    status: z.string(),
    created_at: utc,
    activity_fulfilled_at: utc.nullable(),
    created_by: z.string(),
    /** Address of the document on this server, for signed-in people. */
    document: z.string().nullable(),
    /** Content type of the document: an image has a preview, a PDF none. */
    document_type: z.string().nullable(),
    record_id: id.nullable(),
    reference_number: z.string().nullable(),
    total_investigations_count: z.int().nonnegative(),
    archived: z.boolean(),
  })
  .meta({ id: 'VehicleActivity' });

/** Filter of the list (requirement G-65); a call takes one of the two ranges. */
const filter = {
  vehicle: optionalId,
  /** By the day of the document, or of the entry where it has none. */
  fulfilled_at_date_range: dayRange.optional(),
  /** By the moment of the entry. */
  date_range: dayRange.optional(),
  depot: optionalId,
  region: optionalId,
  activity_type: optionalId,
  /** Only the newest activity of each item: of a record or a separate document. */
  filter_latest: flag.optional(),
  archived: z
    .union([z.literal('null'), flag])
    .transform((value) => value === true)
    .optional(),
  has_pending_investigations: flag.optional(),
  time_zone: browserZone,
};

const createQuery = z.object({
  /** Whether the next schedule is made: the flag "create schedule" (OP-060). */
  overwrite_task_queue: flag.optional(),
  /** Whether the open schedule is fulfilled: the flag "fulfil" (OP-060). */
  fulfill_scheduled_activity: flag.optional(),
  /** Whether a schedule counts only where its type is for the vehicle's type. */
  filter_schedule_by_vehicle_type: flag.optional(),
  /** Id of the activity type where it has a schedule; `activity_type` is then empty (OP-037). */
  scheduled_activity_type: optionalId,
  /** SAFETY_INSPECTION makes it a manual safety inspection. */
  scheduled_activity_type_reference: z.literal('SAFETY_INSPECTION').optional(),
  /** The time zone of "today" for people without a preferred one. */
  time_zone: browserZone,
});

/** Fields of a new document; the file `document` comes with them. */
const documentFields = z
  .object({
    vehicle: idText,
    /** A reference, an id, or a JSON object with an id; empty where the query names the type. */
    activity_type: exactText(200).default(''),
    /** Name of one of the statuses that are offered. */
    status: textOf(90).default(''),
    description: textOf(90).min(2),
    /** The day at T00:00:00Z (requirement H-48). */
    activity_fulfilled_at: utcInput.optional(),
    /** Of a manual safety inspection. */
    registration: exactText(40).optional(),
  })
  .meta({ id: 'VehicleDocument' });

const trailEntry = z
  .object({
    id,
    at: utc,
    /** Who, or null for the system. */
    by: z.string().nullable(),
    action: z.enum(['created', 'archived', 'restored', 'fulfilled', 'scheduled', 'planned']),
    /** What changed: field, what it was before, what it is now. */
    changes: z.array(
      z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
    ),
  })
  .meta({ id: 'ActivityTrailEntry' });

/** The vehicle file (areas G and H, RP-20 to RP-23). */
export const vehicleFile = {
  activityTypes: endpoint({
    method: 'GET',
    path: '/api/vehicle_activity_types/',
    ids: ['R-163'],
    summary: 'List activity types, for one vehicle type or all.',
    access: VEHICLE_FILE,
    query: pagedQuery(['name']).extend({
      vehicle_type: vehicleType.optional(),
      /** Omits types that only the system and companion apps create. */
      remove_internal_use: flag.optional(),
    }),
    answer: paged(activityType),
  }),
  activityType: endpoint({
    method: 'GET',
    path: '/api/vehicle_activity_types/{id}/',
    ids: ['R-164'],
    summary: 'Get one activity type with its statuses.',
    access: VEHICLE_FILE,
    params: byId,
    answer: activityType,
  }),
  createActivityType: endpoint({
    method: 'POST',
    path: '/api/vehicle_activity_types/',
    ids: ['RP-21'],
    summary: 'Create a type of your own customer.',
    access: ADMINISTER,
    body: activityTypeBody,
    answer: activityType,
    status: 201,
  }),
  changeActivityType: endpoint({
    method: 'PUT',
    path: '/api/vehicle_activity_types/{id}/',
    ids: ['RP-22'],
    summary:
      'Update a type of your own customer. Only a global administrator updates a built-in type.',
    access: ADMINISTER,
    params: byId,
    keepsAbsent: true,
    body: activityTypeBody,
    answer: activityType,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/vehicle_activities/',
    ids: ['R-168'],
    summary: 'List the visible activities, by default by document date, newest first.',
    access: VEHICLE_FILE,
    query: pagedQuery(['created_at', 'activity_fulfilled_at']).extend(filter),
    answer: paged(vehicleActivity).extend({
      /** There are more rows than `count`; further pages exist. */
      count_is_limit: z.boolean(),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/vehicle_activities/',
    ids: ['R-169', 'R-170'],
    summary:
      'Create a document or manual safety inspection. The header Idempotency-Key makes a retry safe.',
    access: VEHICLE_FILE_WRITE,
    query: createQuery,
    files: { document: DOCUMENT },
    multipart: documentFields,
    answer: vehicleActivity.extend({ unqualified_to_approve_schedules: z.boolean() }),
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/vehicle_activities/{id}/',
    ids: ['R-168'],
    summary: 'Get one activity.',
    access: VEHICLE_FILE,
    params: byId,
    answer: vehicleActivity,
  }),
  archive: endpoint({
    method: 'PATCH',
    path: '/api/vehicle_activities/{id}/',
    ids: ['RP-20'],
    summary: 'Archive or restore an activity.',
    access: VEHICLE_FILE_WRITE,
    params: byId,
    body: z.object({ archived: z.boolean() }),
    answer: vehicleActivity,
  }),
  trail: endpoint({
    method: 'GET',
    path: '/api/vehicle_activities/{id}/trail/',
    ids: ['G-45'],
    summary: 'List all changes of an activity and of its schedules: who, when, old and new value.',
    access: VEHICLE_FILE,
    params: byId,
    answer: z.array(trailEntry),
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/vehicle_activities/{id}/document/',
    ids: ['G-25'],
    summary: 'Redirect to the document by a signed, expiring address.',
    access: VEHICLE_FILE,
    params: byId,
    raw: 'redirect',
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/vehicle_activities_export/',
    ids: ['R-168'],
    summary: 'Export the filtered list as CSV or XLSX, or as one PDF with its documents.',
    access: VEHICLE_FILE,
    query: z.object({ ...filter, format: z.enum(ACTIVITY_FORMATS) }),
    raw: 'file',
  }),
  depots: endpoint({
    method: 'GET',
    path: '/api/vehicles_group_list_small/',
    ids: ['R-078', 'R-079'],
    summary: 'List the visible depots for a dropdown; all of them if no page size is given.',
    access: { kind: 'signed-in' },
    query: pagedQuery(['name']).extend({
      pageSize: z.coerce.number().int().min(1).max(400).optional(),
    }),
    answer: z.array(placeName),
  }),
  vehicles: endpoint({
    method: 'GET',
    path: '/api/fmt/paginated_vehicles_v2/',
    ids: ['R-096'],
    summary: 'List the visible vehicles for the autocomplete of a new document.',
    access: { kind: 'signed-in' },
    query: pagedQuery(['registration']),
    answer: paged(vehicle).extend({
      vehicles: z.array(vehicle),
      count_is_limit: z.boolean(),
    }),
  }),
} as const;
