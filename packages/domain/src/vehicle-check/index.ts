export * from './damage-zones.ts';
export * from './report-types.ts';
