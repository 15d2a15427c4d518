import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendPdf } from '../../../platform/http/index.ts';
import type { LabelsService } from './labels/qr-codes-labels.service.ts';
import type { LandingService } from './landing/qr-codes-landing.service.ts';
import type { CodesService } from './qr-codes.service.ts';

export interface QrCodeServices {
  readonly landing: LandingService;
  readonly codes: CodesService;
  readonly labels: LabelsService;
}

/** Routes of the public page of a vehicle, of codes and of labels. */
export function registerRoutes(app: FastifyInstance, services: QrCodeServices): void {
  const { landing, codes, labels } = services;
  const calls = contract.qrCodes;
  implement(app, calls.documentLatest, ({ query }) => landing.documents(query));
  implement(app, calls.driverCheckLatest, ({ query }) => landing.driverCheck(query));
  implement(app, calls.readCode, ({ viewer, params }) => codes.read(viewer, params.vehicle));
  implement(app, calls.renewCode, ({ viewer, params }) => codes.renew(viewer, params.vehicle));
  implement(app, calls.revokeCode, ({ viewer, params }) => codes.revoke(viewer, params.vehicle));
  implement(app, calls.labels, ({ viewer, query, reply }) =>
    sendPdf(reply, labels.pdf(viewer, query)),
  );
}
