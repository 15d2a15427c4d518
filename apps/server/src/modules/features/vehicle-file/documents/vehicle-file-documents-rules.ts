import {
  isStatusFixed,
  MANUAL_INSPECTION_STATUS,
  offeredStatuses,
  toApiDate,
} from '@roadworthy/domain';
import { forbidden, wrongField } from '../../../../platform/errors.ts';
import type { ScheduledVehicle } from '../../schedules/index.ts';
import type { ActivityTypeRow } from '../types/vehicle-file-types.repository.ts';

const DAY_MS = 86_400_000;
/** Requirement H-50. */
const REQUIRED = 'validation.required';
/** Requirement H-44. */
const DOCUMENT_REQUIRED = 'document.image_required';
/** Requirement H-14. */
const INSPECTION_DESCRIPTION = 'Manual Safety Inspection for';

/** A new document as entered. */
export interface Said {
  readonly status: string;
  readonly description: string;
  readonly fulfilledAt: string | undefined;
  readonly hasFile: boolean;
  /** Zone that determines today: the person's, else the browser's; null if neither is known. */
  readonly timeZone: string | null;
}

/** A new document as stored. */
export interface Accepted {
  readonly status: string;
  readonly description: string;
  /** Midnight UTC of the document's day. */
  readonly fulfilledAt: Date | null;
  /** Whether its status has do_not_create_schedule_activities. */
  readonly isSuppressed: boolean;
}

/** The zone where a day begins first: a day that has begun there may be today for a caller. */
const FIRST_ZONE = 'Etc/GMT-14';

/** The day of a document as midnight UTC; refused if it is after today (H-47, H-48). */
function dayOf(text: string, timeZone: string | null, nowMs: number): Date {
  const midnight = Math.floor(Date.parse(text) / DAY_MS) * DAY_MS;
  const today = toApiDate(nowMs, timeZone ?? FIRST_ZONE);
  if (new Date(midnight).toISOString().slice(0, 10) > today) {
    throw wrongField('activity_fulfilled_at', 'validation.date_after_today');
  }
  if (midnight < Date.UTC(1970, 0, 1)) {
    throw wrongField('activity_fulfilled_at', 'validation.year_too_early');
  }
  return new Date(midnight);
}

/**
 * Checks a new document against the rules of its type (requirements H-13 to H-16, H-26 to H-31,
 * H-41 to H-49, OP-009, OP-058).
 *
 * @throws HttpError 403 for a type that only the system creates, 400 with the field otherwise
 */
export function acceptDocument(
  said: Said,
  type: ActivityTypeRow,
  vehicle: ScheduledVehicle,
  nowMs: number,
): Accepted {
  if (type.internal_use)
    throw forbidden({ code: 'document.made_by_system', params: { name: type.name } });
  if (type.vehicle_types.length > 0 && !type.vehicle_types.includes(vehicle.type)) {
    throw wrongField('activity_type', {
      code: 'document.not_for_vehicle_type',
      params: { name: type.name },
    });
  }
  if (type.schedule_type_id !== null && !said.hasFile) {
    throw wrongField('document', DOCUMENT_REQUIRED);
  }
  if (type.require_user_date_input && said.fulfilledAt === undefined) {
    throw wrongField('activity_fulfilled_at', REQUIRED);
  }
  const offered = offeredStatuses(type);
  const given = isStatusFixed(type.reference) && said.status === '' ? offered[0] : undefined;
  const option = given ?? offered.find(({ name }) => name === said.status);
  if (option === undefined) {
    throw wrongField('status', said.status === '' ? REQUIRED : 'document.status_unknown');
  }
  const isInspection = type.reference === 'SAFETY_INSPECTION';
  return {
    status: isInspection ? MANUAL_INSPECTION_STATUS : option.name,
    description: isInspection
      ? `${INSPECTION_DESCRIPTION} ${vehicle.registration}`
      : said.description,
    fulfilledAt:
      said.fulfilledAt === undefined ? null : dayOf(said.fulfilledAt, said.timeZone, nowMs),
    isSuppressed: option.do_not_create_schedule_activities,
  };
}
