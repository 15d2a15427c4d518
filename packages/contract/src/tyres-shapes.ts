import {
  ODOMETER_SOURCES,
  REMOVED_TO,
  SCRAP_REASONS,
  TYRE_CAUSES,
  TYRE_EVENTS,
  TYRE_READING_SOURCES,
  TYRE_STATES,
  TYRE_STATUSES,
} from '@roadworthy/domain';
import { z } from 'zod';
import { date, dateInput, id, int4, longId, textOf, utc, utcInput } from './fields.ts';

const named = z.object({ id, name: z.string() });
const vehicle = z.object({ id, registration: z.string() });
const treadInput = z.number().min(0).max(40).nullable().default(null);
const amount = z.number().min(0).max(100_000).multipleOf(0.01).nullable().default(null);
/** Metres: at most three million kilometres. */
const odometer = z.int().min(0).max(3_000_000_000).nullable().default(null);

const treadOrNull = z.number().nullable();

/** What is due for a tyre, and why. */
const finding = z.object({
  rule: z.enum([...TYRE_CAUSES, 'age_advice', 'no_tread']),
  /** From then on; null for what is only said. */
  on: date.nullable(),
  /** By a measurement or a mark, not by a forecast. */
  is_certain: z.boolean(),
  /** Of the tread, mm. */
  limit_mm: treadOrNull,
});

const tyreFields = {
  serial: z.string(),
  make: z.string(),
  model: z.string(),
  size: z.string(),
  load_index: z.string(),
  speed_rating: z.string(),
  /** Week and year of manufacture (WWYY); null if no date code is legible. */
  dot_week: z.string().nullable(),
  is_retread: z.boolean(),
  retread_number: z.string(),
  retreaded_on: date.nullable(),
  new_tread_mm: treadOrNull,
  /** Without VAT, in the currency of the customer. */
  cost: z.number().nullable(),
  /** The day of its purchase; null if nobody entered it. */
  bought_on: date.nullable(),
  note: z.string(),
};

export const tyreRow = z
  .object({
    id,
    ...tyreFields,
    status: z.enum(TYRE_STATUSES),
    depot: named.nullable(),
    retreader: z.string(),
    scrap_reason: z.enum(SCRAP_REASONS).nullable(),
    /** Where it is fitted. */
    vehicle: vehicle.nullable(),
    position: z.string().nullable(),
    fitted_at: utc.nullable(),
    /** The last measurement. */
    tread_mm: treadOrNull,
    tread_at: utc.nullable(),
    /** Metres since it was new or retreaded. */
    run_m: z.number().nullable(),
    /** Wear by distance, mm per metre. */
    wear_mm_per_m: z.number().nullable(),
    /** From then on it must be changed; null if no day is known. */
    change_on: date.nullable(),
    change_cause: z.enum(TYRE_CAUSES).nullable(),
    /** Null for a tyre that is not fitted. */
    state: z.enum(TYRE_STATES).nullable(),
    customer: id,
    version: z.int(),
  })
  .meta({ id: 'TyreRow' });

export const tyre = tyreRow
  .extend({
    /** The day from which its age counts. */
    age_from: date.nullable(),
    findings: z.array(finding),
    /** Newest first. */
    history: z.array(
      z.object({
        id: longId,
        kind: z.enum(TYRE_EVENTS),
        at: utc,
        vehicle: vehicle.nullable(),
        position: z.string().nullable(),
        depot: named.nullable(),
        odometer_m: z.number().nullable(),
        tread_mm: treadOrNull,
        cost: z.number().nullable(),
        note: z.string(),
        author: z.string(),
        /** A step that was entered by mistake and taken back. */
        undone: z.object({ at: utc, by: z.string(), reason: z.string() }).nullable(),
      }),
    ),
    /** Tread depths since it was new or retreaded, oldest first. */
    treads: z.array(
      z.object({
        at: utc,
        tread_mm: z.number(),
        run_m: z.number().nullable(),
        source: z.enum(TYRE_READING_SOURCES),
      }),
    ),
    /** Limit of the tread where it is fitted, mm. */
    limit_mm: treadOrNull,
    /** The last fitting, rotation or removal, which can be undone; null for none. */
    undo: z
      .object({
        step: z.string(),
        /** How many tyres it moved. */
        tyres: z.int(),
      })
      .nullable(),
  })
  .meta({ id: 'Tyre' });

/** Days of the chart of pressures. */
export const TYRE_PRESSURE_DAYS = ['7', '31', '91', '396'] as const;

export const tyrePressures = z
  .object({
    pressures: z.array(
      z.object({
        at: utc,
        pressure_kpa: z.number(),
        temperature_c: z.number().nullable(),
        source: z.enum(['office', 'inspection', 'sensor']),
      }),
    ),
  })
  .meta({ id: 'TyrePressures' });

export const tyreBody = z
  .object({
    serial: textOf(40).min(1),
    make: textOf(60).min(1),
    model: textOf(60).default(''),
    size: textOf(40).min(1),
    load_index: textOf(20).default(''),
    speed_rating: textOf(5).default(''),
    dot_week: textOf(4).nullable().default(null),
    is_retread: z.boolean().default(false),
    retread_number: textOf(40).default(''),
    retreaded_on: dateInput.nullable().default(null),
    new_tread_mm: z.number().min(0.1).max(40).nullable().default(null),
    cost: amount,
    bought_on: dateInput.nullable().default(null),
    /** Where it is in stock. It is kept on a change. */
    depot: id.nullable().default(null),
    note: textOf(500).default(''),
    version: int4.optional(),
  })
  .meta({ id: 'TyreBody' });

/** A move of one tyre to a position, or off the vehicle. */
const move = z.object({
  tyre: id,
  /** Null to take it off. */
  position: textOf(60).min(1).nullable().default(null),
  /** Where a removed tyre goes. */
  to: z.enum(REMOVED_TO).default('in_stock'),
  depot: id.nullable().default(null),
  retreader: textOf(90).default(''),
  reason: z.enum(SCRAP_REASONS).nullable().default(null),
  tread_mm: treadInput,
  note: textOf(300).default(''),
});

export const tyreMoves = z
  .object({
    at: utcInput,
    odometer_m: odometer,
    moves: z.array(move).min(1).max(48),
  })
  .meta({ id: 'TyreMoves' });

export const tyreStep = z
  .object({
    step: z.enum(['store', 'send', 'return', 'scrap']),
    at: utcInput,
    depot: id.nullable().default(null),
    retreader: textOf(90).default(''),
    retread_number: textOf(40).default(''),
    retreaded_on: dateInput.nullable().default(null),
    /** Tread of the retreaded tyre. */
    new_tread_mm: z.number().min(0.1).max(40).nullable().default(null),
    /** Of the retreading. */
    cost: amount,
    reason: z.enum(SCRAP_REASONS).nullable().default(null),
    note: textOf(300).default(''),
  })
  .meta({ id: 'TyreStep' });

export const tyreReadings = z
  .object({
    read_at: utcInput,
    odometer_m: odometer,
    readings: z
      .array(
        z.object({
          position: textOf(60).min(1),
          tread_mm: treadInput,
          pressure_kpa: z.number().min(0).max(2000).nullable().default(null),
        }),
      )
      .min(1)
      .max(60),
  })
  .meta({ id: 'TyreReadings' });

const axleNumbers = z.array(z.int().min(1).max(12)).max(12).nullable();
const settings = {
  /** Axles with twin wheels, and front steered axles; null for the usual ones of the kind. */
  twin_axles: axleNumbers.default(null),
  steered_axles: axleNumbers.default(null),
  spares: z.int().min(0).max(4).default(0),
  /** Recommended pressure of each axle from the front; null for none. */
  pressures_kpa: z.array(z.int().min(50).max(1500)).max(12).nullable().default(null),
  /** A pressure below the recommended one by more than this is low, per cent. */
  low_pressure_pct: z.int().min(1).max(90).default(20),
  /** Own limit of the tread, mm; null for that of the customer. */
  least_tread_mm: z.number().min(0.1).max(20).nullable().default(null),
};
export const tyreSettings = z.object(settings).meta({ id: 'TyreSettings' });

/** The wheels of a vehicle with their tyres. */
export const vehicleTyres = z
  .object({
    vehicle,
    odometer_m: z.number().nullable(),
    odometer_source: z.enum(ODOMETER_SOURCES).nullable(),
    settings: z.object(settings),
    /** Tread limit by law and the one that applies, mm. */
    legal_mm: z.number(),
    limit_mm: z.number(),
    axles: z.array(
      z.object({
        axle: z.int(),
        is_steered: z.boolean(),
        is_twin: z.boolean(),
        pressure_kpa: z.number().nullable(),
      }),
    ),
    positions: z.array(
      z.object({
        position: z.string(),
        /** Null for a spare wheel, and for a tyre at a position that the vehicle no longer has. */
        axle: z.int().nullable(),
        side: z.enum(['nearside', 'offside', 'middle']),
        place: z.enum(['single', 'outer', 'inner', 'spare']),
        tyre: tyreRow.nullable(),
        findings: z.array(finding),
        tread_mm: treadOrNull,
        tread_at: utc.nullable(),
        pressure_kpa: z.number().nullable(),
        pressure_at: utc.nullable(),
        pressure_source: z.enum(TYRE_READING_SOURCES).nullable(),
        temperature_c: z.number().nullable(),
        /** Null without a pressure or a recommendation. */
        is_pressure_low: z.boolean().nullable(),
      }),
    ),
  })
  .meta({ id: 'VehicleTyres' });
