import { type contract, type ParamsOf, type QueryOf, REPORT_MODULES } from '@roadworthy/contract';
import { allows } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import { badRequest, forbidden } from '../../../platform/errors.ts';

export type ReportKind = ParamsOf<typeof contract.reports.download>['kind'];
type DownloadQuery = QueryOf<typeof contract.reports.download>;
export type ReportFormat = DownloadQuery['format'];
/** Range and filters of a report. */
export type ReportQuery = Omit<DownloadQuery, 'format'>;

/** Supported filters of each kind. */
const CHOICES = {
  trips: ['vehicle', 'vehicles', 'vehicle_group', 'vehicle_groups', 'stops'],
  timesheet_vehicle: ['vehicle', 'vehicle_group'],
  timesheet_driver: ['driver'],
  behaviour: ['vehicle', 'vehicle_group', 'by'],
  mobileye: ['vehicle', 'vehicle_group', 'by'],
  geofence_visits: ['vehicle', 'vehicle_group', 'geofence', 'search'],
  events: ['vehicle', 'vehicle_group', 'driver', 'event', 'search'],
} as const satisfies Record<ReportKind, readonly (keyof ReportQuery)[]>;
const FIELDS = [
  'vehicle',
  'vehicles',
  'driver',
  'vehicle_group',
  'vehicle_groups',
  'geofence',
  'by',
  'search',
  'event',
  'stops',
] as const;

const isGiven = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && (value as unknown[]).length !== 0;

/**
 * Refuses a filter that the kind does not support: the report would contain more than requested.
 *
 * @throws HttpError 400 with the fields
 */
export function refuseUnusedChoices(
  kind: ReportKind,
  given: { readonly [F in (typeof FIELDS)[number]]?: unknown },
): void {
  const unused = FIELDS.filter(
    (field) => isGiven(given[field]) && !(CHOICES[kind] as readonly string[]).includes(field),
  );
  if (unused.length === 0) return;
  const text = 'report.field_not_narrowing';
  throw badRequest('validation.invalid', {
    errors: Object.fromEntries(unused.map((field) => [field, [text]])),
  });
}

/**
 * Requires the module whose screen shows the same data as the report.
 *
 * @throws HttpError 403 without the module
 */
export function refuseWithoutModule(viewer: Viewer, kind: ReportKind): void {
  if (!allows({ kind: 'module', anyOf: [REPORT_MODULES[kind]] }, viewer)) {
    throw forbidden('access.denied');
  }
}
