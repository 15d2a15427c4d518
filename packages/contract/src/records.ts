import { VEHICLE_FILE } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { browserZone, exactText, expiresText, idText } from './fields.ts';
import { byId } from './shapes.ts';

/** The parameters of a signed address. */
export const signedReport = z.object({
  signature: exactText(100).optional(),
  expires: expiresText.optional(),
  language: exactText(10).optional(),
  time_zone: browserZone,
});

/** A PDF that a signed, expiring address opens without a session. */
export const SIGNED_PDF = {
  refuses: [401],
  access: { kind: 'public' },
  params: byId,
  query: signedReport,
  raw: 'file',
  ratePerMinute: 120,
} as const;

/** Reports of stored records as PDFs (requirements G-92, G-93; OP-088). */
export const records = {
  defectReport: endpoint({
    method: 'POST',
    path: '/defect/api/defect_report_pdf/{id}/',
    ids: ['R-174'],
    summary: 'Get the report of a defect as a PDF, with the token of R-020.',
    access: VEHICLE_FILE,
    credential: 'jwt',
    params: byId,
    body: z.object({
      /** Must equal the id in the path, if present. */
      record_id: idText.optional(),
    }),
    raw: 'file',
  }),
  inspectionReport: endpoint({
    method: 'GET',
    path: '/safety-inspection/api/report_pdf/{id}/',
    ids: ['R-162', 'R-175'],
    summary:
      'Get the report of a safety inspection as a PDF, with the session or by a signed, expiring address.',
    ...SIGNED_PDF,
  }),
} as const;
