import { MEASURES, RECOGNITION_HALVES, SHORTCOMINGS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exportQuery } from './export-query.ts';
import { date, dateInput, id, idText, utc } from './fields.ts';
import { vehicleName } from './record-shapes.ts';
import { REPORT_FORMATS } from './reports.ts';
import { driverName, paged, pagedQuery } from './shapes.ts';

const READ = { kind: 'module', anyOf: ['accessEarnedRecognition'] } as const;
const count = z.int().nonnegative();
const percent = z.number().min(0).max(100);
const measure = z.enum(MEASURES);

/** Any day of the period; by default of the current one. */
const filter = {
  period: dateInput.optional(),
  region: idText.optional(),
  depot: idText.optional(),
};

/** Which figures: M1 to M5 of maintenance, or H1 to H5 of drivers' hours. */
const half = z.enum(RECOGNITION_HALVES).default('maintenance');

const figure = z
  .object({
    measure,
    /** Records that passed, and all records. */
    passed: count,
    of: count,
    /** Per cent; null if there is no record. */
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
    /** Of all visible vehicles and drivers of the region and depot; each record once. */
    total: z.array(figure),
    /**
     * A vehicle of several depots counts in each, a driver in the depots of their vehicle; those
     * without a depot are last.
     */
    depots: z.array(
      z.object({
        depot: z.object({ id, name: z.string() }).nullable(),
        figures: z.array(figure),
      }),
    ),
    /** This period and earlier ones, of the same vehicles, oldest first. */
    trend: z.array(period.extend({ figures: z.array(figure) })),
  })
  .meta({ id: 'EarnedRecognitionFigures' });

const record = z
  .object({
    id,
    /**
     * A day or week of a driver and a day of a vehicle have the id of the driver or vehicle, a
     * download that of the file before it.
     */
    kind: z.enum([
      'inspection',
      'schedule',
      'defect',
      'test',
      'driver_day',
      'driver_week',
      'vehicle_day',
      'download',
    ]),
    /** The reference number of the record; empty if it has none. */
    reference_number: z.string(),
    /** Null for a record of a driver. */
    vehicle: vehicleName.nullable(),
    /** Null for a record of a vehicle. */
    driver: driverName.nullable(),
    depot: z.object({ id, name: z.string() }).nullable(),
    /** The date, or the due date. */
    at: utc,
    is_passed: z.boolean(),
    /** The reasons why it failed; none if it passed. */
    lacks: z.array(z.enum(SHORTCOMINGS)),
  })
  .meta({ id: 'EarnedRecognitionRecord' });

const recordFilter = {
  ...filter,
  measure,
  /** Only vehicles and drivers without a depot. */
  no_depot: z.literal('true').optional(),
  /** Only records that passed, or that failed. */
  passed: z.enum(['true', 'false']).optional(),
};

/** Figures of earned recognition, by depot and period of four weeks. */
export const earnedRecognition = {
  figures: endpoint({
    method: 'GET',
    path: '/earned-recognition/api/figures/',
    ids: ['W-04'],
    summary: 'Get the figures of a period by depot, with targets, triggers and earlier periods.',
    access: READ,
    query: z.object({ ...filter, half }),
    answer: figures,
  }),
  exportFigures: endpoint({
    method: 'GET',
    path: '/earned-recognition/api/figures_export/',
    ids: ['W-04'],
    summary: 'Export the figures of a period by depot.',
    access: READ,
    query: z.object({ ...filter, half, format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  records: endpoint({
    method: 'GET',
    path: '/earned-recognition/api/records/',
    ids: ['W-04'],
    summary:
      'List the records behind a figure, failed ones first. Those of H1 to H5 need TachoGraf.',
    access: READ,
    query: pagedQuery(['at', 'registration']).extend(recordFilter),
    answer: paged(record),
  }),
  exportRecords: endpoint({
    method: 'GET',
    path: '/earned-recognition/api/records_export/',
    ids: ['W-04'],
    summary: 'Export the records behind a figure, up to 10,000 rows.',
    access: READ,
    query: exportQuery(['at', 'registration'], recordFilter),
    raw: 'file',
  }),
} as const;
