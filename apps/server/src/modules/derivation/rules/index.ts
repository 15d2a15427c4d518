export {
  type ChangedRules,
  changedRules,
  markCustomer,
} from './repository.ts';
export { ENGINES_PRINT, type EngineMaker, RuleBook } from './rules.ts';
