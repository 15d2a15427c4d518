import { InternalError } from '@roadworthy/domain';
import { JWT_AUDIENCE, type Tokens } from '../../../../platform/auth/index.ts';
import type { Config } from '../../../../platform/config/index.ts';
import { unavailable } from '../../../../platform/errors.ts';
import type { Log } from '../../../../platform/log/index.ts';
import { successBody } from '../../../../platform/response-body.ts';

/** Reports that an external document service can make. */
export type ServiceKind = keyof Config['documentServices'];

/** Gets reports from a document service. The caller has checked that the record is visible. */
export interface ReportSource {
  /**
   * The PDF; null if no service is configured and this server makes the report.
   *
   * @param userId the user whose token is sent
   * @throws HttpError 503 if the service is not reachable or does not answer with a PDF
   */
  pdf(kind: ServiceKind, recordId: number, userId: number): Promise<Buffer | null>;
}

const LIMIT_MS = 20_000;
const MAX_BYTES = 50_000_000;

/**
 * Request to a document service: defects by POST with a bearer token, safety inspections by GET
 * with a cookie (requirements G-92, G-93, R-016). Both carry the short-lived token of R-020 for the
 * user; only the calls that require its audience accept it.
 */
function requestOf(kind: ServiceKind, base: string, recordId: number, token: string) {
  const common = { redirect: 'error', signal: AbortSignal.timeout(LIMIT_MS) } as const;
  if (kind === 'inspection') {
    const headers = { cookie: `access-token=${token}` };
    return new Request(`${base}/api/report_pdf/${recordId}/`, { ...common, headers });
  }
  return new Request(`${base}/api/defect_report_pdf/${recordId}/`, {
    ...common,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ record_id: recordId }),
  });
}

/** The configured document services; without one, this server makes the reports. */
export function reportSource(
  { documentServices }: Pick<Config, 'documentServices'>,
  tokens: Tokens,
  log: Log,
): ReportSource {
  return {
    pdf: async (kind, recordId, userId) => {
      const base = documentServices[kind];
      if (base === null) return null;
      try {
        const token = await tokens.issue(userId, JWT_AUDIENCE);
        const answer = await fetch(requestOf(kind, base, recordId, token));
        const bytes = await successBody(answer, MAX_BYTES);
        if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) {
          throw new InternalError('document_service.not_pdf');
        }
        return bytes;
      } catch (error) {
        log.warn({ err: error, kind, recordId }, 'no report from the document service');
        throw unavailable('record.report_unavailable');
      }
    },
  };
}
