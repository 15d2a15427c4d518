/** What a budget is for, and what its comparison shows in rows. */
export const BUDGET_BASES = ['depot', 'vehicle_type'] as const;
export type BudgetBasis = (typeof BUDGET_BASES)[number];
export const BUDGET_GROUPINGS = ['kind', 'group', 'month'] as const;
export type BudgetGrouping = (typeof BUDGET_GROUPINGS)[number];

/** Budget and costs of the twelve months of a year; a month without a budget has null. */
export interface YearOfCosts {
  readonly budget: readonly (number | null)[];
  readonly actual: readonly number[];
}

const sum = (values: readonly (number | null)[]) =>
  values.reduce((all: number, value) => all + (value ?? 0), 0);
const cents = (value: number) => Math.round(value * 100) / 100;

/**
 * The expected costs of a year. Months that have ended count as they were. Each other month counts as its
 * budget, times the share of the budget that the ended months cost; without a budget for the ended months,
 * as its budget, and without any budget as their average. A month never counts less than it has cost so far.
 *
 * @param ended months of the year that have ended, 0 to 12
 */
export function forecastOfYear({ actual, budget }: YearOfCosts, ended: number): number {
  const spent = sum(actual.slice(0, ended));
  const planned = sum(budget.slice(0, ended));
  const average = ended === 0 ? 0 : spent / ended;
  const ratio = planned > 0 ? spent / planned : 1;
  const hasBudget = budget.some((value) => value !== null);
  const later = actual.slice(ended).map((soFar, n) => {
    const expected = hasBudget ? (budget[ended + n] ?? 0) * ratio : average;
    return Math.max(soFar, expected);
  });
  return cents(spent + sum(later));
}

/** A comparison of costs with their budget: of a month, of the year up to it, and of the year. */
export interface BudgetComparison {
  readonly month_budget: number;
  readonly month_actual: number;
  readonly to_date_budget: number;
  readonly to_date_actual: number;
  readonly year_budget: number;
  readonly year_forecast: number;
}

/**
 * @param month 1 to 12
 * @param ended months of the year that have ended
 */
export function compareWithBudget(
  year: YearOfCosts,
  month: number,
  ended: number,
): BudgetComparison {
  const { actual, budget } = year;
  return {
    month_budget: cents(budget[month - 1] ?? 0),
    month_actual: cents(actual[month - 1] ?? 0),
    to_date_budget: cents(sum(budget.slice(0, month))),
    to_date_actual: cents(sum(actual.slice(0, month))),
    year_budget: cents(sum(budget)),
    year_forecast: forecastOfYear(year, ended),
  };
}
