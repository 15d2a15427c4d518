import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { LabelsService } from './labels/qr-codes-labels.service.ts';
import { LandingService } from './landing/qr-codes-landing.service.ts';
import { registerRoutes } from './qr-codes.routes.ts';
import { CodesService } from './qr-codes.service.ts';

export { LabelsService } from './labels/qr-codes-labels.service.ts';
export { labelSheet } from './labels/qr-codes-labels-sheet.ts';
export { documentsAddress } from './qr-codes-addresses.ts';
export { type AssignedCode, assignCodes } from './qr-codes-assignment.ts';

/** QR codes of vehicles, their labels, and the public page that they open (areas J and K). */
export function registerQrCodes(app: FastifyInstance, services: Services): void {
  registerRoutes(app, {
    landing: new LandingService(services),
    codes: new CodesService(services),
    labels: new LabelsService(services),
  });
}
