export * from './codec.ts';
export * from './gt06/index.ts';
export * from './jt808/index.ts';
export * from './jt1078/index.ts';
export * from './osmand/index.ts';
export * from './record.ts';
export * from './teltonika/index.ts';
export * from './traccar/index.ts';
