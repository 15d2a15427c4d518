export type {
  CoachingAction,
  DefectItem,
  FieldChange,
  InspectionItem,
  KeptChoices,
  Protocol,
  SnapshotSchedule,
  SurveyItem,
  TemplateItem,
  TyreFigure,
  UnitDayContent,
  UploadColumns,
  UploadFields,
} from './column-types.ts';
export { all, type Condition, ms, when } from './conditions.ts';
export { type Database, openDatabase, type Transaction } from './database.ts';
export {
  isOneOfIds,
  largePage,
  ofEachCustomer,
  readIndexes,
  vehicleIdsOf,
} from './large-list.ts';
export { type LargeList, type Part, sortedApart } from './large-parts.ts';
export {
  findTexts,
  foundPage,
  sourcesOf,
} from './large-search.ts';
export { migrate, migrationNames } from './migrate.ts';
export { homeElsewhere } from './postgres/account.ts';
export { removePostgres, runningPostgres, startPostgres } from './postgres/index.ts';
export { type OwnedRule, privateRules } from './private-rules.ts';
export {
  depotInScope,
  depotIsAssigned,
  ofCustomer,
  ofCustomerOrBuiltIn,
  vehicleIdsInScope,
  vehicleInScope,
} from './scope.ts';
export {
  type CountedRows,
  contains,
  countedPage,
  exactPage,
  fewPage,
  type SearchedList,
  searchedPage,
} from './search.ts';
export type {
  CameraSource,
  CatalogueKind,
  ClockFault,
  InvestigationCause,
  LiveMode,
  RecordKind,
  RowOutcome,
  Tables,
  UploadState,
  VideoFileKind,
  VideoRequestKind,
  VideoRequestState,
  VideoViewKind,
} from './tables.ts';
export { databaseWithin } from './within.ts';
