import { PART_UNITS, STOCK_TAKE_STATES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText, textOf, utc } from './fields.ts';
import { named, PARTS_READ, PARTS_WRITE } from './parts-shapes.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const IDS = ['W-01'] as const;
const counted = z.number().min(0).max(99_999).multipleOf(0.001);
const partName = z.object({ id, number: z.string(), name: z.string(), unit: z.enum(PART_UNITS) });

const rowFields = {
  id,
  reference_number: z.string(),
  store: named,
  state: z.enum(STOCK_TAKE_STATES),
  created_at: utc,
  created_by: z.string(),
  posted_at: utc.nullable(),
  posted_by: z.string().nullable(),
  /** How many parts were counted, and how many of them differ. */
  parts: z.int().nonnegative(),
  differences: z.int().nonnegative(),
};
const takeRow = z.object(rowFields).meta({ id: 'StockTakeRow' });
const take = z
  .object({
    ...rowFields,
    lines: z.array(
      z.object({
        part: partName,
        /** The stock when it was counted. */
        expected: z.number(),
        counted: z.number(),
        difference: z.number(),
        /** At the average cost of the store. */
        value: z.number(),
        counted_at: utc,
        counted_by: z.string(),
      }),
    ),
    may_change: z.boolean(),
  })
  .meta({ id: 'StockTake' });
const ofPart = byId.extend({ part: idText });

/** Stock-takes, and the labels and codes of parts. */
export const stockTakes = {
  list: endpoint({
    method: 'GET',
    path: '/api/part_stock_takes/',
    ids: IDS,
    summary: 'List the stock-takes of visible stores, newest first.',
    access: PARTS_READ,
    query: pagedQuery(['created_at']).extend({
      state: z.enum(STOCK_TAKE_STATES).optional(),
      store: idText.optional(),
    }),
    answer: paged(takeRow),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/part_stock_takes/',
    ids: IDS,
    summary: 'Begin the stock-take of a store, or go on with its open one.',
    access: PARTS_WRITE,
    body: z.object({ store: id }),
    answer: take,
    status: 201,
    refuses: [409],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/part_stock_takes/{id}/',
    ids: IDS,
    summary: 'Get one stock-take with its counts and differences.',
    access: PARTS_READ,
    params: byId,
    answer: take,
  }),
  count: endpoint({
    method: 'PUT',
    path: '/api/part_stock_takes/{id}/parts/{part}/',
    ids: IDS,
    summary: 'Enter the count of a part. A second count replaces the first.',
    access: PARTS_WRITE,
    params: ofPart,
    body: z.object({ counted }),
    answer: take,
    refuses: [409],
  }),
  removeCount: endpoint({
    method: 'DELETE',
    path: '/api/part_stock_takes/{id}/parts/{part}/',
    ids: IDS,
    summary: 'Remove the count of a part.',
    access: PARTS_WRITE,
    params: ofPart,
    answer: take,
    refuses: [409],
  }),
  post: endpoint({
    method: 'POST',
    path: '/api/part_stock_takes/{id}/post/',
    ids: IDS,
    summary: 'Post the differences as movements. Posting again changes nothing.',
    access: PARTS_WRITE,
    params: byId,
    answer: take,
    refuses: [409],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/part_stock_takes/{id}/cancel/',
    ids: IDS,
    summary: 'Cancel a stock-take. Its counts are not posted.',
    access: PARTS_WRITE,
    params: byId,
    answer: take,
    refuses: [409],
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/part_codes/',
    ids: IDS,
    summary: 'Find a part by its barcode, its number, or the QR code of its label.',
    access: PARTS_READ,
    query: z.object({ code: textOf(300).min(1) }),
    answer: partName,
    refuses: [404],
  }),
  labels: endpoint({
    method: 'GET',
    path: '/api/part_labels/',
    ids: IDS,
    summary: 'Get printable QR labels of parts as a PDF, up to 600.',
    access: PARTS_READ,
    /** Ids of parts, with commas between them. */
    query: z.object({ ids: z.string().regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,599}$/) }),
    raw: 'file',
  }),
} as const;
