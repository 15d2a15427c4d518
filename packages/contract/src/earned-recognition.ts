import { MEASURES, SHORTCOMINGS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { date, dateInput, id, idText, utc } from './fields.ts';
import { vehicleName } from './record-shapes.ts';
import { REPORT_FORMATS } from './reports.ts';
import { paged, pagedQuery } from './shapes.ts';

const READ = { kind: 'module', anyOf: ['accessEarnedRecognition'] } as const;
const count = z.int().nonnegative();
const percent = z.number().min(0).max(100);
const measure = z.enum(MEASURES);

/** Any day of the period; the current one, where it is not said. */
const filter = {
  period: dateInput.optional(),
  region: idText.optional(),
  depot: idText.optional(),
};

const figure = z
  .object({
    measure,
    /** Records that are as they should be, of so many. */
    passed: count,
    of: count,
    /** Per cent; null where there is no record. */
    share: percent.nullable(),
    state: z.enum(['met', 'short', 'triggered', 'none']),
  })
  .meta({ id: 'EarnedRecognitionFigure' });

const period = z.object({ first: date, last: date });

const figures = z
  .object({
    period: period.extend({
      /** Whether it is still running, so that its figures are not the last ones. */
      is_running: z.boolean(),
    }),
    limits: z.array(z.object({ measure, target: percent, trigger: percent })),
    /** Of all vehicles in sight that region and depot leave; each record once. */
    total: z.array(figure),
    /** A vehicle of several depots counts in each; without a depot last. */
    depots: z.array(
      z.object({
        depot: z.object({ id, name: z.string() }).nullable(),
        figures: z.array(figure),
      }),
    ),
    /** Of the same vehicles, this period and those before, oldest first. */
    trend: z.array(period.extend({ figures: z.array(figure) })),
  })
  .meta({ id: 'EarnedRecognitionFigures' });

const record = z
  .object({
    id,
    kind: z.enum(['inspection', 'schedule', 'defect', 'test']),
    /** Of the record; empty where it has none. */
    reference_number: z.string(),
    vehicle: vehicleName,
    depot: z.object({ id, name: z.string() }).nullable(),
    /** When it was, or was to be. */
    at: utc,
    is_passed: z.boolean(),
    /** What it lacks; none where it passed. */
    lacks: z.array(z.enum(SHORTCOMINGS)),
  })
  .meta({ id: 'EarnedRecognitionRecord' });

const recordFilter = {
  ...filter,
  measure,
  /** Those without a depot alone. */
  no_depot: z.literal('true').optional(),
  /** What passed, or what did not. */
  passed: z.enum(['true', 'false']).optional(),
};

/** Figures M1 to M5 of the earned-recognition kind, by depot and period of four weeks. */
export const earnedRecognition = {
  figures: endpoint({
    method: 'GET',
    path: '/earned-recognition/api/figures/',
    ids: ['W-04'],
    summary: 'The figures of a period by depot, with targets, triggers and the periods before.',
    access: READ,
    query: z.object(filter),
    answer: figures,
  }),
  exportFigures: endpoint({
    method: 'GET',
    path: '/earned-recognition/api/figures_export/',
    ids: ['W-04'],
    summary: 'The figures of a period by depot as a file.',
    access: READ,
    query: z.object({ ...filter, format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  records: endpoint({
    method: 'GET',
    path: '/earned-recognition/api/records/',
    ids: ['W-04'],
    summary: 'The records behind a figure, those that did not pass first.',
    access: READ,
    query: pagedQuery(['at', 'registration']).extend(recordFilter),
    answer: paged(record),
  }),
  exportRecords: endpoint({
    method: 'GET',
    path: '/earned-recognition/api/records_export/',
    ids: ['W-04'],
    summary: 'The records behind a figure as a file, 10,000 rows at most.',
    access: READ,
    query: pagedQuery(['at', 'registration'])
      .omit({ page: true, pageSize: true })
      .extend({ ...recordFilter, format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
} as const;
