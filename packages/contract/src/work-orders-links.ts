import { REPAIRER_ANSWERS, WORK_ORDER_STATES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dateInput, exactText, textOf, utc } from './fields.ts';
import { DOCUMENT, RECORD_FILES } from './form-files.ts';
import { recordText } from './record-shapes.ts';
import { lineAmounts, money, moneyText } from './work-orders-shapes.ts';

const count = z.int().nonnegative();

/** A body instead of a path, so that no token is ever logged. */
const token = exactText(100).min(20);
const PUBLIC_RATE = { access: { kind: 'public' }, ratePerMinute: 60, refuses: [404] } as const;

const repairerOrder = z
  .object({
    reference_number: z.string(),
    /** The operator that asks for the work. */
    customer: z.string(),
    registration: z.string(),
    title: z.string(),
    description: z.string(),
    findings: z.array(z.string()),
    state: z.enum(WORK_ORDER_STATES),
    due_on: z.string().nullable(),
    currency: z.string(),
    expires_at: utc,
    answer: z
      .object({
        answer: z.enum(REPAIRER_ANSWERS),
        ready_on: z.string().nullable(),
        note: z.string().nullable(),
      })
      .nullable(),
    /** The lines of the repairer's own estimate and invoices. */
    lines: z.array(
      z.object({
        ...lineAmounts,
        is_superseded: z.boolean(),
      }),
    ),
    photographs: count,
    done_at: utc.nullable(),
    may_estimate: z.boolean(),
    may_answer: z.boolean(),
    may_finish: z.boolean(),
    may_invoice: z.boolean(),
  })
  .meta({ id: 'RepairerOrder' });

/** What a repairer does with a link, without an account. */
export const workOrderLinks = {
  open: endpoint({
    method: 'POST',
    path: '/api/repairer_order/',
    ids: ['W-01'],
    summary: 'Get a work order by the link of its repairer.',
    ...PUBLIC_RATE,
    body: z.object({ token, begins: z.boolean().default(false) }),
    answer: repairerOrder,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/repairer_order/answer/',
    ids: ['W-01'],
    summary: 'Accept or decline a work order by the link of its repairer.',
    ...PUBLIC_RATE,
    body: z.object({
      token,
      answer: z.enum(REPAIRER_ANSWERS),
      ready_on: dateInput.nullable().default(null),
      note: recordText.default(''),
    }),
    answer: repairerOrder,
    refuses: [404, 409],
  }),
  estimate: endpoint({
    method: 'POST',
    path: '/api/repairer_order/estimate/',
    ids: ['W-01'],
    summary:
      'Send the lines of an estimate by the link of its repairer; they replace the last ones.',
    ...PUBLIC_RATE,
    body: z.object({
      token,
      lines: z
        .array(
          z.object({
            kind: z.enum(['labour', 'part']),
            description: textOf(200).min(2),
            quantity: z.number().min(0).max(99_999).multipleOf(0.001),
            unit_price: money,
          }),
        )
        .min(1)
        .max(40),
    }),
    answer: repairerOrder,
    refuses: [404, 409],
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/repairer_order/files/',
    ids: ['W-01'],
    summary: 'Send photographs, or an invoice with its file, by the link of its repairer.',
    ...PUBLIC_RATE,
    ratePerMinute: 20,
    multipart: z.object({
      token,
      invoice_number: textOf(60).min(1).optional(),
      net: moneyText.optional(),
      vat: moneyText.optional(),
    }),
    files: {
      photos: RECORD_FILES.photos,
      document: { ...DOCUMENT, optional: true },
    },
    answer: repairerOrder,
    refuses: [404, 409],
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/repairer_order/done/',
    ids: ['W-01'],
    summary: 'Report the work as done by the link of its repairer.',
    ...PUBLIC_RATE,
    body: z.object({ token, note: recordText.min(2) }),
    answer: repairerOrder,
    refuses: [404, 409],
  }),
} as const;
