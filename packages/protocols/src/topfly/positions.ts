import { EVENT } from '@roadworthy/domain';
import { newRecordDraft, type RecordDraft, recordOfDraft } from '../record-draft.ts';
import { addEvent, bcd, LOCATION_BYTES, type Reading, readLocation, scaledBcd } from './reading.ts';

/** Generations of the protocol. */
export const MARK = { first: 0x2323, vehicle: 0x2525, obd: 0x2626, asset: 0x2727 } as const;
export const TYPE = { position: 0x02, alarm: 0x04, position2: 0x13, alarm2: 0x14 } as const;

/** Alarm numbers of vehicle devices with their events. */
const VEHICLE_ALARMS: Readonly<Record<number, number>> = {
  1: EVENT.powerDisconnected,
  2: EVENT.lowBattery,
  3: EVENT.panicButton,
  4: EVENT.overSpeed,
  5: EVENT.geofenceEntered,
  6: EVENT.geofenceLeft,
  7: EVENT.towing,
  8: EVENT.shock,
  10: EVENT.shock,
  21: EVENT.signalJamming,
  23: EVENT.powerRestored,
  24: EVENT.lowBattery,
};
/** Alarm numbers of asset devices with their events. */
const ASSET_ALARMS: Readonly<Record<number, number>> = {
  1: EVENT.tampering,
  2: EVENT.tampering,
  3: EVENT.panicButton,
  4: EVENT.tampering,
  6: EVENT.lowBattery,
  14: EVENT.geofenceEntered,
  15: EVENT.geofenceLeft,
};

const SATELLITES_MASK = 0x1f;
const SIGNAL_MASK = 0x7f;
const FULL_PERCENT = 100;

/** A percentage in BCD, in which 00 means full. */
function readBattery({ values }: RecordDraft, body: Buffer, at: number): void {
  const percent = bcd(body, at, 1);
  values.batteryPercent = percent === 0 ? FULL_PERCENT : percent;
}

const isBit = (word: number, bit: number) => ((word >> bit) & 1) === 1;
const NO_ANALOGUE = 0xffff;

/** Settings, signal, status and relays, before the inputs. */
const VEHICLE_HEAD_BYTES = 16;
const INPUTS_BYTES = 2;
/** Alarm, spare byte, odometer, battery. */
const VEHICLE_STATE_BYTES = 7;
/** Models whose position has the voltage of the battery before that of the supply. */
const WITH_BATTERY_VOLTAGE = 'TLW2-2BL';

/** Inputs, outputs and analogue inputs; returns the offset behind them. */
function readInputs(
  draft: RecordDraft,
  body: Buffer,
  at: number,
  mark: number,
  isLong: boolean,
): number {
  const { values, attributes } = draft;
  const inputs = body.readUInt16BE(at);
  values.ignition = isBit(inputs, 14);
  Object.assign(attributes, {
    airConditioning: isBit(inputs, 13),
    digitalInput3: isBit(inputs, 12),
    digitalInput4: isBit(inputs, 11),
  });
  let next = at + INPUTS_BYTES;
  if (isLong) {
    attributes.outputs = body[next] as number;
    next += 2;
  } else {
    for (const n of [1, 2, 3]) attributes[`digitalOutput${n}`] = isBit(inputs, 6 + n);
  }
  const analogues = mark === MARK.obd ? 0 : isLong ? 5 : 2;
  for (let n = 1; n <= analogues; n += 1, next += 2) {
    const value = body.readUInt16BE(next);
    if (value !== NO_ANALOGUE) attributes[`analogInput${n}V`] = value / 100;
  }
  return next;
}

/** Speed, fuel used, fuel rate, engine speed and seven single bytes, at the end of OBD positions. */
const OBD_BYTES = 19;

function readObd({ values, attributes }: RecordDraft, body: Buffer, at: number): void {
  values.speedKmh = scaledBcd(body, at, 2, 10);
  const fuel = body.readUInt32BE(at + 2);
  if (fuel !== 0xffff_ffff) attributes.fuelUsedL = fuel / 1000;
  const rate = body.readUInt32BE(at + 6);
  if (rate !== 0xffff_ffff) attributes.fuelRate = rate / 1000;
  const rpm = body.readUInt16BE(at + 10);
  if (rpm !== 0xffff) attributes.engineSpeedRpm = rpm;
  const single: readonly (readonly [name: string, offset: number])[] = [
    ['massAirFlowGs', 0],
    ['intakeManifoldPressureKpa', 0],
    ['coolantTemperatureC', -40],
    ['intakeAirTemperatureC', -40],
    ['engineLoadPercent', 0],
    ['throttlePercent', 0],
    ['fuelLevelPercent', 0],
  ];
  for (const [index, [name, offset]] of single.entries()) {
    const value = body[at + 12 + index] as number;
    if (value !== 0xff) attributes[name] = value + offset;
  }
}

/** Voltages behind the location, and what follows them. */
function readTail(
  draft: RecordDraft,
  body: Buffer,
  from: number,
  mark: number,
  hasBattery: boolean,
) {
  const { values, attributes } = draft;
  let at = from;
  if (hasBattery && at + 2 <= body.length) {
    values.batteryVoltageV = scaledBcd(body, at, 2, 100);
    at += 2;
  }
  if (at + 2 <= body.length) {
    values.externalVoltageV = scaledBcd(body, at, 2, 100);
    at += 2;
  }
  if (mark === MARK.obd && at + OBD_BYTES === body.length) readObd(draft, body, at);
  else if (at < body.length) attributes.content = body.toString('hex', at);
}

/** Position or alarm of a vehicle device; null if the body is too short. */
export function readVehiclePosition(
  mark: number,
  type: number,
  body: Buffer,
  model: string,
): (Reading & { readonly alarm: number }) | null {
  const isLong = type === TYPE.position2 || type === TYPE.alarm2;
  const analogueBytes = mark === MARK.obd ? 0 : isLong ? 10 : 4;
  const stateAt = VEHICLE_HEAD_BYTES + INPUTS_BYTES + (isLong ? 2 : 0) + analogueBytes;
  const locationAt = stateAt + VEHICLE_STATE_BYTES;
  if (body.length < locationAt + LOCATION_BYTES) return null;
  const draft = newRecordDraft();
  const { values, attributes } = draft;
  attributes.mobileSignal = body.readUInt16BE(7) & SIGNAL_MASK;
  const status = body[9] as number;
  values.satellites = status & SATELLITES_MASK;
  readInputs(draft, body, VEHICLE_HEAD_BYTES, mark, isLong);
  const alarm = body[stateAt] as number;
  if (alarm !== 0) attributes.alarm = alarm;
  addEvent(draft, VEHICLE_ALARMS[alarm]);
  values.odometerM = body.readUInt32BE(stateAt + 2);
  readBattery(draft, body, stateAt + 6);
  readLocation(draft, body, locationAt, { status, hasSpeed: mark !== MARK.obd });
  const hasBattery = isLong || model === WITH_BATTERY_VOLTAGE;
  readTail(draft, body, locationAt + LOCATION_BYTES, mark, hasBattery);
  return { records: [recordOfDraft(draft)], complete: true, alarm };
}

/** Status, alarm, location, acceleration, battery, sensors, odometer, inputs, settings. */
const ASSET_BYTES = 2 + LOCATION_BYTES + 5 + 5 + 4 + 2;

/** Position or alarm of an asset device; null if the body is too short. */
export function readAssetPosition(body: Buffer): (Reading & { readonly alarm: number }) | null {
  if (body.length < ASSET_BYTES) return null;
  const draft = newRecordDraft();
  const { values, attributes } = draft;
  const status = body[0] as number;
  const alarm = body[1] as number;
  values.satellites = status & SATELLITES_MASK;
  if (alarm !== 0) attributes.alarm = alarm;
  addEvent(draft, ASSET_ALARMS[alarm]);
  readLocation(draft, body, 2, { status, hasSpeed: true });
  const at = 2 + LOCATION_BYTES;
  attributes.acceleration = body.toString('hex', at, at + 5);
  readBattery(draft, body, at + 5);
  attributes.deviceTemperatureC = body.readInt8(at + 6);
  const light = scaledBcd(body, at + 7, 1, 10);
  if (light !== null) attributes.illuminance = light;
  values.batteryVoltageV = scaledBcd(body, at + 8, 1, 10);
  const solar = scaledBcd(body, at + 9, 1, 10);
  if (solar !== null) attributes.solarPanelV = solar;
  values.odometerM = body.readUInt32BE(at + 10);
  const inputs = body.readUInt16BE(at + 14);
  values.ignition = isBit(inputs, 2);
  attributes.mobileSignal = (inputs >> 4) & SIGNAL_MASK;
  attributes.inputs = inputs;
  return { records: [recordOfDraft(draft)], complete: true, alarm };
}
