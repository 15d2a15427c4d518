export * from './document-name.ts';
export * from './failing-status.ts';
export * from './inspection-interval.ts';
export * from './intervals.ts';
export * from './investigation-answers.ts';
export * from './schedule-states.ts';
export * from './status-options.ts';
export * from './statuses.ts';
