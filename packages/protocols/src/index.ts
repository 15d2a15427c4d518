export * from './codec.ts';
export * from './record.ts';
