import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { browserZone, id, idText, moment, textOf, utc } from './fields.ts';
import { byId, driverName, paged, pagedQuery } from './shapes.ts';

const point = z.object({ lat: z.number().min(-90).max(90), long: z.number().min(-180).max(180) });
/** The largest number of corners of a polygon. */
export const MAX_GEOFENCE_CORNERS = 5000;
const ring = z.array(point).max(MAX_GEOFENCE_CORNERS);
const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/);
const minutes = z
  .int()
  .positive()
  .max(7 * 24 * 60);

const geofenceFields = {
  name: textOf(90).min(2),
  category: id.nullable(),
  groups: z.array(id).max(100),
  colour,
  shape: z.enum(['polygon', 'circle', 'corridor']),
  /** Corners of a polygon (at least 3), or the line of a corridor (at least 2). */
  points: ring,
  /** Rings cut out of a polygon, each of at least 3 corners. */
  holes: z.array(ring.min(3)).max(50).default([]),
  centre: point.nullable(),
  /** metres: of a circle, or half the width of a corridor. */
  radius: z.number().min(5).max(200_000).nullable(),
  alert_on_entry: z.boolean(),
  alert_on_exit: z.boolean(),
  /** Minutes inside after which an alert is raised; null for none. */
  alert_dwell_min: minutes.nullable().default(null),
  /** km/h inside above which an alert is raised; null for none. */
  speed_limit_kmh: z.number().min(5).max(200).nullable().default(null),
};

const geofenceBody = z.object(geofenceFields).meta({ id: 'GeofenceBody' });
export const geofence = z
  .object({
    ...geofenceFields,
    id,
    holes: z.array(ring),
    alert_dwell_min: minutes.nullable(),
    speed_limit_kmh: z.number().nullable(),
    customer: id,
    created_at: utc,
  })
  .meta({ id: 'Geofence' });
const group = z
  .object({ id, GroupName: z.string(), geofence_count: z.int().nonnegative() })
  .meta({ id: 'GeofenceGroup' });
const category = z
  .object({ id, name: z.string(), colour, geofence_count: z.int().nonnegative() })
  .meta({ id: 'GeofenceCategory' });
const visit = z
  .object({
    id,
    geofence: z.object({ id, name: z.string() }),
    vehicle: z.object({ id, registration: z.string() }),
    driver: driverName.nullable(),
    entered_at: utc,
    left_at: utc.nullable(),
    /** Seconds inside, until now for a current visit. */
    dwell_time: z.number(),
    max_speed: z.number(),
  })
  .meta({ id: 'GeofenceVisit' });

const READ = { kind: 'module', anyOf: ['Geofence'] } as const;
const WRITE = { kind: 'module', anyOf: ['Geofence'], write: true } as const;
/** What to delete: the ids of the body, or one in the query. */
const removed = {
  query: z.object({ id: idText.optional() }),
  body: z.object({ ids: z.array(id).max(400).default([]) }),
};
const name = textOf(90).min(2);

/** Geofences, their groups, categories and visits (area M, RP-15, RP-16). */
export const geofences = {
  list: endpoint({
    method: 'GET',
    path: '/api/geofence/',
    ids: ['RP-15'],
    summary: 'List geofences by name, group or category.',
    access: READ,
    query: pagedQuery(['name', 'created_at']).extend({
      group: idText.optional(),
      category: idText.optional(),
    }),
    answer: paged(geofence),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/geofence/',
    ids: ['R-052'],
    summary: 'Create a geofence. It applies to positions of the last 31 days and from now on.',
    access: WRITE,
    body: geofenceBody,
    answer: geofence,
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/geofence/{id}/',
    ids: ['R-054'],
    summary: 'Get one geofence.',
    access: READ,
    params: byId,
    answer: geofence,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/geofence/{id}/',
    ids: ['R-053'],
    summary: 'Update a geofence.',
    access: WRITE,
    params: byId,
    keepsAbsent: true,
    body: geofenceBody,
    answer: geofence,
  }),
  putIntoGroups: endpoint({
    method: 'POST',
    path: '/api/geofence/{id}/',
    ids: ['R-055'],
    summary: 'Replace the groups of a geofence.',
    access: WRITE,
    params: byId,
    body: z.object({ groups: z.array(id).max(100) }),
    answer: geofence,
    status: 200,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/geofence/{id}/',
    ids: ['RP-16'],
    summary: 'Delete a geofence and its visits.',
    access: WRITE,
    params: byId,
  }),
  groups: endpoint({
    method: 'GET',
    path: '/api/geofence_groups/',
    ids: ['R-057'],
    summary: 'List geofence groups.',
    access: READ,
    query: pagedQuery(['GroupName']),
    answer: paged(group),
  }),
  groupList: endpoint({
    method: 'GET',
    path: '/api/geofence_groups_list/',
    ids: ['R-058'],
    summary: 'List all groups with their geofences.',
    access: READ,
    answer: z.array(group.extend({ geofences: z.array(geofence) })),
  }),
  createGroup: endpoint({
    method: 'POST',
    path: '/api/geofence_groups/',
    ids: ['R-056'],
    summary: 'Create a group.',
    access: WRITE,
    body: z.object({ GroupName: name }),
    answer: group,
    status: 201,
  }),
  removeGroups: endpoint({
    method: 'DELETE',
    path: '/api/geofence_groups/',
    ids: ['R-059'],
    summary: 'Delete groups. Their geofences stay.',
    access: WRITE,
    ...removed,
  }),
  categories: endpoint({
    method: 'GET',
    path: '/api/geofence_categories/',
    ids: ['R-061'],
    summary: 'List geofence categories.',
    access: READ,
    query: pagedQuery(['name']),
    answer: paged(category),
  }),
  createCategory: endpoint({
    method: 'POST',
    path: '/api/geofence_categories/',
    ids: ['R-060'],
    summary: 'Create a category.',
    access: WRITE,
    body: z.object({ name, colour }),
    answer: category,
    status: 201,
  }),
  removeCategories: endpoint({
    method: 'DELETE',
    path: '/api/geofence_categories/',
    ids: ['R-062'],
    summary: 'Delete categories. Their geofences stay without a category.',
    access: WRITE,
    ...removed,
  }),
  visits: endpoint({
    method: 'GET',
    path: '/api/geofence_visits/',
    ids: ['M-17'],
    summary: 'List visits to geofences in a range of up to 31 days, newest first.',
    access: READ,
    query: pagedQuery(['entered_at']).extend({
      geofence: idText.optional(),
      vehicle: idText.optional(),
      start: moment,
      end: moment,
      time_zone: browserZone,
    }),
    answer: paged(visit),
  }),
  exportFile: endpoint({
    method: 'GET',
    path: '/api/geofence_export/',
    ids: ['M-17'],
    summary: 'Export all geofences as GeoJSON or KML.',
    access: READ,
    query: z.object({ format: z.enum(['geojson', 'kml']) }),
    raw: 'file',
  }),
  importMany: endpoint({
    method: 'POST',
    path: '/api/geofence_import/',
    ids: ['M-17'],
    summary: 'Import geofences from a file, all or none.',
    access: WRITE,
    body: z.object({ geofences: z.array(geofenceBody).min(1).max(1000) }),
    answer: z.object({ created: z.int() }),
    status: 201,
  }),
} as const;
