import { MAINTENANCE_MEASURES, MEASURES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText } from './fields.ts';
import { version } from './record-shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;
const percent = z.number().min(0).max(100);
const tread = z.number().min(0).max(20);
const days = z.int().min(0).max(400);

const limitsBody = z.object({
  /** Minimum brake efficiencies of a goods vehicle, per cent. */
  brake_service: percent,
  brake_secondary: percent,
  brake_parking: percent,
  /** Minimum tread in mm of vehicles over 3,500 kg, and of lighter ones. */
  tread_heavy: tread,
  tread_light: tread,
  /** A walkaround check that took fewer seconds is marked as too short. */
  short_check: z.int().min(0).max(3600),
  /** Days from the report to the due date of a defect, by severity. */
  due_advisory: days,
  due_minor: days,
  due_major: days,
  due_dangerous: days,
  /** Targets and triggers of the figures, per cent. Figures that are absent stay unchanged. */
  measures: z
    .array(z.object({ measure: z.enum(MEASURES), target: percent, trigger: percent }))
    .min(MAINTENANCE_MEASURES.length)
    .max(MEASURES.length),
});

const limits = limitsBody
  .extend({
    /** The customer; null for the installation. */
    customer: id.nullable(),
    /** Whether they are the customer's own; otherwise those of the installation apply. */
    is_own: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'RecordLimits' });

/** The customer; by default your own, and for a global administrator the installation. */
const whose = z.object({ customer: idText.optional() });

/** Thresholds for the figures of records, set by an administrator. */
export const earnedRecognitionLimits = {
  read: endpoint({
    method: 'GET',
    path: '/api/administration/record_limits/',
    ids: ['O-P07'],
    summary: 'Get the thresholds for brakes, tread, checks, defects and the figures.',
    access: ADMINISTRATOR,
    query: whose,
    answer: limits,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/administration/record_limits/',
    customerWide: true,
    ids: ['O-P07'],
    summary: 'Update the thresholds from now on. Records keep the thresholds of their day.',
    access: ADMINISTRATOR,
    query: whose,
    body: limitsBody.extend({ version }),
    answer: limits,
  }),
} as const;
