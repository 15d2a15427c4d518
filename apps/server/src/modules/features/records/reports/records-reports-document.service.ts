import { JWT_AUDIENCE, type Tokens } from '../../../../platform/auth/index.ts';
import type { Config } from '../../../../platform/config/index.ts';
import { unavailable } from '../../../../platform/errors.ts';
import type { Log } from '../../../../platform/log/index.ts';

/** Reports that another host may make. */
export type ServiceKind = keyof Config['documentServices'];

/** Makes the report of a record that has been seen to be in sight. */
export interface ReportSource {
  /**
   * The PDF; null where this server makes it itself.
   *
   * @param userId for whom
   * @throws HttpError 503 where the host cannot be reached, or answers anything but a PDF
   */
  pdf(kind: ServiceKind, recordId: number, userId: number): Promise<Buffer | null>;
}

const LIMIT_MS = 20_000;
const MAX_BYTES = 50_000_000;

/** Reads an answer, and no more of it than a report can have. */
async function bounded(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Error('The report is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * What each host is asked: that of defects by POST with a bearer, that of safety inspections by GET with
 * a cookie (requirements G-92, G-93, R-016). Both get the short token of R-020, made for the person who
 * asks: it opens no other call of this server than those that ask for it.
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

/** The hosts of the configuration; where none is set, this server makes the reports. */
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
        if (!answer.ok || answer.body === null) {
          await answer.body?.cancel();
          throw new Error(`It answered ${answer.status}.`);
        }
        const bytes = await bounded(answer.body);
        if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('It sent no PDF.');
        return bytes;
      } catch (error) {
        log.warn({ err: error, kind, recordId }, 'a report from another host');
        throw unavailable('record.report_unavailable');
      }
    },
  };
}
