export * from './authorisation.ts';
export * from './modules.ts';
export * from './roles.ts';
export * from './vehicles.ts';
