import { CHECK_TYPES, DAMAGE_SEVERITIES, DAMAGE_ZONES } from '@roadworthy/domain';
import { z } from 'zod';
import { browserZone, date, id, idText, moment, utc } from './fields.ts';
import { checkedItem, recordText, vehicleName } from './record-shapes.ts';
import { paged, vehicleType } from './shapes.ts';

/** Answers of Vehicle Check (shapes "Vehicle check" of the catalogue). */

const count = z.int().nonnegative();
const place = z.object({ id, name: z.string() });
const drawnVehicle = vehicleName.extend({ type: vehicleType });
/** Addresses that expire. */
const photos = z.array(z.string());
/** A share from 0 to 1; null without a total. */
const share = z.number().min(0).max(1).nullable();

const dayFigures = z.object({
  day: date,
  /** Vehicles that were used, or checked, on the day. */
  due: count,
  /** Of these, those with a standard or a driver check on the day. */
  done: count,
  /** Standard and driver checks of the day, those without a defect, and those marked as too short. */
  checks: count,
  nil: count,
  short: count,
});

/** Figures of a range of days: the same for a region, a depot and a vehicle. */
const checkFigures = {
  start_date: date,
  end_date: date,
  /** Vehicles and days: how many daily checks were due in the range, and how many were done. */
  due: count,
  done: count,
  /** The share of `due` that was done. */
  done_rate: share,
  /** The share of the standard and driver checks of the range that found nothing. */
  nil_defect_rate: share,
  /** Checks of the range that took less time than a thorough check needs. */
  short_checks: count,
  /** Defects that are not signed off, and those of them that should have been by now. */
  defects_open: count,
  defects_overdue: count,
  open_damages: count,
  /** Every day of the range, the first one first; days without anything too. */
  trend: z.array(dayFigures),
  /** Reports in the range. */
  reports: z.record(z.enum(CHECK_TYPES), count),
};

const placeFigures = {
  ...place.shape,
  vehicles: count,
  /** Vehicles with a standard or driver check on the last day of the range. */
  checked_today: count,
  /** Vehicles that were used on that day without a check: due less done of the trend's last day. */
  missing_checks: count,
  off_road: count,
  ...checkFigures,
};

export const depotFigures = z.object(placeFigures).meta({ id: 'DepotStats' });
export const regionFigures = z.object(placeFigures).meta({ id: 'RegionStats' });
export const vehicleFigures = z
  .object({
    vehicle: drawnVehicle,
    is_off_road: z.boolean(),
    /** The newest standard or driver check. */
    last_check: utc.nullable(),
    ...checkFigures,
  })
  .meta({ id: 'VehicleCheckStats' });

/** A check, and where the screens show it; no depot if the caller may not see it. */
export const checkPlace = z
  .object({ id, type: z.enum(CHECK_TYPES), depot: id.nullable() })
  .meta({ id: 'CheckPlace' });

/** A vehicle on a day, as the figures count it. */
export const dayVehicle = z
  .object({
    vehicle: drawnVehicle,
    /** Standard and driver checks of the day. */
    checks: count,
    /** The newest of them. */
    report: checkPlace.extend({ date: utc }).nullable(),
    /** It was driven on the day. */
    is_used: z.boolean(),
    is_off_road: z.boolean(),
    open_damages: count,
    defects_open: count,
    defects_overdue: count,
  })
  .meta({ id: 'DayVehicle' });

/** Sums of all vehicles that match, not of a page only. */
export const dayVehicleSums = z.object({
  checks: count,
  open_damages: count,
  defects_open: count,
  defects_overdue: count,
});

const reportFields = {
  id,
  type: z.enum(CHECK_TYPES),
  reference_number: z.string(),
  date: utc,
  vehicle: drawnVehicle,
  /** The driver, or the author. */
  driver: z.string().nullable(),
  /** Metres. */
  odometer: z.int().nullable(),
  result: z.enum(['pass', 'fail']),
  /** Items with a defect. */
  defects: count,
  /** Seconds; null if the start is unknown. */
  duration: z.int().nullable(),
  /** It took less time than a thorough check needs. */
  is_short: z.boolean(),
};
export const reportRow = z.object(reportFields).meta({ id: 'ReportRow' });

export const damageRow = z
  .object({
    id,
    vehicle: drawnVehicle,
    reported_at: utc,
    reported_by: z.string(),
    part: z.enum(DAMAGE_ZONES),
    description: z.string(),
    severity: z.enum(DAMAGE_SEVERITIES),
    photos,
    fixed_at: utc.nullable(),
    fixed_by: z.string().nullable(),
    /** The report that contained it. */
    report: id.nullable(),
  })
  .meta({ id: 'DamageRow' });

export const reportDetails = z
  .object({
    ...reportFields,
    depot: place.nullable(),
    place: z.string().nullable(),
    /** The findings take the vehicle off the road. */
    takes_off_road: z.boolean(),
    items: z.array(checkedItem),
    /** All photographs of the report. */
    photos,
    signature: z.string().nullable(),
    signed_name: z.string().nullable(),
    declaration: z.string(),
    /** The defect record of the findings. */
    defect: id.nullable(),
    /** Damages that came with the report. */
    damages: z.array(damageRow),
  })
  .meta({ id: 'ReportDetails' });

export const damagedVehicleRow = z
  .object({
    vehicle: drawnVehicle,
    open_damages: count,
    major_damages: count,
    oldest: utc,
    off_road: z.boolean(),
  })
  .meta({ id: 'DamagedVehicleRow' });

const letterFields = {
  id,
  reference_number: z.string(),
  date: utc,
  vehicle: vehicleName,
  driver: z.string().nullable(),
  subject: z.string(),
};
export const noticeLetterRow = z.object(letterFields).meta({ id: 'NoticeLetterRow' });
export const noticeLetter = z
  .object({
    ...letterFields,
    depot: place.nullable(),
    text: z.string(),
    signature: z.string().nullable(),
    signed_name: z.string().nullable(),
  })
  .meta({ id: 'NoticeLetter' });

export const surveyItem = z.object({
  question: recordText.min(2).max(200),
  answer: recordText,
  ok: z.boolean(),
  comment: recordText.nullable().default(null),
});
export const auditSurvey = z
  .object({
    id,
    reference_number: z.string(),
    date: utc,
    depot: place,
    vehicle: vehicleName.nullable(),
    auditor: z.string(),
    /** The share of the items that is in order, in whole per cent. */
    score: z.int().min(0).max(100).nullable(),
    items: z.array(surveyItem),
    note: z.string(),
  })
  .meta({ id: 'AuditSurvey' });

/** A damage of a report, as sent in the field `damages` of RP-27. */
export const reportedDamage = z.object({
  part: z.enum(DAMAGE_ZONES),
  description: recordText.min(2),
  severity: z.enum(DAMAGE_SEVERITIES),
  /** Which of the photographs show it, counted from 1 as they are sent. */
  photos: z.array(z.int().positive().max(20)).max(20).default([]),
});

/** The days of a list, in the person's zone; one end is enough (L-13). */
export const range = {
  start_date: moment.optional(),
  end_date: moment.optional(),
  vehicle: idText.optional(),
  time_zone: browserZone,
};

/**
 * A list, counted up to 10,000, with the address of the same rows as CSV: all that the filter
 * leaves, 10,000 at most.
 */
export const listed = <T extends z.core.SomeType>(row: T) =>
  paged(row).extend({ count_is_limit: z.boolean(), csv: z.string() });

/** The query of a record that can be a PDF. */
export const asPdf = { pdf: z.enum(['true', 'false']).default('false'), time_zone: browserZone };
