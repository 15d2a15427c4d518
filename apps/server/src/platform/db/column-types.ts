import type { AnswerOf, contract } from '@roadworthy/contract';
import type { BrakeAssessment, DefectArea, UploadField } from '@roadworthy/domain';
import type { ColumnType, SelectType } from 'kysely';

// Types of columns for `schema.gen.ts`; `test/row-types/columns.ts` says which column has which.

export type {
  AuditKind,
  BrakeLimits,
  BrakeTestFigures,
  CheckItem,
  DamageZone,
  DefectState,
  DeviceInstruction,
  DeviceProtocol as Protocol,
  ExemptibleItem,
  FigureLimits,
  HandedItem,
  LicenceCategory,
  LicenceChange,
  MotDefect,
  NotificationKind,
  PenaltyPoints,
  SavedViewList,
  UseWeeks,
  VehicleType,
} from '@roadworthy/domain';

/** Computed by PostgreSQL; no statement may set it. */
export type Computed<T> = ColumnType<SelectType<T>, never, never>;

/** A day, written as YYYY-MM-DD to avoid time zone shifts. */
export type Day = ColumnType<Date, string, string>;

/** Search, filters, sorting, page size and columns of a saved view. */
export type SavedViewSettings = AnswerOf<typeof contract.savedViews.create>['settings'];

/** The assessment of a brake test by the limits of its day. */
export type BrakeAssessed = Pick<
  BrakeAssessment,
  'reasons' | 'service' | 'secondary' | 'parking' | 'imbalances'
>;

export type JsonRecord = Record<string, unknown>;

export type AlertSeverity = 'information' | 'warning' | 'critical';

/** Part of a trip: driving or idling from one moment to another (ms since 1970 UTC), and metres. */
export type TripSegment = readonly [
  kind: 'd' | 'i',
  startMs: number,
  endMs: number,
  metres: number,
];

/** Something that was agreed in a coaching session. The due day is YYYY-MM-DD. */
export interface CoachingAction {
  readonly text: string;
  readonly due_on: string | null;
  readonly is_done: boolean;
}

/** A day of a vehicle unit. Times in ms since 1970 UTC; `card` is null without one in the slot. */
export interface UnitDayContent {
  readonly drives: readonly {
    readonly startMs: number;
    readonly endMs: number;
    readonly card: string | null;
    readonly coDriver: string | null;
  }[];
  readonly excused: readonly { readonly startMs: number; readonly endMs: number }[];
  readonly odometer: readonly { readonly timeMs: number; readonly km: number }[];
}

export type Ring = readonly (readonly [latitudeDeg: number, longitudeDeg: number])[];

/** A status that an activity type offers. */
export interface StatusOption {
  readonly id: number;
  readonly name: string;
  readonly do_not_create_schedule_activities: boolean;
}

/** The changed fields of a record. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A schedule at the time when an investigation was opened (requirement I-P04). */
export interface SnapshotSchedule {
  readonly id: number;
  readonly name: string;
  readonly was_overdue: boolean;
  /** ISO, UTC. */
  readonly expires_at: string;
}

/** A fault found on a vehicle. */
export interface DefectItem {
  readonly name: string;
  /** The affected part of the vehicle; for some parts a major defect means VOR. */
  readonly area?: DefectArea | null;
  readonly severity: 'advisory' | 'minor' | 'major' | 'dangerous';
  readonly finding: string;
  /** The repair; null until there is one. */
  readonly remedy: string | null;
}

/** An inspected item of a safety inspection. */
export interface InspectionItem {
  readonly section: string;
  readonly name: string;
  readonly result: 'ok' | 'defect' | 'repaired' | 'not_applicable';
  readonly note: string | null;
  readonly repaired_by: string | null;
}

/** Values are null if they were not measured. */
export interface TyreFigure {
  readonly position: string;
  readonly tread_mm: number | null;
  readonly pressure_kpa: number | null;
}

/** Brakes or tyres of an inspection against the limits of its time. */
export type FigureResult = 'none' | 'below' | 'met';

/** One item of a walkaround check template. */
export interface TemplateItem {
  readonly section: string;
  readonly name: string;
  readonly area: DefectArea;
  /** Instructions; may be empty. */
  readonly hint: string;
}

/** A question of an audit survey with its answer. */
export interface SurveyItem {
  readonly question: string;
  readonly answer: string;
  readonly ok: boolean;
  readonly comment: string | null;
}

/** The options of an upload (requirement Q-05). */
export interface KeptChoices {
  readonly create: boolean;
  readonly update: boolean;
  readonly remove_missing: boolean;
  readonly all_or_nothing: boolean;
}

/** The cells of one row of an uploaded file. */
export type SampleRow = string[];

/** The column of a file for each field, by position. */
export type UploadColumns = Partial<Record<UploadField, number | null>>;

/** The values of a row; empty fields are absent. */
export type UploadFields = Partial<Record<UploadField, string>>;
