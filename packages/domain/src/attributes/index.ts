export { codecNamesOf } from './aliases.ts';
export * from './convert.ts';
export * from './dictionary.ts';
export * from './read.ts';
