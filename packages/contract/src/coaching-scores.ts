import { RECOGNITION_REASONS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText, textOf, utc } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { driverName, paged, pagedQuery } from './shapes.ts';

const READ = { kind: 'module', anyOf: ['Driver Behaviour'], refusesLimited: true } as const;
const WRITE = { ...READ, write: true } as const;
const SIGNED_IN = { kind: 'signed-in' } as const;
/** M-P11: the score of driving. */
const SCORE_IDS = ['M-P11'] as const;

const count = z.int().nonnegative();

const driving = z.object({ distance: z.number(), driving_time: z.number() });
const byClass = z.object({ urban: driving, rural: driving, motorway: driving });

const fairScore = z
  .object({
    /** Of the driver. */
    id,
    driver: driverName,
    /** Metres and seconds by class of road. */
    exposure: byClass,
    distance: z.number(),
    events: count,
    /** Events that an average driver of the group would have on the same roads. */
    expected: z.number(),
    /** Null below the minimum distance, as the score. */
    ratio: z.number().nullable(),
    /** 0 to 100: the share of the other drivers who do worse. */
    score: z.int().min(0).max(100).nullable(),
  })
  .meta({ id: 'FairScore' });

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Use a month, as 2026-06');
/** The score of the driver who is signed in, among all drivers of the customer. */
export const ownFairScore = fairScore
  .omit({ id: true, driver: true })
  .extend({
    month,
    /** Metres that a driver needs for a score. */
    minimum: z.int(),
    /** Added to events and expected events. */
    weight: z.int(),
  })
  .meta({ id: 'OwnFairScore' });

const scoreQuery = pagedQuery(['score', 'name', 'distance']).extend({
  /** The current month by default. */
  month: month.optional(),
  depot: idText.optional(),
  id: idText.optional(),
});
const rate = z.number().nullable();

const recognition = z
  .object({
    id,
    driver: driverName,
    month,
    reason: z.enum(RECOGNITION_REASONS),
    text: z.string(),
    /** Null if the account was deleted. */
    author: z.string().nullable(),
    created_at: utc,
  })
  .meta({ id: 'DriverRecognition' });

const candidate = z
  .object({
    driver: driverName,
    distance: z.number(),
    score: z.int(),
    /** The ratio of this month and of the month before; null without one. */
    ratio: z.number(),
    previous_ratio: z.number().nullable(),
    /** The driver has a recognition of this month for this reason. */
    is_recognised: z.boolean(),
  })
  .meta({ id: 'RecognitionCandidate' });

/** Fair scores, and the recognition of good driving. */
export const fairScores = {
  list: endpoint({
    method: 'GET',
    path: '/api/coaching/scores/',
    ids: SCORE_IDS,
    summary:
      'List the drivers of a month with a score that is fair between urban and motorway work, best first.',
    access: READ,
    query: scoreQuery,
    answer: paged(fairScore).extend({
      month,
      /** Metres that a driver needs for a score. */
      minimum: z.int(),
      /** Drivers with a score. */
      scored: count,
      /** Events of the group per 1,000 km; null without distance. */
      rates: z.object({ urban: rate, rural: rate, motorway: rate }),
      /** Added to events and expected events. */
      weight: z.int(),
    }),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/coaching/scores/export/',
    ids: SCORE_IDS,
    summary: 'Export the fair scores of a month.',
    access: READ,
    ratePerMinute: 12,
    query: scoreQuery.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/api/coaching/recognitions/candidates/',
    ids: SCORE_IDS,
    summary: 'List the five best and the five most improved drivers of a month by the fair score.',
    access: READ,
    query: z.object({ month: month.optional(), depot: idText.optional() }),
    answer: z.object({ month, best: z.array(candidate), improved: z.array(candidate) }),
  }),
  recognitions: endpoint({
    method: 'GET',
    path: '/api/coaching/recognitions/',
    ids: SCORE_IDS,
    summary: 'List the recognitions of visible drivers, newest first.',
    access: READ,
    query: pagedQuery(['created_at']).extend({ driver: idText.optional(), id: idText.optional() }),
    answer: paged(recognition),
  }),
  recognise: endpoint({
    method: 'POST',
    path: '/api/coaching/recognitions/',
    ids: SCORE_IDS,
    summary: 'Send a recognition to a driver. Only the driver and coaches can see it.',
    access: WRITE,
    body: z
      .object({
        driver: id,
        month,
        reason: z.enum(RECOGNITION_REASONS),
        text: textOf(1000).min(2),
      })
      .meta({ id: 'DriverRecognitionBody' }),
    answer: recognition,
    status: 201,
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/coaching/own/recognitions/',
    ids: SCORE_IDS,
    summary: 'List the last 20 recognitions of the driver who is signed in.',
    access: SIGNED_IN,
    answer: z.array(recognition.omit({ driver: true })),
  }),
} as const;
