import { TYRE_SOON_DAYS, type TyreCause, type TyreState } from '@roadworthy/domain';
import {
  ageFrom,
  isAgeRuled,
  legalTreadMm,
  type RuledPosition,
  type RuledVehicle,
  type TyreDates,
  tenYearsAfter,
} from './rules.ts';

/** A fitted tyre with what was measured. Days are YYYY-MM-DD. */
export interface JudgedTyre extends TyreDates {
  /** The last measurement; null for none. */
  readonly tread: { readonly mm: number; readonly on: string } | null;
  /** The day on which it is expected at a limit; null for no forecast. */
  readonly limitOn: (limitMm: number) => string | null;
  readonly fittedOn: string;
}

/** Why a tyre is due, and when; `on` is null for what is only said. */
export interface TyreFinding {
  readonly rule: TyreCause | 'age_advice' | 'no_tread';
  readonly on: string | null;
  /** Already so, by a measurement or a mark, not by a forecast. */
  readonly isCertain: boolean;
  /** The limit of the tread, mm. */
  readonly limitMm: number | null;
}

/** The tread limit that applies: the operator's own limit if it is above the legal one. */
export function treadLimit(vehicle: RuledVehicle, ownMm: number | null) {
  const legalMm = legalTreadMm(vehicle);
  const limitMm = Math.max(legalMm, ownMm ?? 0);
  return { legalMm, limitMm };
}

function treadFindings(
  { limitOn, tread }: JudgedTyre,
  { legalMm, limitMm }: { readonly legalMm: number; readonly limitMm: number },
): readonly TyreFinding[] {
  if (tread === null) return [{ rule: 'no_tread', on: null, isCertain: true, limitMm }];
  if (tread.mm < legalMm) {
    return [{ rule: 'tread_law', on: tread.on, isCertain: true, limitMm: legalMm }];
  }
  const rule = limitMm > legalMm ? 'tread_own' : 'tread_law';
  if (tread.mm < limitMm) return [{ rule, on: tread.on, isCertain: true, limitMm }];
  const on = limitOn(limitMm);
  return on === null ? [] : [{ rule, on, isCertain: false, limitMm }];
}

function ageFindings(
  tyre: JudgedTyre,
  vehicle: RuledVehicle,
  position: RuledPosition,
): readonly TyreFinding[] {
  const isRuled = isAgeRuled(vehicle, position);
  const from = ageFrom(tyre);
  if (from === null) {
    return isRuled
      ? [{ rule: 'date_code', on: tyre.fittedOn, isCertain: true, limitMm: null }]
      : [];
  }
  const on = tenYearsAfter(from);
  return [{ rule: isRuled ? 'age' : 'age_advice', on, isCertain: true, limitMm: null }];
}

/** What is due for a fitted tyre, and why. A spare wheel has no limit of its tread while it is carried. */
export function findingsOf(
  tyre: JudgedTyre,
  vehicle: RuledVehicle,
  position: RuledPosition,
  ownMm: number | null,
): readonly TyreFinding[] {
  if (position.isSpare) return [];
  return [
    ...treadFindings(tyre, treadLimit(vehicle, ownMm)),
    ...ageFindings(tyre, vehicle, position),
  ];
}

const CAUSES: readonly string[] = ['tread_law', 'tread_own', 'age', 'date_code'];

/** The finding that is due first; undefined if no day is known. */
export function firstDue(
  findings: readonly TyreFinding[],
): { readonly on: string; readonly cause: TyreCause } | undefined {
  return findings
    .flatMap(({ on, rule }) =>
      on === null || !CAUSES.includes(rule) ? [] : [{ on, cause: rule as TyreCause }],
    )
    .sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))[0];
}

const DAY_MS = 86_400_000;

/** When a fitted tyre is due for change, by the day that is known for it. */
export function tyreState(changeOn: string | null, hasTread: boolean, today: string): TyreState {
  if (changeOn !== null && changeOn <= today) return 'now';
  const soon = new Date(Date.parse(today) + TYRE_SOON_DAYS * DAY_MS).toISOString().slice(0, 10);
  if (changeOn !== null && changeOn <= soon) return 'soon';
  return hasTread ? 'good' : 'unknown';
}

/**
 * Whether a pressure is low: below the recommended one by more than a share.
 *
 * @returns null without a pressure or a recommendation
 */
export function isPressureLow(
  kpa: number | null,
  recommendedKpa: number | null,
  lowPct: number,
): boolean | null {
  if (kpa === null || recommendedKpa === null) return null;
  return kpa < recommendedKpa * (1 - lowPct / 100);
}
