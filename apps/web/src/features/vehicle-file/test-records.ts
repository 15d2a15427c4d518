import { type SsoRecord, ssoRecord } from '../../session/sample-records.ts';
import type { Activity } from '../../ui/vehicle-file/activities.ts';
import type { Schedule } from '../schedules/schedules-plan.ts';
import type { ActivityType } from './use-activity-types.ts';

/** An activity for a test. */
export const activity = (id: number, changes: Partial<Activity> = {}): Activity => ({
  id,
  vehicle: { id: 12, registration: 'AB12 CDE' },
  depot: { id: 3, name: 'Leeds' },
  activity_type: { id: 6, name: 'MOT' },
  activity_type_reference: 'MOT',
  description: `Certificate ${id}`,
  status: 'Pass',
  created_at: '2026-11-20T10:30:00Z',
  activity_fulfilled_at: '2026-11-20T00:00:00Z',
  created_by: 'Morgan Manager',
  document: null,
  document_type: null,
  record_id: null,
  reference_number: null,
  total_investigations_count: 0,
  archived: false,
  ...changes,
});

/** An activity type for a test. */
export const activityType = (
  id: number,
  reference: string,
  changes: Partial<ActivityType> = {},
): ActivityType => ({
  id,
  name: reference,
  reference,
  schedule_type: null,
  require_user_date_input: false,
  use_activity_statuses_on_ui: false,
  statuses: [],
  internal_use: false,
  vehicle_types: [],
  ...changes,
});

/** A scheduled item for a test: an MOT, to be planned within the month before its due day. */
export const schedule = (id: number, due: string, changes: Partial<Schedule> = {}): Schedule => ({
  id,
  name: 'MOT',
  category: 'MOT',
  interval: '1y',
  due_date: `${due}T00:00:00Z`,
  due_source: null,
  time_until: '1w 3d 4h',
  vehicle: 12,
  registration: 'AB12 CDE',
  depot: { id: 3, name: 'Leeds' },
  schedule_type: 1,
  state: 'planned',
  planned_date: null,
  earliest_date: '2026-11-05',
  latest_date: due,
  fulfilled_by: null,
  fulfilled_at: null,
  ...changes,
});

/** A record of the sign-on whose flags enable the restricted toggles. */
export const adminRecord = (
  flag: 'IsGlobalAdmin' | 'IsCustomerAdmin' | 'IsUserVehicleAdmin',
  reference = 'datalive',
): SsoRecord => ({
  ...ssoRecord(1, 'Datalive', reference, 'Datalive Admin', 3),
  [flag]: true,
});
