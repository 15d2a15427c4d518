export * from './assessment.ts';
export * from './values.ts';
