import { FUEL_CARD_RULES, FUEL_CARD_STATES, FUEL_CARD_UNCHECKED } from '@roadworthy/domain';
import { z } from 'zod';
import { COSTS_READ, COSTS_WRITE } from './costs-fields.ts';
import { endpoint } from './endpoint.ts';
import { date, dateInput, id, idText, int4, longId, textOf, utc } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const rule = z.enum(FUEL_CARD_RULES);
const state = z.enum(FUEL_CARD_STATES);
const litres = z.number().nonnegative().nullable();

const finding = z
  .object({
    id: longId,
    rule,
    vehicle: z.object({ id, registration: z.string() }),
    /** Of the transaction; the start of its day in UTC without a time. */
    occurred_at: utc,
    /** The cost entry. */
    entry: z.object({
      id: longId,
      day: date,
      /** As the card says it, at the place. */
      time: z.string().nullable(),
      place: z.string(),
      product: z.string(),
      litres,
      energy_kwh: litres,
      amount: z.number(),
      supplier: z.string(),
      reference: z.string(),
    }),
    /** Litres and metres of the rule, by name. */
    figures: z.record(z.string(), z.number()),
    /** Every rule about this purchase. */
    checks: z.array(
      z.object({
        rule,
        outcome: z.enum(['ok', 'finding', 'unknown']),
        /** Why it could not be checked. */
        reason: z.enum(FUEL_CARD_UNCHECKED).nullable(),
      }),
    ),
    /** Capacity of the tanks of the vehicle in litres; null if not entered. */
    tank: litres,
    state,
    note: z.string(),
    decided_by: z.string().nullable(),
    decided_at: utc.nullable(),
    /** Positions or the entry have changed since the decision: it is not found any more. */
    is_outdated: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'FuelCardFinding' });

const query = pagedQuery(['occurred_at']).extend({
  vehicle: idText.optional(),
  depot: idText.optional(),
  rule: rule.optional(),
  state: state.optional(),
  /** Days in UTC, both included. */
  from: dateInput.optional(),
  to: dateInput.optional(),
});

/** Purchases of fuel that do not fit position, tank or vehicle. */
export const fuelCards = {
  list: endpoint({
    method: 'GET',
    path: '/api/fuel_cards/findings/',
    ids: ['O-P02'],
    summary: 'List purchases of fuel that do not fit the vehicle, newest first.',
    access: COSTS_READ,
    query,
    answer: paged(finding),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/fuel_cards/findings/export/',
    ids: ['O-P02'],
    summary: 'Export the filtered findings.',
    access: COSTS_READ,
    ratePerMinute: 12,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/fuel_cards/findings/{id}/',
    ids: ['O-P02'],
    summary: 'Get one finding.',
    access: COSTS_READ,
    params: byId,
    answer: finding,
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/api/fuel_cards/findings/{id}/',
    ids: ['O-P02'],
    summary:
      'Record that a finding is explained or confirmed, and the tank capacity of its vehicle.',
    access: COSTS_WRITE,
    params: byId,
    body: z
      .object({
        state,
        note: textOf(2000).default(''),
        /** Capacity of the tanks in litres; kept without it. */
        tank: z.number().positive().max(5000).multipleOf(0.1).nullable().optional(),
        version: int4,
      })
      .meta({ id: 'FuelCardDecisionBody' }),
    answer: finding,
  }),
} as const;
