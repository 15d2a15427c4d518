import { COST_MONTHS } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { wrongField } from '../../../../platform/errors.ts';
import { checkCostVehicle } from '../costs.repository.ts';

/** Months as 2026-11. */
interface Asked {
  readonly from: string;
  readonly to: string;
  readonly vehicle?: number | undefined;
}

/** The last day of a month. */
function lastDay(month: string): string {
  const [year = 0, of = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of, 0)).toISOString().slice(0, 10);
}

const monthsBetween = (from: string, to: string): number => {
  const [a = 0, b = 0] = from.split('-').map(Number);
  const [c = 0, d = 0] = to.split('-').map(Number);
  return (c - a) * 12 + d - b + 1;
};

/** @throws HttpError 400 for months in the wrong sequence or more than 24, 404 for a vehicle that is not visible */
export async function rangeOf(trx: Transaction, viewer: Viewer, { from, to, vehicle }: Asked) {
  const months = monthsBetween(from, to);
  if (months < 1) throw wrongField('to', 'cost.months_reversed');
  if (months > COST_MONTHS) throw wrongField('to', 'cost.too_many_months');
  await checkCostVehicle(trx, viewer, vehicle);
  return { from: `${from}-01`, to: lastDay(to) };
}
