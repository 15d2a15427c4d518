export { HttpInputs } from './http-inputs.ts';
export type { MqttTimes } from './mqtt-inputs.ts';
export { startInputs } from './start-inputs.ts';
