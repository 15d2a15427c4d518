import type { AuditKind } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

/** A record as the log refers to it. */
interface SubjectKey {
  readonly kind: AuditKind;
  readonly id: string;
}

interface NamedTable {
  readonly table: string;
  /** Name of the record `r`. */
  readonly name: RawBuilder<string | null>;
}

const byName = (table: string): NamedTable => ({ table, name: sql`r.name` });
const byReference = (table: string): NamedTable => ({ table, name: sql`r.reference_number` });
/** Records without a name use the registration of their vehicle. */
const byVehicle = (table: string): NamedTable => ({
  table,
  name: sql`(select v.registration from vehicles v where v.id = r.vehicle_id)`,
});

const NAMED: Readonly<Partial<Record<AuditKind, NamedTable>>> = {
  user: { table: 'users', name: sql`r.first_name || ' ' || r.last_name` },
  driver: { table: 'drivers', name: sql`r.first_name || ' ' || r.surname` },
  vehicle: { table: 'vehicles', name: sql`r.registration` },
  tracker: { table: 'trackers', name: sql`r.number` },
  depot: byName('depots'),
  region: byName('regions'),
  customer: byName('customers'),
  schedule_type: byName('schedule_types'),
  activity_type: byName('activity_types'),
  repairer: byName('repairers'),
  geofence: byName('geofences'),
  geofence_group: byName('geofence_groups'),
  geofence_category: byName('geofence_categories'),
  alert_rule: byName('alert_rules'),
  report_schedule: byName('report_schedules'),
  saved_view: byName('saved_views'),
  import_mapping: byName('import_mappings'),
  camera: byName('cameras'),
  investigation_template: { table: 'investigation_templates', name: sql`r.title` },
  defect: byReference('defect_records'),
  inspection: byReference('inspection_records'),
  driver_check: byReference('driver_check_records'),
  vehicle_report: byReference('vehicle_reports'),
  notice_letter: byReference('notice_letters'),
  audit_survey: byReference('audit_surveys'),
  vehicle_document: {
    table: 'vehicle_activities',
    name: sql`coalesce(r.reference_number,
      (select v.registration from vehicles v where v.id = r.vehicle_id))`,
  },
  vehicle_damage: byVehicle('vehicle_damages'),
  schedule: byVehicle('scheduled_activities'),
  vor_entry: byVehicle('vor_entries'),
  video: byVehicle('video_requests'),
  message: byVehicle('vehicle_messages'),
};

/**
 * Whether the id in an entry of a call is the id of a record of this kind. For checks, calls of a
 * depot's lists contain the id of the depot, or the month if they return a PDF.
 */
export const namesRecord = (kind: AuditKind, call: unknown): boolean =>
  kind !== 'driver_check' || String(call ?? '').startsWith('driverChecks.');

/** The key of {@link subjectNames}. */
export const subjectKey = ({ kind, id }: SubjectKey): string => `${kind} ${id}`;

/**
 * Current names of records: reference numbers, registrations and names, by {@link subjectKey}. Records
 * that are deleted, outside the transaction's scope or of a kind without names have no entry.
 */
export async function subjectNames(
  trx: Transaction,
  subjects: readonly SubjectKey[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const kind of new Set(subjects.map((subject) => subject.kind))) {
    const named = NAMED[kind];
    const ids = subjects.flatMap((one) =>
      one.kind === kind && /^\d{1,9}$/.test(one.id) ? [Number(one.id)] : [],
    );
    if (named === undefined || ids.length === 0) continue;
    const { rows } = await sql<{ id: number; name: string | null }>`
      select r.id, ${named.name} as name from ${sql.table(named.table)} r
      where r.id = any(${ids}::int[])`.execute(trx);
    for (const { id, name } of rows) {
      if (name) names.set(subjectKey({ kind, id: String(id) }), name);
    }
  }
  return names;
}
