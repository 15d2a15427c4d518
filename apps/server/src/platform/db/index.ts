export { type Database, openDatabase, type Transaction } from './database.ts';
export { migrate } from './migrate.ts';
export { PostgresError, removePostgres, startPostgres } from './postgres/index.ts';
export type { DefectItem, InspectionItem, TyreFigure } from './record-tables.ts';
export type { ClockFault, Protocol, Tables } from './tables.ts';
