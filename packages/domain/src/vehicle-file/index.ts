export * from './document-name.ts';
export * from './inspection-interval.ts';
export * from './intervals.ts';
export * from './schedule-states.ts';
export * from './status-options.ts';
export * from './statuses.ts';
