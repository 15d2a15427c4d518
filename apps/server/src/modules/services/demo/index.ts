export { prepareDemo, startDemoFleet } from './demo.service.ts';
export { PASSWORD, SIGN_IN_NAMES } from './demo-catalogue.ts';
