export * from './codec.ts';
export * from './record.ts';
export * from './teltonika/index.ts';
