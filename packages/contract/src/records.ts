import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, idText } from './shapes.ts';

const READ = { kind: 'module', anyOf: ['Vehicle File'] } as const;

/** Reports of stored records as PDFs (requirements G-92, G-93; OP-088). */
export const records = {
  defectReport: endpoint({
    method: 'POST',
    path: '/defect/api/defect_report_pdf/{id}/',
    ids: ['R-174'],
    summary: 'The report of a defect as a PDF, asked for with the token of R-020.',
    access: READ,
    credential: 'jwt',
    params: byId,
    body: z.object({
      /** The same as in the path, where it is said. */
      record_id: idText.optional(),
    }),
    raw: 'file',
  }),
  inspectionReport: endpoint({
    method: 'GET',
    path: '/safety-inspection/api/report_pdf/{id}/',
    ids: ['R-175'],
    summary: 'The report of a safety inspection as a PDF, asked for with the session.',
    access: READ,
    params: byId,
    raw: 'file',
  }),
} as const;
