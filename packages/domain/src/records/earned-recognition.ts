/** The figures of maintenance (facts of the trade), each for a period of four weeks. */
export const MAINTENANCE_MEASURES = ['M1', 'M2', 'M3', 'M4', 'M5'] as const;
/**
 * The figures of drivers' hours (facts of the trade): infringements, working time, unaccounted
 * driving, downloads. The scheme numbers its own figures D1 and up; these are not those.
 */
export const HOURS_MEASURES = ['H1', 'H2', 'H3', 'H4', 'H5'] as const;
export const MEASURES = [...MAINTENANCE_MEASURES, ...HOURS_MEASURES] as const;
export type Measure = (typeof MEASURES)[number];

/** The two halves of earned recognition. */
export const RECOGNITION_HALVES = ['maintenance', 'hours'] as const;
export type RecognitionHalf = (typeof RECOGNITION_HALVES)[number];
export const MEASURES_OF: Readonly<Record<RecognitionHalf, readonly Measure[]>> = {
  maintenance: MAINTENANCE_MEASURES,
  hours: HOURS_MEASURES,
};

/** Whether a figure is about drivers' hours. */
export function isHoursMeasure(measure: Measure): boolean {
  return (HOURS_MEASURES as readonly string[]).includes(measure);
}

/** Four weeks. */
export const PERIOD_DAYS = 28;
const DAY_MS = 86_400_000;
/** A Monday on which a period began; all periods are multiples of four weeks from it. */
const FIRST_DAY_MS = Date.UTC(2024, 0, 1);

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * The period that contains a day, as its first and its last day.
 *
 * @param day YYYY-MM-DD
 * @param periods offset in periods; negative for earlier ones
 */
export function periodOf(
  day: string,
  periods = 0,
): { readonly first: string; readonly last: string } {
  const days = Math.floor((Date.parse(day) - FIRST_DAY_MS) / DAY_MS);
  const begun = (Math.floor(days / PERIOD_DAYS) + periods) * PERIOD_DAYS;
  const firstMs = FIRST_DAY_MS + begun * DAY_MS;
  return { first: dayText(firstMs), last: dayText(firstMs + (PERIOD_DAYS - 1) * DAY_MS) };
}

/** Target and trigger of each figure, in per cent. */
export interface MeasureLimit {
  readonly target: number;
  readonly trigger: number;
}

/** State of a figure: at its target, short of it, or below its trigger; `none` without records. */
export type MeasureState = 'met' | 'short' | 'triggered' | 'none';

/** Percentage passed, one decimal, rounded down so that 99.96 is not 100; null without records. */
export function shareOf(passed: number, of: number): number | null {
  return of === 0 ? null : Math.floor((passed * 1000) / of) / 10;
}

/** Compares a percentage with its target and its trigger. */
export function measureState(share: number | null, limit: MeasureLimit): MeasureState {
  if (share === null) return 'none';
  if (share < limit.trigger) return 'triggered';
  return share < limit.target ? 'short' : 'met';
}

/** Required parts that a record can lack. */
export const SHORTCOMINGS = [
  'not_completed',
  'odometer',
  'place',
  'items',
  'tyres',
  'brakes',
  'signature',
  'declaration',
  'repaired_by',
  'open_defect',
  'late',
  'not_done',
  'not_signed_off',
  'not_passed',
  'infringement',
  'serious_infringement',
  'working_time',
  'unaccounted',
  'not_downloaded',
  'late_download',
] as const;
export type Shortcoming = (typeof SHORTCOMINGS)[number];
