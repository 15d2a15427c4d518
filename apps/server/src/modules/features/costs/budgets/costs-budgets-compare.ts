import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { COST_KINDS, type CostKind, compareWithBudget } from '@roadworthy/domain';
import type { MonthRow } from './costs-budgets.repository.ts';

type Calls = typeof contract.costBudgets;
type Figures = AnswerOf<Calls['figures']>;
type Asked = Pick<QueryOf<Calls['figures']>, 'by' | 'month' | 'year'>;

const MONTHS = 12;

interface Sums {
  readonly budget: (number | null)[];
  readonly actual: number[];
}

const emptySums = (): Sums => ({
  budget: Array.from({ length: MONTHS }, () => null),
  actual: Array.from({ length: MONTHS }, () => 0),
});

function add(sums: Sums, { actual, budget, month }: MonthRow): void {
  sums.actual[month - 1] = (sums.actual[month - 1] ?? 0) + actual;
  if (budget !== null) sums.budget[month - 1] = (sums.budget[month - 1] ?? 0) + budget;
}

/** Months of a year that have ended. */
function endedMonths(year: number, nowMs: number): number {
  const now = new Date(nowMs);
  const passed = (now.getUTCFullYear() - year) * MONTHS + now.getUTCMonth();
  return Math.max(0, Math.min(MONTHS, passed));
}

/**
 * Compares the months of a year with their budget. The forecast of each kind and group is made by itself, and
 * summed.
 */
export function comparedRows(
  rows: readonly MonthRow[],
  { by, month, year }: Asked,
  nowMs: number,
): Figures {
  const ended = endedMonths(year, nowMs);
  const lines = new Map<string, { name: string; key: string; sums: Sums }>();
  for (const row of rows) {
    const id = `${row.group_key} ${row.kind}`;
    const key = by === 'group' ? row.group_key : row.kind;
    const line = lines.get(id) ?? {
      key,
      name: by === 'group' ? row.group_name : row.kind,
      sums: emptySums(),
    };
    lines.set(id, line);
    add(line.sums, row);
  }
  const compared = [...lines.values()].map(({ key, name, sums }) => ({
    key,
    name,
    ...compareWithBudget(sums, month, ended),
  }));
  const totals = sumOf(compared);
  if (by === 'month') return { results: monthsOf(rows, year, ended), totals };
  const keys = [...new Map(compared.map(({ key, name }) => [key, name]))];
  if (by === 'kind') keys.sort(([a], [b]) => kindAt(a) - kindAt(b));
  return {
    results: keys.map(([key, name]) => ({
      key,
      name,
      ...sumOf(compared.filter((one) => one.key === key)),
    })),
    totals,
  };
}

const kindAt = (kind: string) => COST_KINDS.indexOf(kind as CostKind);

function sumOf(lines: readonly Figures['totals'][]): Figures['totals'] {
  const sum = (of: (line: Figures['totals']) => number) =>
    Math.round(lines.reduce((all, line) => all + of(line), 0) * 100) / 100;
  return {
    month_budget: sum((line) => line.month_budget),
    month_actual: sum((line) => line.month_actual),
    to_date_budget: sum((line) => line.to_date_budget),
    to_date_actual: sum((line) => line.to_date_actual),
    year_budget: sum((line) => line.year_budget),
    year_forecast: sum((line) => line.year_forecast),
  };
}

/** One row for each month, up to which the year is summed. */
function monthsOf(rows: readonly MonthRow[], year: number, ended: number): Figures['results'] {
  const sums = emptySums();
  for (const row of rows) add(sums, row);
  return sums.actual.map((_, n) => {
    const key = `${year}-${String(n + 1).padStart(2, '0')}`;
    return { key, name: key, ...compareWithBudget(sums, n + 1, ended) };
  });
}
