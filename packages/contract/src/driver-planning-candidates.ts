import { MAX_SHIFT_HOURS, SHIFT_LEVELS } from '@roadworthy/domain';
import { z } from 'zod';
import { PLANNING_IDS, PLANNING_READ, planningFinding } from './driver-planning-shapes.ts';
import { endpoint } from './endpoint.ts';
import { id, idText, utc, utcInput } from './fields.ts';
import { lastOdometer } from './record-shapes.ts';
import { driverName } from './shapes.ts';

const seconds = z.int().nonnegative();

const candidate = z
  .object({
    driver: driverName,
    /** The worst finding of a shift with the vehicle at that time. */
    level: z.enum(SHIFT_LEVELS),
    findings: z.array(planningFinding),
    /** Driving that no limit forbids now; null if the driver's hours are not known. */
    driving_left: seconds.nullable(),
    /** The daily rest must begin by then; null while resting, or if it is not known. */
    rest_by: utc.nullable(),
    /** Rest since the last recorded work or driving; null without a record. */
    rested: seconds.nullable(),
    /** Metres from the vehicle; null if a place is not known, private, or not visible to the caller. */
    distance: z.number().nonnegative().nullable(),
  })
  .meta({ id: 'ShiftCandidate' });

/** Who can take a vehicle, now or at a time. */
export const driverCandidates = {
  list: endpoint({
    method: 'GET',
    path: '/api/driver_planning/candidates/',
    ids: PLANNING_IDS,
    summary: 'Rank the visible drivers by whether they can take a vehicle, with the reasons.',
    access: PLANNING_READ,
    query: z.object({
      vehicle: idText,
      trailer: idText.optional(),
      /** Now without it. */
      at: utcInput.optional(),
      hours: z.coerce.number().int().min(1).max(MAX_SHIFT_HOURS).default(8),
      /** Hours of driving within them. */
      driving: z.coerce.number().min(0).max(MAX_SHIFT_HOURS).default(4),
      depot: idText.optional(),
    }),
    answer: z.object({
      vehicle: z.object({ id, registration: z.string() }),
      /** With which the odometer of a hand-over is compared; null without a reading. */
      last_reading: lastOdometer.nullable(),
      start: utc,
      end: utc,
      time_zone: z.string(),
      candidates: z.array(candidate),
      /** There are more drivers than are ranked. */
      is_limit: z.boolean(),
    }),
  }),
} as const;
