import { isStatusFixed, offeredStatuses, type StatusOption } from '@roadworthy/domain';
import { addMonths, type Day } from '../../../ui/date-range/calendar.ts';
import type { ActivityType } from '../use-activity-types.ts';
import type { PanelVehicle } from './panel-vehicles.ts';

/** Requirement H-41. */
export const DESCRIPTION_LENGTH = { min: 2, max: 90 } as const;
/** Requirement H-49. */
const OLD_MONTHS = 6;
const INSPECTION = 'SAFETY_INSPECTION';

/** Fields of a vehicle on which the form depends. */
export type FormVehicle = Pick<PanelVehicle, 'id' | 'registration' | 'type'>;

/** State of the panel (requirements H-01 to H-06, V-24). */
export interface DocumentForm {
  readonly vehicle: FormVehicle | null;
  readonly type: ActivityType | null;
  readonly status: StatusOption | null;
  /** The date of the document; null for none. */
  readonly fulfilledOn: Day | null;
  /** Whether the user confirmed the day (requirement H-21). */
  readonly isDateConfirmed: boolean;
  readonly description: string;
  readonly document: File | null;
}

export const EMPTY_FORM: DocumentForm = {
  vehicle: null,
  type: null,
  status: null,
  fulfilledOn: null,
  isDateConfirmed: true,
  description: '',
  document: null,
};

/** A document type that makes the panel a manual safety inspection (requirement H-13). */
export const isInspection = ({ type }: Pick<DocumentForm, 'type'>): boolean =>
  type?.reference === INSPECTION;

/** Another vehicle, or none: resets the type and everything that depends on it (H-08, H-09). */
export function withVehicle(form: DocumentForm, vehicle: FormVehicle | null): DocumentForm {
  return { ...withType(form, null, '', ''), vehicle };
}

/**
 * Another type (requirements H-10, H-11, H-13 to H-19): description and status of a safety
 * inspection are set and locked, as is the status of a PMI form; for others the description is
 * empty and editable. A type with a day defaults to today, which needs confirmation like a selected
 * one (OP-056).
 *
 * @param inspectionText the description of a manual safety inspection of the vehicle
 */
export function withType(
  form: DocumentForm,
  type: ActivityType | null,
  inspectionText: string,
  today: Day,
): DocumentForm {
  const asksForDay = type?.require_user_date_input === true;
  const fixed = type !== null && isStatusFixed(type.reference);
  return {
    ...form,
    type,
    status: fixed ? (offeredStatuses(type)[0] ?? null) : null,
    description: isInspection({ type }) ? inspectionText : '',
    fulfilledOn: asksForDay ? today : null,
    isDateConfirmed: !asksForDay,
  };
}

/** Another day: needs confirmation; for types without a day, none counts as confirmed (OP-057). */
export function withDay(form: DocumentForm, fulfilledOn: Day | null): DocumentForm {
  const isOptional = form.type?.require_user_date_input !== true;
  return { ...form, fulfilledOn, isDateConfirmed: fulfilledOn === null && isOptional };
}

/** The answer to the prompt: "No" clears the day and leaves it unconfirmed (H-20, H-P01). */
export function withAnswer(form: DocumentForm, isAgreed: boolean): DocumentForm {
  return isAgreed ? { ...form, isDateConfirmed: true } : withDay(form, null);
}

/** Whether a day is more than six months in the past (requirement H-49). */
export const isOld = (day: Day, today: Day): boolean => day < addMonths(today, -OLD_MONTHS);

/** The error of the description; null if valid (requirements H-41, H-50 to H-52). */
export function descriptionFault(
  description: string,
): { readonly key: string; readonly length: number } | null {
  const { length } = description.trim();
  const { min, max } = DESCRIPTION_LENGTH;
  if (length === 0) return { key: 'vehicleFile.required', length };
  if (length < min) return { key: 'vehicleFile.minLength', length: min };
  return length > max ? { key: 'vehicleFile.maxLength', length: max } : null;
}

/** Whether the form can be sent (requirements H-22, H-42, H-43, H-46). */
export function isValid(form: DocumentForm): boolean {
  return (
    form.vehicle !== null &&
    form.type !== null &&
    // The server requires a status for every type.
    form.status !== null &&
    form.isDateConfirmed &&
    descriptionFault(form.description) === null
  );
}

/** A type with a schedule needs a document (requirement H-44, OP-058). */
export const lacksDocument = ({ type, document }: DocumentForm): boolean =>
  type !== null && type.schedule_type !== null && document === null;

/** Whether the activity fulfils its schedule and creates the next one (H-23, OP-007). */
export const makesSchedule = ({ type, status }: DocumentForm): boolean =>
  type !== null &&
  type.schedule_type !== null &&
  status?.do_not_create_schedule_activities !== true;

/** Whether closing the panel would lose input. */
export const isTouched = (form: DocumentForm): boolean =>
  form.type !== null || form.description !== '' || form.document !== null;

const flag = (isOn: boolean) => (isOn ? ('True' as const) : ('False' as const));

/**
 * Query and fields of the call (requirements H-48, H-63, H-64, H-66, OP-037, OP-060). A scheduled
 * type is sent as a parameter, and its field is empty.
 */
export function requestOf(form: DocumentForm) {
  const { vehicle, type } = form;
  const isScheduled = type?.schedule_type != null;
  const makes = flag(makesSchedule(form));
  // The server cuts today in this zone if the user has no preference.
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const query = isInspection(form)
    ? { scheduled_activity_type_reference: INSPECTION, overwrite_task_queue: makes, time_zone }
    : {
        overwrite_task_queue: makes,
        fulfill_scheduled_activity: makes,
        filter_schedule_by_vehicle_type: 'True' as const,
        scheduled_activity_type: isScheduled ? type?.id : undefined,
        time_zone,
      };
  const fields = {
    vehicle: String(vehicle?.id ?? ''),
    activity_type: isScheduled && !isInspection(form) ? '' : (type?.reference ?? ''),
    status: form.status?.name ?? '',
    description: form.description.trim(),
    // That day at midnight UTC, in every time zone.
    ...(form.fulfilledOn === null
      ? {}
      : { activity_fulfilled_at: `${form.fulfilledOn}T00:00:00Z` }),
    ...(isInspection(form) ? { registration: vehicle?.registration ?? '' } : {}),
  };
  return { query, fields };
}
