import {
  ASSET_KINDS,
  BRAKE_CATEGORIES,
  BRAKE_METHODS,
  BRAKE_REASONS,
  BRAKE_REGIMES,
  BRAKE_RESULTS,
  BRAKE_STATEMENTS,
  BRAKE_STATES,
  INTERVAL_REASONS,
  VEHICLE_USES,
} from '@roadworthy/domain';
import { z } from 'zod';
import { date, dateInput, id, int4, textOf, utc } from './fields.ts';
import { vehicleType } from './shapes.ts';

/** Shapes of brake tests. */

const vehicleName = z.object({ id, registration: z.string() });
const percent = z.number().min(0).max(150);
const force = z.number().min(0).max(50_000).nullable().default(null);
const temperature = z.number().min(-40).max(1500).nullable().default(null);

const axle = z.object({
  is_steered: z.boolean().default(false),
  /** Forces in kgf. */
  service_left: force,
  service_right: force,
  secondary_left: force,
  secondary_right: force,
  parking_left: force,
  parking_right: force,
  /** The wheel locked under the service brake. */
  locked_left: z.boolean().default(false),
  locked_right: z.boolean().default(false),
  /** °C before and after a decelerometer test. */
  cold_left: temperature,
  cold_right: temperature,
  hot_left: temperature,
  hot_right: temperature,
});

/** What is entered of a brake assessment. */
const figures = {
  method: z.enum(BRAKE_METHODS),
  /** Load in per cent of the design axle weights. */
  load: percent.nullable().default(null),
  /** The design gross weight in kg, to which efficiencies from forces refer. */
  weight: z.number().min(1).max(150_000).nullable().default(null),
  axles: z.array(axle).max(10).default([]),
  /** Efficiencies as printed, per cent. */
  service: percent.nullable().default(null),
  secondary: percent.nullable().default(null),
  parking: percent.nullable().default(null),
  /** The risk assessment: why no laden roller test was done, and the competent person who wrote it. */
  assessment: textOf(2000).default(''),
  assessed_by: textOf(90).default(''),
  /** A person has reviewed the values of the EBPMS. */
  is_reviewed: z.boolean().default(false),
};
export const brakeFigures = z
  .object({ ...figures, is_annual_test: z.boolean().default(false) })
  .meta({ id: 'BrakeFigures' });

const efficiency = z.object({
  efficiency: z.number().nullable(),
  least: z.number().nullable(),
  is_met: z.boolean().nullable(),
});

export const brakeTest = z
  .object({
    id,
    vehicle: vehicleName,
    /** The inspection that it belongs to; null for a test on its own. */
    inspection: z.object({ id, reference_number: z.string() }).nullable(),
    tested_at: utc,
    tester: z.string(),
    /** The tester is in the register of inspectors and the qualification was valid on the day. */
    is_competent: z.boolean(),
    place: z.string(),
    category: z.enum(BRAKE_CATEGORIES),
    is_annual_test: z.boolean(),
    figures: z.object({ ...figures, axles: z.array(axle) }),
    result: z.enum(BRAKE_RESULTS),
    reasons: z.array(z.enum(BRAKE_REASONS)),
    service: efficiency,
    secondary: efficiency,
    parking: efficiency,
    /** Difference across each axle under the service brake, per cent. */
    imbalances: z.array(z.number().nullable()),
    counts_as_laden: z.boolean(),
    /** An address that expires; null without a print-out. */
    print_out: z.string().nullable(),
    void_reason: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'BrakeTest' });

const statement = z.object({
  code: z.enum(BRAKE_STATEMENTS),
  /** The place in the Guide to maintaining roadworthiness (GMR), for example "GMR 5.3a". */
  reference: z.string(),
  params: z.record(z.string(), z.number()),
});

const category = z.object({
  service: percent,
  secondary: percent.nullable(),
  parking: percent,
});
const limits = z
  .object({
    categories: z.object({
      goods: category,
      trailer: category,
      psv: category,
      light: category,
    }),
    imbalance: percent,
    imbalance_steered: percent,
    load: percent,
    load_least: percent,
    warming: z.number().min(0).max(500),
    warming_difference: z.number().min(0).max(500),
    tests_per_year: z.int().min(1).max(12),
    due_days: z.int().min(0).max(90),
  })
  .meta({ id: 'BrakeLimits' });
export const plan = z
  .object({
    /** Null for the category of the vehicle's type. */
    category: z.enum(BRAKE_CATEGORIES).nullable(),
    regime: z.enum(BRAKE_REGIMES),
    assessment: textOf(2000),
    assessed_by: textOf(90),
    /** The next review of the risk assessment. */
    review_on: dateInput.nullable(),
    /** Weeks between safety inspections to which the operator committed with the licence. */
    licence_weeks: z.int().min(1).max(52).nullable(),
    use: z.enum(VEHICLE_USES).nullable(),
    version: int4,
  })
  .meta({ id: 'BrakePlan' });

const due = {
  state: z.enum(BRAKE_STATES),
  /** The Sunday of the ISO week in which the next is due; null if none is due. */
  due_on: date.nullable(),
  last_tested_at: utc.nullable(),
  /** Tests that count in the last 52 weeks, and those required. */
  counted: z.int().nonnegative(),
  required: z.int().nonnegative(),
  statements: z.array(statement),
};

export const dueRow = z
  .object({
    id,
    registration: z.string(),
    type: vehicleType,
    depot: z.object({ id, name: z.string() }).nullable(),
    category: z.enum(BRAKE_CATEGORIES),
    regime: z.enum(BRAKE_REGIMES),
    ...due,
  })
  .meta({ id: 'BrakeDueRow' });

const interval = z
  .object({
    weeks: z.int().positive(),
    reasons: z.array(z.object({ code: z.enum(INTERVAL_REASONS), weeks: z.int().nullable() })),
    /** The ISO week in which the next inspection is due; null while paused and before the first one. */
    due: z.object({ year: z.int(), week: z.int(), first_day: date, last_day: date }).nullable(),
    state: z.enum(['in_order', 'due', 'overdue', 'paused', 'first_use']),
  })
  .meta({ id: 'InspectionInterval' });

export const vehicleBrakes = z
  .object({
    vehicle: vehicleName,
    kind: z.enum(ASSET_KINDS),
    category: z.enum(BRAKE_CATEGORIES),
    /** The wheels whose tyres an inspection measures, from the front, without spare ones. */
    tyre_positions: z.array(z.string()),
    ...due,
    quarters: z.array(z.object({ start: utc, end: utc, tests: z.int().nonnegative() })),
    interval,
    plan,
    /** Newest first, at most 60. */
    tests: z.array(brakeTest),
    /** The limits by which a new test is assessed. */
    limits,
  })
  .meta({ id: 'VehicleBrakes' });

const weeks = z.int().min(1).max(26);
export const settings = z
  .object({
    limits,
    /** Longest interval between safety inspections by use, weeks. */
    use_weeks: z.object({ light: weeks, general: weeks, arduous: weeks, off_road: weeks }),
  })
  .meta({ id: 'BrakeSettings' });
