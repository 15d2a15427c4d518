import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { badRequest, implement, sendPdf } from '../../../../platform/http/index.ts';
import type { RecordReports } from './records-reports.service.ts';

/** PDF reports of records. */
export function registerReportRoutes(app: FastifyInstance, reports: RecordReports): void {
  const calls = contract.records;
  implement(app, calls.defectReport, async ({ viewer, params, body, reply }) => {
    if (body.record_id !== undefined && body.record_id !== params.id) {
      const detail = 'record.not_of_address';
      throw badRequest(detail, { errors: { record_id: [detail] } });
    }
    return sendPdf(reply, reports.defect(viewer, params.id));
  });
  implement(app, calls.inspectionReport, async ({ viewer, params, query, reply }) =>
    sendPdf(reply, reports.inspection({ viewer, ...query }, params.id)),
  );
  implement(app, contract.walkaroundRecords.report, async ({ viewer, params, query, reply }) =>
    sendPdf(reply, reports.check({ viewer, ...query }, params.id)),
  );
}
