import { z } from 'zod';

/** Access to the calls about costs. */
export const COSTS_READ = { kind: 'module', anyOf: ['Costs'], refusesLimited: true } as const;
export const COSTS_WRITE = { ...COSTS_READ, write: true } as const;

const MOST = 10_000_000;
/** Without VAT, in the currency of the customer; negative for a credit. */
export const costAmount = z.number().min(-MOST).max(MOST).multipleOf(0.01);
/** A month as 2026-11. */
export const costMonth = z
  .string()
  .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'Use a month as 2026-11');
