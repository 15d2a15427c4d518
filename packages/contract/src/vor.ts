import { VOR_REASONS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { personName, plainText, vehicleName, version } from './record-shapes.ts';
import { byId, id, idText, utc } from './shapes.ts';

const MODULES = ['Vehicle File', 'VOR'] as const;
const reason = z.enum(VOR_REASONS);
const costPerDay = z.number().min(0).max(99_999_999).multipleOf(0.01);

export const vorRecord = z
  .object({
    id,
    vehicle: vehicleName,
    depot: z.object({ id, name: z.string() }).nullable(),
    off_road_at: utc,
    /** Days off the road, begun ones included, until today or until it was back. */
    days: z.int().positive(),
    reason,
    note: z.string(),
    /** The record of a defect, or of a safety inspection, that is the reason. */
    record_id: id.nullable(),
    record_kind: z.enum(['defect', 'inspection']).nullable(),
    repairer: z.string().nullable(),
    cost_per_day: z.number().nullable(),
    /** The days times the cost of one. */
    cost: z.number().nullable(),
    expected_back: utc.nullable(),
    set_by: z.string(),
    returned_at: utc.nullable(),
    cleared_by: z.string().nullable(),
    state: z.enum(['off_road', 'returned']),
    version: z.int(),
  })
  .meta({ id: 'VorRecord' });

/** Vehicles off the road (RP-29, RP-30; N-P02): why, since when, and what brings them back. */
export const vor = {
  ofVehicle: endpoint({
    method: 'GET',
    path: '/api/vor_of_vehicle/',
    ids: ['R-098'],
    summary: 'What keeps, or kept, a vehicle off the road: what is open first, then the newest.',
    access: { kind: 'module', anyOf: MODULES },
    query: z.object({ vehicle: idText }),
    answer: z.object({ is_off_road: z.boolean(), results: z.array(vorRecord) }),
  }),
  set: endpoint({
    method: 'POST',
    path: '/api/vor_list/',
    ids: ['RP-29'],
    summary: 'Takes a vehicle off the road for one reason; it may have several at once.',
    access: { kind: 'module', anyOf: MODULES, write: true },
    body: z.object({
      vehicle: id,
      off_road_at: utc,
      reason,
      note: plainText.optional(),
      repairer: personName.optional(),
      expected_back: utc.optional(),
      cost_per_day: costPerDay.optional(),
      /** The defect that is the reason. */
      defect: id.optional(),
    }),
    answer: vorRecord,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/vor/{id}/',
    ids: ['RP-30'],
    summary:
      'Changes an entry, or clears it by `returned_at`. The vehicle is back when all are cleared.',
    access: { kind: 'module', anyOf: MODULES, write: true },
    params: byId,
    body: z.object({
      version,
      returned_at: utc.optional(),
      reason: reason.optional(),
      note: plainText.optional(),
      repairer: personName.nullable().optional(),
      expected_back: utc.nullable().optional(),
      cost_per_day: costPerDay.nullable().optional(),
    }),
    answer: vorRecord.extend({
      /** Whether anything keeps the vehicle off the road after this. */
      is_off_road: z.boolean(),
    }),
  }),
} as const;
