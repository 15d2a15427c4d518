import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idText } from './fields.ts';
import { DOCUMENT } from './form-files.ts';
import { version } from './record-shapes.ts';
import { byId } from './shapes.ts';
import { WRITE } from './work-orders-access.ts';
import { lineFields, workOrder } from './work-orders-shapes.ts';

const lineId = byId.extend({ line: idText });

/** Calls about the lines of a work order. */
export const workOrderLines = {
  addLine: endpoint({
    method: 'POST',
    path: '/api/work_orders/{id}/lines/',
    ids: ['W-01'],
    summary: 'Add a line of labour, of a part, or of an invoice with its file.',
    access: WRITE,
    params: byId,
    multipart: lineFields,
    files: { document: { ...DOCUMENT, optional: true } },
    answer: workOrder,
    refuses: [409],
  }),
  changeLine: endpoint({
    method: 'PUT',
    path: '/api/work_orders/{id}/lines/{line}/',
    ids: ['W-01'],
    summary: 'Change a line. Without a file, it keeps the one that it has.',
    access: WRITE,
    params: lineId,
    multipart: lineFields,
    files: { document: { ...DOCUMENT, optional: true } },
    answer: workOrder,
    refuses: [409],
  }),
  removeLine: endpoint({
    method: 'DELETE',
    path: '/api/work_orders/{id}/lines/{line}/',
    ids: ['W-01'],
    summary: 'Remove a line. An issued part returns to its store.',
    access: WRITE,
    params: lineId,
    query: z.object({ version }),
    answer: workOrder,
    refuses: [409],
  }),
  issueLine: endpoint({
    method: 'POST',
    path: '/api/work_orders/{id}/lines/{line}/issue/',
    ids: ['W-01'],
    summary: 'Take the part of a line from its store. The line then costs what the stock did.',
    access: WRITE,
    params: lineId,
    body: z.object({ version }),
    answer: workOrder,
    refuses: [409],
  }),
  returnLine: endpoint({
    method: 'POST',
    path: '/api/work_orders/{id}/lines/{line}/return/',
    ids: ['W-01'],
    summary: 'Return some of an issued part to its store, at the cost of its issue.',
    access: WRITE,
    params: lineId,
    body: z.object({ version, quantity: z.number().min(0.001).max(99_999).multipleOf(0.001) }),
    answer: workOrder,
    refuses: [409],
  }),
};
