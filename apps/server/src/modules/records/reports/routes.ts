import { contract } from '@roadworthy/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { badRequest, implement } from '../../../platform/http/index.ts';
import type { RecordReports, ReportPdf } from './service.ts';

async function send(reply: FastifyReply, { name, bytes }: ReportPdf): Promise<undefined> {
  await reply
    .type('application/pdf')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .send(bytes);
  return undefined;
}

/** */
export function registerReportRoutes(app: FastifyInstance, reports: RecordReports): void {
  const calls = contract.records;
  implement(app, calls.defectReport, async ({ viewer, params, body, reply }) => {
    if (body.record_id !== undefined && body.record_id !== params.id) {
      const detail = 'The record is not the one of the address.';
      throw badRequest(detail, { errors: { record_id: [detail] } });
    }
    return send(reply, await reports.defect(viewer, params.id));
  });
  implement(app, calls.inspectionReport, async ({ viewer, params, query, reply }) =>
    send(reply, await reports.inspection({ viewer, ...query }, params.id)),
  );
  implement(app, contract.driverChecks.report, async ({ viewer, params, query, reply }) =>
    send(reply, await reports.check({ viewer, ...query }, params.id)),
  );
}
