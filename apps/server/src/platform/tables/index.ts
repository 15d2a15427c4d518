export { clockOf, type Display, displayOf, rangeText, wordsOf } from './display.ts';
export { listFile, tableFile, wholePage } from './list-file.ts';
export { type Reader, readerOf } from './reader.ts';
export { type Appendix, type Report, type ReportFile, safeName } from './report.ts';
export { MAX_ROWS, reportFile } from './report-file.ts';
export { type ColumnOf, driverCell, momentCell, type Table, tableOf } from './table.ts';
