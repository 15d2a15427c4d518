export { PASSWORD, SIGN_IN_NAMES } from './catalogue.ts';
export { prepareEvaluation, startEvaluationFleet } from './service.ts';
