import { EVENT } from '@roadworthy/domain';
import type { DeviceEvent } from '../record.ts';

/**
 * Alarm flags of a location: names by bit (JT/T 808-2019, table 25). Bits 15 to 17 are reserved
 * in 2013.
 */
const FLAGS = {
  emergency: 0,
  overSpeed: 1,
  fatigue: 2,
  dangerousDriving: 3,
  gnssFault: 4,
  antennaCut: 5,
  antennaShort: 6,
  lowVoltage: 7,
  powerLost: 8,
  displayFault: 9,
  speechFault: 10,
  cameraFault: 11,
  cardReaderFault: 12,
  overSpeedWarning: 13,
  fatigueWarning: 14,
  illegalDriving: 15,
  tyrePressure: 16,
  rightBlindSpot: 17,
  dailyDrivingLimit: 18,
  parkedTooLong: 19,
  area: 20,
  route: 21,
  segmentTime: 22,
  offRoute: 23,
  speedSensorFault: 24,
  fuelAbnormal: 25,
  stolen: 26,
  illegalIgnition: 27,
  illegalMovement: 28,
  collision: 29,
  rollOver: 30,
  illegalDoorOpening: 31,
} as const;

type Codes = Readonly<Record<number, number>>;

/** Bits as masks, with their event codes. */
type Masks = readonly (readonly [mask: number, code: number])[];

const masksOf = (codes: Codes): Masks =>
  Object.entries(codes).map(([bit, code]) => [1 << Number(bit), code]);

/** Flags that are set while their cause lasts. */
const STATES: Codes = {
  [FLAGS.overSpeed]: EVENT.overSpeed,
  [FLAGS.fatigue]: EVENT.driverFatigue,
  [FLAGS.lowVoltage]: EVENT.lowBattery,
  [FLAGS.powerLost]: EVENT.powerDisconnected,
  [FLAGS.cameraFault]: EVENT.cameraFault,
  [FLAGS.dailyDrivingLimit]: EVENT.drivingTimeExceeded,
  [FLAGS.fuelAbnormal]: EVENT.fuelAbnormal,
  [FLAGS.collision]: EVENT.collision,
  [FLAGS.rollOver]: EVENT.rollOver,
};
const STATES_2019: Codes = {
  [FLAGS.tyrePressure]: EVENT.tyrePressure,
  [FLAGS.rightBlindSpot]: EVENT.blindSpotRight,
};
/** In the bits that 2013 reserves, manufacturers report shocks and tampering. */
const STATES_2013: Codes = {
  15: EVENT.shock,
  16: EVENT.tampering,
  17: EVENT.tampering,
};
/** Flags that are cleared by the reply: each is one event. */
const PULSES: Codes = {
  [FLAGS.emergency]: EVENT.panicButton,
  [FLAGS.illegalMovement]: EVENT.towing,
  [FLAGS.illegalDoorOpening]: EVENT.doorOpened,
};

/** Electronic locks and AOVX devices use the flags for other alarms. */
const LOCK_MODELS = new Set(['G-360P', 'G-508P']);
const LOCK_PULSES = { 0: EVENT.tampering, 1: EVENT.tampering, 4: EVENT.tampering };
const AOVX_MODELS = new Set(['AL300', 'GL100']);
/** Devices that report no collision in the flags for it. */
const NO_COLLISION_MODELS = new Set(['VL300']);
const AOVX_PULSES = { 16: EVENT.towing };

interface Table {
  readonly states: Masks;
  readonly pulses: Masks;
}

function tableOf(model: string, is2019: boolean): Table {
  if (LOCK_MODELS.has(model)) return LOCKS;
  if (AOVX_MODELS.has(model)) return AOVX;
  if (NO_COLLISION_MODELS.has(model)) return NO_COLLISION;
  return is2019 ? STANDARD_2019 : STANDARD_2013;
}

const tableFor = (states: Codes, pulses: Codes): Table => ({
  states: masksOf(states),
  pulses: masksOf(pulses),
});
const LOCKS = tableFor({}, LOCK_PULSES);
const AOVX = tableFor({}, AOVX_PULSES);
const { [FLAGS.collision]: _collision, [FLAGS.rollOver]: _rollOver, ...OTHER_STATES } = STATES;
const NO_COLLISION = tableFor({ ...OTHER_STATES, ...STATES_2013 }, PULSES);
const STANDARD_2019 = tableFor({ ...STATES, ...STATES_2019 }, PULSES);
const STANDARD_2013 = tableFor({ ...STATES, ...STATES_2013 }, PULSES);

function codesOf(flags: number, masks: Masks): number[] {
  const found: number[] = [];
  for (const [mask, code] of masks)
    if ((flags & mask) !== 0 && !found.includes(code)) found.push(code);
  return found;
}

/** The events of a location's alarm flags. */
export function alarmEvents(flags: number, model: string, is2019: boolean): DeviceEvent[] {
  if (flags === 0) return [];
  const { states, pulses } = tableOf(model, is2019);
  return [
    ...codesOf(flags, states).map((code) => ({ code, kind: 'state', active: true }) as const),
    ...codesOf(flags, pulses).map((code) => ({ code, kind: 'pulse' }) as const),
  ];
}

const NAMES = Object.entries(FLAGS);

/** Names of the set flags. */
export const alarmNames = (flags: number): string =>
  NAMES.filter(([, bit]) => (flags & (1 << bit)) !== 0)
    .map(([name]) => name)
    .join(',');
