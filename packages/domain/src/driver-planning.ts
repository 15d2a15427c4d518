import { HOURS_RULES } from './drivers-hours.ts';

/** Why a driver is away. */
export const ABSENCE_KINDS = ['holiday', 'sick', 'training', 'other'] as const;
export type AbsenceKind = (typeof ABSENCE_KINDS)[number];

/**
 * Absences that must not lower the average of working time (Road Transport (Working Time) Regulations 2005,
 * SI 2005/639, regulation 4).
 */
export const LEAVE_KINDS = ['holiday', 'sick'] as const satisfies readonly AbsenceKind[];

/** A requested absence waits for a manager; only an approved one keeps a driver from shifts. */
export const ABSENCE_STATES = ['requested', 'approved', 'refused'] as const;
export type AbsenceState = (typeof ABSENCE_STATES)[number];

/**
 * What a check of a shift says: the plan breaks a rule, keeps it but needs attention, or cannot be
 * checked because something is missing.
 */
export const PLANNING_LEVELS = ['breaks', 'warns', 'unknown'] as const;
export type PlanningLevel = (typeof PLANNING_LEVELS)[number];

/** The level of a shift: the worst of its findings. */
export const SHIFT_LEVELS = [...PLANNING_LEVELS, 'none'] as const;
export type ShiftLevel = (typeof SHIFT_LEVELS)[number];

/** Levels for a list: `attention` is what breaks a rule or warns. */
export const SHIFT_FILTERS = ['attention', ...SHIFT_LEVELS] as const;
export type ShiftFilterLevel = (typeof SHIFT_FILTERS)[number];

/** Two plans for the same driver or vehicle at one time. They are refused, whatever the reason. */
export const PLANNING_CLASHES = [
  'driver_busy',
  'driver_absent',
  'vehicle_busy',
  'trailer_busy',
] as const;
export type PlanningClash = (typeof PLANNING_CLASHES)[number];

/** What is checked of a planned shift. */
export const PLANNING_CHECKS = [
  ...PLANNING_CLASHES,
  ...HOURS_RULES,
  'reduced_rest',
  'extended_driving',
  'weekly_rest_reduced',
  'no_record',
  'record_ends',
  'no_planned_driving',
  'average_not_full',
  'entitlement',
  'entitlement_restricted',
  'absence_requested',
  'vehicle_off_road',
  'mot',
  'inspection',
] as const;
export type PlanningCheck = (typeof PLANNING_CHECKS)[number];

/** Hours of the longest shift: a day of duty with a crew of two (Regulation (EC) 561/2006, article 8.5). */
export const MAX_SHIFT_HOURS = 30;
/** Days of the longest absence. */
export const MAX_ABSENCE_DAYS = 366;
