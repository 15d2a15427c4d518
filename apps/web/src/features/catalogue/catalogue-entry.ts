import type { AnswerOf, contract } from '@roadworthy/contract';

export type Entry = AnswerOf<typeof contract.catalogue.read>;
export type ListKind = 'activity_type' | 'schedule_type' | 'repairer' | 'geofence_category';
export type VehicleType = Entry['vehicle_types'][number];

/** Form values of a schedule type. */
export interface ScheduleTypeDraft {
  readonly name: string;
  readonly category: string;
  readonly interval: string;
  readonly window: string;
  readonly vehicle_types: readonly VehicleType[];
}

/** Form values of an activity type. */
export interface ActivityTypeDraft {
  readonly name: string;
  readonly reference: string;
  readonly schedule_type: number | null;
  readonly require_user_date_input: boolean;
  readonly use_activity_statuses_on_ui: boolean;
  readonly internal_use: boolean;
  readonly statuses: Entry['statuses'];
  readonly vehicle_types: readonly VehicleType[];
}

/** Form values of a repairer. */
export interface RepairerDraft {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly customer: number | null;
}

/** Form values of a geofence category. */
export interface CategoryDraft {
  readonly name: string;
  readonly colour: string;
  readonly customer: number | null;
}

/** Blue of the built-in geofences. */
const FIRST_COLOUR = '#336699';

export const scheduleTypeDraft = (one: Entry | null): ScheduleTypeDraft => ({
  name: one?.name ?? '',
  category: one?.category ?? '',
  interval: one?.interval ?? '',
  window: one?.window ?? '',
  vehicle_types: one?.vehicle_types ?? [],
});

export const activityTypeDraft = (one: Entry | null): ActivityTypeDraft => ({
  name: one?.name ?? '',
  reference: one?.reference ?? '',
  schedule_type: one?.schedule_type ?? null,
  require_user_date_input: one?.require_user_date_input ?? false,
  use_activity_statuses_on_ui: one?.use_activity_statuses_on_ui ?? false,
  internal_use: one?.internal_use ?? false,
  statuses: one?.statuses ?? [],
  vehicle_types: one?.vehicle_types ?? [],
});

export const repairerDraft = (one: Entry | null): RepairerDraft => ({
  name: one?.name ?? '',
  email: one?.email ?? '',
  phone: one?.phone ?? '',
  customer: null,
});

export const categoryDraft = (one: Entry | null): CategoryDraft => ({
  name: one?.name ?? '',
  colour: one?.colour ?? FIRST_COLOUR,
  customer: null,
});

/** The request body of a call that can name a customer. */
export function withOwner<Draft extends { readonly customer: number | null }>({
  customer,
  ...draft
}: Draft) {
  return { ...draft, ...(customer === null ? {} : { customer }) };
}
