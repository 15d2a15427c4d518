import type { FastifyInstance } from 'fastify';
import type { Tokens } from '../../../platform/auth/index.ts';
import type { Services } from '../../../platform/services.ts';
import { registerReportRoutes } from './reports/records-reports.routes.ts';
import { RecordReports } from './reports/records-reports.service.ts';
import { reportSource } from './reports/records-reports-document.service.ts';

export { addPhotographs, customersOf } from './intake/records-intake.repository.ts';
export { Intake, type Prepared, type Received } from './intake/records-intake.service.ts';
export { asFieldError, pastMoment } from './intake/records-intake-accepted.ts';
export { withForm } from './intake/records-intake-form.routes.ts';
export {
  discardPictures,
  type StoredPhoto,
  type StoredPhotos,
  storePhoto,
} from './intake/records-intake-pictures.ts';
export {
  keepMeasures,
  type LimitsRow,
  limitsRow,
  lockLimits,
  storeLimits,
} from './limits/records-limits.repository.ts';
export {
  type RecordRow,
  type RecordScope,
  recordPage,
  type SortedCase,
  vehiclesOfScope,
} from './lists/records-lists.repository.ts';
export { momentsOf, scopeOf } from './lists/records-lists-filter.ts';
export { checkVisibleScope } from './lists/records-lists-scope.ts';
export {
  areNotesOf,
  keepAnswersToNotes,
  type NoteRow,
  notesOfInspection,
  waitingNotes,
} from './notes/records-notes.repository.ts';
export {
  faultExplanation,
  faultTitle,
  type NamedFault,
  questionTexts,
} from './notes/records-notes-texts.ts';
export {
  amountOrNull,
  momentOrNull,
  toCheckedItems,
  toPhotographs,
  toTrail,
} from './records-answers.ts';
export { changedMeanwhile, forManagers } from './records-refusals.ts';
export { itemsPart } from './reports/check-report.ts';
export {
  type DefectRecord,
  type InspectionRecord,
  type Photograph,
  photographsOf,
  type RecordVehicle,
  vehicleFactsOf,
  vehicleOf,
  visibleDefect,
  visibleInspection,
} from './reports/records-reports.repository.ts';
export {
  broken,
  factsTable,
  heading,
  listTable,
  photographsPart,
  reportPdf,
  signaturePart,
} from './reports/records-reports-layout.ts';
export { type ReportedKind, reportPartsOf } from './reports/records-reports-parts.ts';
export { type Pictures, recordPhotos } from './reports/records-reports-pictures.ts';
export { signedReportAddress } from './reports/signed-report.ts';
export { storeTrail, trailOf } from './trail/records-trail.repository.ts';

/** PDF reports of driver checks, defects and inspections. */
export function registerRecordReports(
  app: FastifyInstance,
  services: Services,
  tokens: Tokens,
): void {
  const source = reportSource(services.config, tokens, services.log);
  registerReportRoutes(app, new RecordReports(services, source));
}
