export { type ChangedVehicle, markChanged } from './repository.ts';
export { ENGINES_PRINT, type EngineMaker, RuleBook } from './rules.ts';
