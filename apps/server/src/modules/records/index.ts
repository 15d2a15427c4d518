import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Tokens } from '../../platform/auth/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import type { Services } from '../../platform/services.ts';
import { latestCheck } from './checks/repository.ts';
import { registerCheckRoutes } from './checks/routes.ts';
import { ChecksService } from './checks/service.ts';
import { DefectList } from './defects/list/service.ts';
import { registerDefectRoutes } from './defects/routes.ts';
import { DefectsService } from './defects/service.ts';
import { registerEarnedRecognitionRoutes } from './earned-recognition/routes.ts';
import { EarnedRecognition } from './earned-recognition/service.ts';
import { InspectionList } from './inspections/list/service.ts';
import { registerInspectionRoutes } from './inspections/routes.ts';
import { InspectionsService } from './inspections/service.ts';
import { registerLimitRoutes } from './limits/routes.ts';
import { RecordLimitsService } from './limits/service.ts';
import { reportSource } from './reports/document-service.ts';
import { registerReportRoutes } from './reports/routes.ts';
import { RecordReports } from './reports/service.ts';
import { VorDashboard } from './vor/dashboard/service.ts';
import { registerVorRoutes } from './vor/routes.ts';
import { VorService } from './vor/service.ts';

/** How driver checks of another form come in: the module `checks` takes those of phones. */
export { type CheckFacts, checkColumns, shortCheckS } from './checks/repository.ts';
/** What other reports about vehicles come in with: forms with pictures, each once, and defects. */
export {
  type CameBefore,
  ChecksService,
  captionsOf,
  durationOf,
  findingsOf,
  namedDriver,
  type SaidCheck,
  toItem,
} from './checks/service.ts';
export { reportDefect } from './defects/report.ts';
export { beside, pastMoment, refused } from './intake/accepted.ts';
export { withForm } from './intake/form-routes.ts';
export type { StoredPictures } from './intake/pictures.ts';
export { type StoredPicture, storePicture } from './intake/pictures.ts';
export { addPhotographs, customersOf } from './intake/repository.ts';
export type { Received } from './intake/service.ts';
export { Intake } from './intake/service.ts';
export { itemsPart } from './reports/check-report.ts';
/** What other reports of records are laid out with. */
export {
  broken,
  factsTable,
  heading,
  listTable,
  photographsPart,
  reportPdf,
  signaturePart,
} from './reports/layout.ts';
export { picturesOf } from './reports/pictures.ts';
export { type Photograph, photographsOf } from './reports/repository.ts';
export { signedReportAddress } from './reports/signed-report.ts';

/**
 * The newest driver check of a vehicle (requirement J-23), for the public page; undefined where it has
 * none. Its report is had by `signedReportAddress(secret, 'driver-check', id)`. A registration alone
 * may be that of several customers: say the vehicle where it is known.
 */
export function latestDriverCheck(
  trx: Transaction,
  vehicle: { readonly vehicleId: number } | { readonly registration: string },
): Promise<{ id: number; checkedAt: Date } | undefined> {
  return latestCheck(trx, vehicle);
}

/** Stored records: driver checks, defects, safety inspections, vehicles off the road, and reports. */
export function registerRecords(app: FastifyInstance, services: Services, tokens: Tokens): void {
  const source = reportSource(services.config, tokens, services.log);
  registerReportRoutes(app, new RecordReports(services, source));
  registerEarnedRecognitionRoutes(app, new EarnedRecognition(services));
  registerLimitRoutes(app, new RecordLimitsService(services));
  registerVorRoutes(app, new VorService(services), new VorDashboard(services));
  registerCheckRoutes(app, new ChecksService(services));
  // In a scope of its own, as only here bodies come in parts.
  app.register(async (scope) => {
    await scope.register(multipart);
    registerDefectRoutes(
      scope,
      services.files,
      new DefectsService(services),
      new DefectList(services),
    );
    registerInspectionRoutes(
      scope,
      services.files,
      new InspectionsService(services),
      new InspectionList(services),
    );
  });
}
