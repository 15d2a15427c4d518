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
export { all, type Condition } from './conditions.ts';
export { type Database, openDatabase, type Transaction } from './database.ts';
export {
  isOneOfIds,
  type LargeList,
  type LargePage,
  largePage,
  ofEachCustomer,
  type Part,
  readIndexes,
  sortedApart,
  vehicleIdsOf,
} from './large-list.ts';
export { firstHits, type LargeSearch, searchedLargePage } from './large-search.ts';
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
