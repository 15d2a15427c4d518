import {
  ABSENCE_KINDS,
  ABSENCE_STATES,
  DRIVING_REASONS,
  PLANNING_CHECKS,
  PLANNING_LEVELS,
  SHIFT_FILTERS,
  SHIFT_LEVELS,
} from '@roadworthy/domain';
import { z } from 'zod';
import { id, idText, textOf, utc, utcInput } from './fields.ts';
import { driverName } from './shapes.ts';

/** Planners see drivers' hours, so they need the module of those. */
export const PLANNING_READ = {
  kind: 'module',
  anyOf: ['accessTachoGraf'],
  refusesLimited: true,
} as const;
export const PLANNING_WRITE = { ...PLANNING_READ, write: true } as const;
export const SIGNED_IN = { kind: 'signed-in' } as const;
/** U-20: drivers' hours, which a plan must keep. */
export const PLANNING_IDS = ['U-20'] as const;

const vehicleName = z.object({ id, registration: z.string() });
const seconds = z.int().nonnegative();
/** The longest shift, in seconds. */
const drivingInput = z.int().min(0).max(108_000);

/** One answer of a check. Durations in seconds. */
export const planningFinding = z
  .object({
    check: z.enum(PLANNING_CHECKS),
    level: z.enum(PLANNING_LEVELS),
    /** The paragraph of the law, for example "561/2006 Art. 8(2)"; null without one. */
    paragraph: z.string().nullable(),
    /** What the plan reaches, and the limit. */
    actual: seconds.nullable(),
    limit: seconds.nullable(),
    /** Since when, or until when. */
    at: utc.nullable(),
    /** Why the driver may not drive; null without it, and for callers who may not see drivers' files. */
    reason: z.enum(DRIVING_REASONS).nullable(),
    /** A class of vehicles, or how many of how many; empty without one. */
    detail: z.string(),
  })
  .meta({ id: 'PlanningFinding' });

export const plannedShift = z
  .object({
    id,
    driver: driverName,
    vehicle: vehicleName.nullable(),
    trailer: vehicleName.nullable(),
    depot: z.object({ id, name: z.string() }),
    start: utc,
    end: utc,
    /** Planned driving in seconds; null if it is not planned. */
    driving: seconds.nullable(),
    note: z.string(),
    /** Why it was saved although it breaks a rule; empty without. */
    reason: z.string(),
    /** The worst finding when it was last checked: when it was saved, or within half an hour. */
    level: z.enum(SHIFT_LEVELS),
    /** When the driver has seen it as it is now. */
    acknowledged_at: utc.nullable(),
    author: z.string(),
    customer: id,
    version: z.int(),
  })
  .meta({ id: 'PlannedShift' });

/** A shift with what is found now. */
export const checkedShift = plannedShift
  .extend({ findings: z.array(planningFinding) })
  .meta({ id: 'CheckedShift' });

export const shiftFields = {
  driver: id,
  vehicle: id.nullable().default(null),
  trailer: id.nullable().default(null),
  depot: id,
  start: utcInput,
  end: utcInput,
  driving: drivingInput.nullable().default(null),
  note: textOf(500).default(''),
};
/** Needed if the shift breaks a rule of hours, of documents or of the vehicle. */
export const shiftReason = textOf(500).default('');

export const driverAbsence = z
  .object({
    id,
    driver: driverName,
    kind: z.enum(ABSENCE_KINDS),
    start: utc,
    end: utc,
    /** From the first midnight to the last; otherwise hours of a day. */
    is_whole_days: z.boolean(),
    state: z.enum(ABSENCE_STATES),
    note: z.string(),
    /** What the manager answered to a request. */
    answer: z.string(),
    /** Who requested or entered it. */
    author: z.string(),
    decided_by: z.string().nullable(),
    decided_at: utc.nullable(),
    /** Planned shifts of the driver in this time. */
    shifts: z.int().nonnegative(),
    customer: id,
    version: z.int(),
  })
  .meta({ id: 'DriverAbsence' });

export const absenceFields = {
  kind: z.enum(ABSENCE_KINDS),
  start: utcInput,
  end: utcInput,
  is_whole_days: z.boolean().default(true),
  note: textOf(500).default(''),
};

export const shiftFilter = {
  driver: idText.optional(),
  vehicle: idText.optional(),
  depot: idText.optional(),
  level: z.enum(SHIFT_FILTERS).optional(),
};
