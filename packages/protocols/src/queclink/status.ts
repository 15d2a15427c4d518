import { decimal, percentage, scaled } from '../bytes/text-values.ts';
import type { AttributeValue, DeviceRecord } from '../record.ts';

type Values = { -readonly [K in keyof DeviceRecord]?: DeviceRecord[K] };

/** Values behind a position, and what is not known of them. */
export interface Status {
  readonly values: Values;
  readonly attributes: Record<string, AttributeValue>;
}

/** State, inputs, outputs: two hexadecimal digits each. */
const DEVICE_STATUS = /^(?:1[126A]|2[126A]|4[12])[\dA-F]{4}$/;
const STATE = /^(?:1[126A]|2[126A]|4[12])$/;
const KILOMETRES = /^\d{1,9}\.\d{1,2}$/;
const HOUR_METER = /^\d{5,7}:\d\d:\d\d$/;
const WHOLE = /^\d{1,3}$/;
const BYTE = /^[\dA-F]{2}$/;
const SENSOR = /^28[\dA-F]{14}$/;
const WORD = /^[\dA-F]{4}$/;
const ANALOG_INPUTS = 3;

/** Ignition by the first digit of the state: 1 off, 2 on, 4 not connected. */
export function ignitionOf(state: string | undefined): boolean | null {
  if (state === undefined || !STATE.test(state)) return null;
  return state[0] === '4' ? null : state[0] === '2';
}

/** Whether a field is a state of the device. */
export const isState = (text: string | undefined): boolean =>
  text !== undefined && STATE.test(text);

/** Inputs without the ignition, which is the lowest bit, and outputs. */
function portsOf(inputs: number, outputs: number): Record<string, AttributeValue> {
  return {
    inputs,
    outputs,
    digitalInput1: (inputs >> 1) & 1,
    digitalInput2: (inputs >> 2) & 1,
    digitalOutput1: outputs & 1,
    digitalOutput2: (outputs >> 1) & 1,
  };
}

function readOdometer(fields: readonly string[], status: Status): number {
  const at = fields.findIndex((field) => KILOMETRES.test(field));
  if (at >= 0) status.values.odometerM = scaled(decimal(fields[at]), 1000);
  return at;
}

/** Hours, minutes and seconds that the ignition was on. */
function readHourMeter(fields: readonly string[], { attributes }: Status): number {
  const at = fields.findIndex((field) => HOUR_METER.test(field));
  const [hours = 0, minutes = 0, seconds = 0] = (fields[at] ?? '').split(':').map(Number);
  if (at >= 0) {
    attributes.engineWorkMin = Math.round((hours * 60 + minutes + seconds / 60) * 100) / 100;
  }
  return at;
}

function readAnalog(fields: readonly string[], from: number, to: number, { attributes }: Status) {
  for (let n = 0; n < ANALOG_INPUTS && from + n < to; n += 1) {
    const value = fields[from + n] ?? '';
    if (/^\d{1,5}$/.test(value)) attributes[`analogInput${n + 1}Mv`] = Number(value);
  }
}

/** Sensors on the 1-wire bus: number, 1, and sixteenths of a degree. */
function readSensors(fields: readonly string[], { values, attributes }: Status): void {
  let count = 0;
  fields.forEach((field, at) => {
    const raw = fields[at + 2] ?? '';
    if (!SENSOR.test(field) || fields[at + 1] !== '1' || !WORD.test(raw)) return;
    const degrees = Buffer.from(raw, 'hex').readInt16BE(0) / 16;
    count += 1;
    attributes[`temperature${count}C`] = degrees;
    if (count === 1) values.temperatureC = degrees;
  });
}

/**
 * Reads the fields between the last position and the time of sending. Models differ in them; the
 * values are recognised by their form. The fields from the first unknown one on stay as they are in
 * `extra`.
 */
export function readStatus(fields: readonly string[]): Status {
  const status: Status = { values: {}, attributes: {} };
  const { values, attributes } = status;
  const odometerAt = readOdometer(fields, status);
  const hoursAt = readHourMeter(fields, status);
  const statusAt = fields.findIndex((field) => DEVICE_STATUS.test(field));
  const analogAt = (hoursAt < 0 ? odometerAt + 1 : hoursAt) + 1;
  let known = Math.max(odometerAt, hoursAt);
  // A mask precedes optional fields; its first bit is the number of satellites.
  const hasSatellites = odometerAt >= 2 && (Number.parseInt(fields[0] as string, 16) & 1) === 1;
  if (hasSatellites && BYTE.test(fields[0] as string)) {
    values.satellites = wholePercentage(fields[1]);
  }
  if (statusAt > 0) {
    const [state, inputs, outputs] = (fields[statusAt] as string).match(/../g) as [
      string,
      string,
      string,
    ];
    values.ignition = ignitionOf(state);
    values.batteryPercent = wholePercentage(fields[statusAt - 1]);
    Object.assign(attributes, portsOf(Number.parseInt(inputs, 16), Number.parseInt(outputs, 16)));
    attributes.deviceState = state;
    if (odometerAt >= 0) readAnalog(fields, analogAt, statusAt - 1, status);
    known = statusAt;
  } else if (odometerAt >= 0 && isBytes(fields, analogAt + ANALOG_INPUTS)) {
    // GV200: inputs and outputs in two fields, and no battery.
    const at = analogAt + ANALOG_INPUTS;
    attributes.inputs = Number.parseInt(fields[at] as string, 16);
    attributes.outputs = Number.parseInt(fields[at + 1] as string, 16);
    readAnalog(fields, analogAt, at, status);
    known = at + 1;
  } else if (hoursAt >= 0 && wholePercentage(fields[hoursAt + 3]) !== null) {
    // No state: the percentage follows two analogue inputs.
    values.batteryPercent = wholePercentage(fields[hoursAt + 3]);
    readAnalog(fields, analogAt, hoursAt + 3, status);
    known = hoursAt + 3;
  } else if (fields.length > 1) {
    // Battery-powered models: the percentage is the last field.
    values.batteryPercent = wholePercentage(fields.at(-1));
    if (values.batteryPercent !== null) known = fields.length - 1;
  }
  readSensors(fields, status);
  const extra = fields
    .slice(known + 1)
    .join(',')
    .replace(/^[,0]*$/, '');
  if (extra !== '') attributes.extra = extra;
  return status;
}

const isBytes = (fields: readonly string[], at: number): boolean =>
  BYTE.test(fields[at] ?? '') && BYTE.test(fields[at + 1] ?? '');

/** A percentage of at most three digits; null for another text. */
export const wholePercentage = (text: string | undefined): number | null =>
  text !== undefined && WHOLE.test(text) ? percentage(Number(text)) : null;
