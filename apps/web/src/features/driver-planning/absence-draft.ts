import {
  ABSENCE_KINDS,
  type AbsenceKind,
  fromLocalMinute,
  toApiDateTime,
  toLocalMinute,
} from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { addDays } from '../../ui/date-range/calendar.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import type { Chosen } from '../../ui/pickers/kind.ts';
import { type Absence, driverText } from './driver-planning.ts';

/**
 * The fields of an absence. Of whole days, start and end are the first and the last day, YYYY-MM-DD; otherwise
 * YYYY-MM-DDTHH:mm. Both in the zone of the plan.
 */
export interface AbsenceDraft {
  readonly driver: Chosen | null;
  readonly kind: AbsenceKind;
  readonly is_whole_days: boolean;
  readonly start: string;
  readonly end: string;
  readonly note: string;
}

export const ABSENCE_OPTIONS = ABSENCE_KINDS;

/** The values of an absence, or of a new one of one day. */
export function absenceDraft(one: Absence | null, zone: string): AbsenceDraft {
  if (one === null) {
    const day = toLocalMinute(Date.now() + 86_400_000, zone).slice(0, 10);
    return { driver: null, kind: 'holiday', is_whole_days: true, start: day, end: day, note: '' };
  }
  const minute = (time: string) => toLocalMinute(Date.parse(time), zone);
  const isWhole = one.is_whole_days;
  return {
    driver: { id: one.driver.id, name: driverText(one.driver) },
    kind: one.kind,
    is_whole_days: isWhole,
    start: isWhole ? minute(one.start).slice(0, 10) : minute(one.start),
    end: isWhole ? addDays(minute(one.end).slice(0, 10), -1) : minute(one.end),
    note: one.note,
  };
}

/** The same times as whole days, or as hours of them. */
export function withWholeDays(draft: AbsenceDraft, isWhole: boolean): Partial<AbsenceDraft> {
  const day = (value: string) => value.slice(0, 10);
  return isWhole
    ? { is_whole_days: true, start: day(draft.start), end: day(draft.end) }
    : { is_whole_days: false, start: `${day(draft.start)}T08:00`, end: `${day(draft.end)}T12:00` };
}

/** Fields without a value. */
export const checkAbsence = (draft: AbsenceDraft, t: TFunction): Faults =>
  missing(draft, ['start', 'end'], t);

/** The body of a call; null while a time is empty. */
export function absenceBody(draft: AbsenceDraft, zone: string) {
  const { end, is_whole_days: isWhole, kind, note, start } = draft;
  if (start === '' || end === '') return null;
  const utc = (minute: string) => toApiDateTime(fromLocalMinute(minute, zone));
  return {
    kind,
    is_whole_days: isWhole,
    note,
    start: utc(isWhole ? `${start}T00:00` : start),
    end: utc(isWhole ? `${addDays(end, 1)}T00:00` : end),
  };
}
