import { MEASURES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText } from './fields.ts';
import { version } from './record-shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;
const percent = z.number().min(0).max(100);
const tread = z.number().min(0).max(20);
const days = z.int().min(0).max(400);

const limitsBody = z.object({
  /** Efficiencies in per cent that the brakes of a goods vehicle have at least. */
  brake_service: percent,
  brake_secondary: percent,
  brake_parking: percent,
  /** Least tread in mm of vehicles over 3,500 kg, and up to it. */
  tread_heavy: tread,
  tread_light: tread,
  /** A walkaround check that took fewer seconds is marked. */
  short_check: z.int().min(0).max(3600),
  /** Days after its report that a defect is to be signed off, by its severity. */
  due_advisory: days,
  due_minor: days,
  due_major: days,
  due_dangerous: days,
  /** Targets and triggers of the figures M1 to M5, per cent. */
  measures: z
    .array(z.object({ measure: z.enum(MEASURES), target: percent, trigger: percent }))
    .length(MEASURES.length),
});

const limits = limitsBody
  .extend({
    /** Whose they are; null for those of the installation. */
    customer: id.nullable(),
    /** Whether they are the customer's own, or those of the installation until it has some. */
    is_own: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'RecordLimits' });

/** The customer; one's own where it is not said, and a global administrator's the installation. */
const whose = z.object({ customer: idText.optional() });

/** What the figures of records are held against, as data that an administrator changes. */
export const earnedRecognitionLimits = {
  read: endpoint({
    method: 'GET',
    path: '/api/administration/record_limits/',
    ids: ['O-P07'],
    summary: 'What brakes, tread, checks, defects and the figures M1 to M5 are held against.',
    access: ADMINISTRATOR,
    query: whose,
    answer: limits,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/administration/record_limits/',
    customerWide: true,
    ids: ['O-P07'],
    summary: 'Changes them from now on: records keep what they were held against.',
    access: ADMINISTRATOR,
    query: whose,
    body: limitsBody.extend({ version }),
    answer: limits,
  }),
} as const;
