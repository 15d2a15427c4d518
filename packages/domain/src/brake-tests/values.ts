import { type AssetKind, isPowered, isTrailer, kindOf } from '../asset-kinds.ts';
import type { VehicleType } from '../vehicles.ts';

/** Kinds of vehicles with brake limits of their own. */
export const BRAKE_CATEGORIES = ['goods', 'trailer', 'psv', 'light'] as const;
export type BrakeCategory = (typeof BRAKE_CATEGORIES)[number];

/** How the brake performance of a vehicle was assessed. */
export const BRAKE_METHODS = [
  'laden_roller',
  'unladen_roller',
  'decelerometer',
  'ebpms',
  'risk_assessment',
] as const;
export type BrakeMethod = (typeof BRAKE_METHODS)[number];

/** How the operator meets the rule of four laden roller tests a year. */
export const BRAKE_REGIMES = ['roller', 'ebpms', 'risk_assessment'] as const;
export type BrakeRegime = (typeof BRAKE_REGIMES)[number];

/** Results of one assessment: measured and met, below a limit, not complete, or not measured. */
export const BRAKE_RESULTS = ['met', 'below', 'incomplete', 'not_measured'] as const;
export type BrakeResult = (typeof BRAKE_RESULTS)[number];

/** Reasons for the result `below`. */
export const BELOW_REASONS = [
  'service_below',
  'secondary_below',
  'parking_below',
  'imbalance',
  'imbalance_steered',
  'brake_cold',
  'temperature_uneven',
] as const;

/** Reasons for the result `incomplete`. */
export const INCOMPLETE_REASONS = [
  'service_missing',
  'secondary_missing',
  'parking_missing',
  'load_missing',
  'load_too_low',
  'temperatures_missing',
  'assessment_missing',
  'ebpms_not_reviewed',
  'decelerometer_trailer',
] as const;

/** Why an assessment has its result. */
export const BRAKE_REASONS = [
  ...BELOW_REASONS,
  ...INCOMPLETE_REASONS,
  'passed_on_locks',
  'parking_uneven',
  'load_reduced',
  'not_laden',
] as const;
export type BrakeReason = (typeof BRAKE_REASONS)[number];

/** Whether a vehicle has its brake tests, from the best to the worst. */
export const BRAKE_STATES = ['in_order', 'due', 'overdue', 'paused', 'not_required'] as const;
export type BrakeState = (typeof BRAKE_STATES)[number];

/** What the statement of a vehicle says. */
export const BRAKE_STATEMENTS = [
  'not_required',
  'next_test',
  'no_test',
  'test_late',
  'too_few',
  'quarter_empty',
  'last_below',
  'off_road',
  'ebpms_current',
  'ebpms_missing',
  'assessment_current',
  'assessment_missing',
  'assessment_expired',
  'annual_test_missing',
] as const;
export type BrakeStatementCode = (typeof BRAKE_STATEMENTS)[number];

/** How hard a vehicle works, which decides how often it is inspected. */
export const VEHICLE_USES = ['light', 'general', 'arduous', 'off_road'] as const;
export type VehicleUse = (typeof VEHICLE_USES)[number];

/** Why a vehicle has its inspection interval, and what is wrong with it. */
export const INTERVAL_REASONS = [
  'licence',
  'age',
  'use',
  'schedule',
  'longest',
  'schedule_too_long',
  'schedule_too_short',
  'first_use',
  'before_return',
] as const;
export type IntervalReason = (typeof INTERVAL_REASONS)[number];

/** The longest interval by use, in weeks. */
export type UseWeeks = Readonly<Record<VehicleUse, number>>;

/**
 * Longest intervals by use: lightly loaded 13 weeks, general haulage 10, constant heavy loads 8 (Guide to
 * maintaining roadworthiness, safety inspection intervals); off-road work 6 is the default of this product.
 */
export const DEFAULT_USE_WEEKS: UseWeeks = { light: 13, general: 10, arduous: 8, off_road: 6 };

/** Minimum efficiencies in per cent; null where the category has no such brake test. */
export interface CategoryLimits {
  readonly service: number;
  readonly secondary: number | null;
  readonly parking: number;
}

/** Limits of brake tests: data of an installation or a customer. */
export interface BrakeLimits {
  readonly categories: Readonly<Record<BrakeCategory, CategoryLimits>>;
  /** Largest difference across an axle, per cent of the larger force; steered axles are dangerous above the second. */
  readonly imbalance: number;
  readonly imbalance_steered: number;
  /** Load at which a test counts as laden, and the least if the design prevents more; per cent of the design weight. */
  readonly load: number;
  readonly load_least: number;
  /** How much each brake must warm up in a decelerometer test, and differ at most across an axle; °C. */
  readonly warming: number;
  readonly warming_difference: number;
  /** Laden roller tests in a year, and days before the due week from which one is shown as due. */
  readonly tests_per_year: number;
  readonly due_days: number;
}

/**
 * The limits of an installation that has set none. Goods vehicles: 50, 25 and 16 per cent at the annual
 * test. A test is laden from 65 per cent of the design axle weight; DVSA accepts down to 50 where the
 * design prevents more. The limits of trailers, passenger vehicles and light vehicles, and those of
 * temperatures, are defaults that an administrator checks against the inspection manual of the vehicle.
 */
export const DEFAULT_BRAKE_LIMITS: BrakeLimits = {
  categories: {
    goods: { service: 50, secondary: 25, parking: 16 },
    trailer: { service: 45, secondary: null, parking: 16 },
    psv: { service: 50, secondary: 25, parking: 16 },
    light: { service: 50, secondary: null, parking: 16 },
  },
  imbalance: 30,
  imbalance_steered: 50,
  load: 65,
  load_least: 50,
  warming: 10,
  warming_difference: 40,
  tests_per_year: 4,
  due_days: 14,
};

/**
 * The brake category of a vehicle: the one that its plan names, else the one of its kind, else of its type.
 *
 * @param kind the stored kind; null for the one of the type
 */
export function brakeCategoryOf(
  type: VehicleType,
  kind: AssetKind | null,
  planned: BrakeCategory | null,
): BrakeCategory {
  if (planned !== null) return planned;
  const known = kindOf(type, kind);
  if (isTrailer(known)) return 'trailer';
  if (known === 'bus') return 'psv';
  return type === 'STR' && isPowered(known) ? 'goods' : 'light';
}
