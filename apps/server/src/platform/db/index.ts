export type { TemplateItem } from './check-template-tables.ts';
export { type Database, openDatabase, type Transaction } from './database.ts';
export type { InvestigationCause, SnapshotSchedule } from './investigation-tables.ts';
export { migrate } from './migrate.ts';
export { PostgresError, removePostgres, startPostgres } from './postgres/index.ts';
export type { DefectItem, InspectionItem, RecordKind, TyreFigure } from './record-tables.ts';
export {
  type CountedRows,
  contains,
  countedPage,
  fewPage,
  type SearchedList,
  searchedPage,
} from './search.ts';
export type { ClockFault, Protocol, Tables } from './tables.ts';
export type {
  KeptChoices,
  RowOutcome,
  UploadColumns,
  UploadFields,
  UploadState,
} from './upload-tables.ts';
export type { CatalogueKind } from './vehicle-catalogue-tables.ts';
export type { SurveyItem } from './vehicle-check-tables.ts';
export type { FieldChange } from './vehicle-file-tables.ts';
export { databaseWithin } from './within.ts';
