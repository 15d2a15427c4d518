export * from './authorisation.ts';
export * from './dates.ts';
export * from './design-tokens.ts';
export * from './events.ts';
export * from './modules.ts';
export * from './roles.ts';
export * from './units.ts';
export * from './vehicles.ts';
