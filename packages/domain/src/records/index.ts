export * from './defect-areas.ts';
export * from './defect-life.ts';
export * from './driver-check.ts';
export * from './earned-recognition.ts';
export * from './figures.ts';
export * from './inspection-life.ts';
export * from './inspection-sheets.ts';
export * from './vor.ts';
