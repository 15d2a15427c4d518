export { PASSWORD, SIGN_IN_NAMES } from './catalogue.ts';
export { isEmptyInstallation } from './repository.ts';
export { prepareEvaluation, startEvaluationFleet } from './service.ts';
