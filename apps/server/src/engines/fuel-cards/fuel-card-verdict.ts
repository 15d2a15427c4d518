import type { FuelCardUnchecked } from '@roadworthy/domain';

/** What a rule says about a fill. Values are litres and metres. */
export type Verdict =
  | { readonly outcome: 'ok' }
  | { readonly outcome: 'unknown'; readonly reason: FuelCardUnchecked }
  | { readonly outcome: 'finding'; readonly values: Readonly<Record<string, number>> };

export const OK: Verdict = { outcome: 'ok' };
export const unknown = (reason: FuelCardUnchecked): Verdict => ({ outcome: 'unknown', reason });
export const finding = (values: Readonly<Record<string, number>>): Verdict => ({
  outcome: 'finding',
  values,
});
