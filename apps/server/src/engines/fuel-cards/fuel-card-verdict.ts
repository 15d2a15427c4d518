/** Why a rule could not be checked. */
export const UNCHECKED = [
  'no_time',
  'no_place',
  'place_unknown',
  'no_positions',
  'private_use',
  'no_quantity',
  'no_product',
  'no_level',
  'no_fill_before',
] as const;
export type Unchecked = (typeof UNCHECKED)[number];

/** What a rule says about a fill. Values are litres and metres. */
export type Verdict =
  | { readonly outcome: 'ok' }
  | { readonly outcome: 'unknown'; readonly reason: Unchecked }
  | { readonly outcome: 'finding'; readonly values: Readonly<Record<string, number>> };

export const OK: Verdict = { outcome: 'ok' };
export const unknown = (reason: Unchecked): Verdict => ({ outcome: 'unknown', reason });
export const finding = (values: Readonly<Record<string, number>>): Verdict => ({
  outcome: 'finding',
  values,
});
