import type { Sample } from './drive.ts';
import type { SimulatedVehicle } from './fleet.ts';

/** What the sensors of a combustion engine report. */
export interface EngineValues {
  readonly fuelL: number;
  readonly fuelPercent: number;
  /** Since the vehicle was built. */
  readonly fuelUsedL: number;
  readonly engineMin: number;
  readonly engineSpeedRpm: number;
  readonly coolantC: number;
}

/** What the sensors of an electric drive report. */
export interface ElectricValues {
  readonly chargePercent: number;
  readonly batteryC: number;
  readonly rangeM: number;
}

/** Tank and consumption by type of vehicle. */
const TANKS = {
  CAR: { tankL: 55, l100Km: 6.5 },
  VAN: { tankL: 80, l100Km: 9 },
  STR: { tankL: 400, l100Km: 29 },
  BIK: { tankL: 16, l100Km: 4.5 },
} as const;
/** The tank is filled at the depot after this share was used. */
const FILL_AFTER = 0.5;
/** From some lorries, fuel is stolen overnight: one in this many. */
const ROBBED_ONE_OF = 5;
/** Share of a tank that is used before the theft, and share that is stolen. */
const THEFT_AFTER = 0.25;
const STOLEN = 0.16;
const LEAST_L = 3;

const BATTERY_KWH = 75;
const KWH_100_KM = 22;
const LEAST_CHARGE = 4;

const AVERAGE_KMH = 48;

/** A number from 0 to 1 that depends on the moment only: the noise of a sensor. */
function noise(timeMs: number, salt: number): number {
  const mixed = Math.imul(Math.floor(timeMs / 1000) ^ salt, 0x9e37_79b1) >>> 0;
  return ((Math.imul(mixed ^ (mixed >>> 15), 0x85eb_ca6b) >>> 0) % 10_000) / 10_000;
}

const isRobbed = ({ number, type }: SimulatedVehicle): boolean =>
  type === 'STR' && number.charCodeAt(number.length - 1) % ROBBED_ONE_OF === 0;

/** Metres that a vehicle drove before its present duty. */
const dutyStartM = ({ odometerM, dutyStartM: start }: Sample): number => start ?? odometerM;

/**
 * Values of a combustion engine. They follow from the odometer, so that the history of a vehicle can
 * be made from any moment: the tank is filled between duties, when enough was used since the last
 * filling; a robbed lorry loses fuel between duties.
 */
export function engineValues(vehicle: SimulatedVehicle, sample: Sample): EngineValues {
  const { tankL, l100Km } = TANKS[vehicle.type];
  const usedL = (metres: number) => (metres / 100_000) * l100Km;
  const fillEveryM = ((tankL * FILL_AFTER) / l100Km) * 100_000;
  const filledAtM = Math.floor(dutyStartM(sample) / fillEveryM) * fillEveryM;
  const sinceFillM = dutyStartM(sample) - filledAtM;
  const stolenL = isRobbed(vehicle) && usedL(sinceFillM) > tankL * THEFT_AFTER ? tankL * STOLEN : 0;
  const levelL = tankL - usedL(sample.odometerM - filledAtM) - stolenL;
  const isMoving = sample.speedKmh > 0;
  // Fuel sloshes while the vehicle moves.
  const slosh = (noise(sample.timeMs, 7) - 0.5) * tankL * (isMoving ? 0.02 : 0.004);
  const fuelL = Math.min(tankL, Math.max(LEAST_L, levelL + slosh));
  const rpm = isMoving ? 900 + ((sample.speedKmh * 17) % 1300) : 750;
  return {
    fuelL,
    fuelPercent: (fuelL / tankL) * 100,
    fuelUsedL: usedL(sample.odometerM),
    engineMin: (sample.odometerM / 1000 / AVERAGE_KMH) * 60,
    engineSpeedRpm: sample.ignition ? rpm + noise(sample.timeMs, 3) * 60 : 0,
    coolantC: (sample.ignition ? 84 : 60) + noise(sample.timeMs, 11) * 5,
  };
}

/** Values of an electric drive: charged fully between duties. */
export function electricValues(sample: Sample): ElectricValues {
  const drivenM = sample.odometerM - dutyStartM(sample);
  const usedKwh = (drivenM / 100_000) * KWH_100_KM;
  const chargePercent = Math.max(LEAST_CHARGE, 100 - (usedKwh / BATTERY_KWH) * 100);
  return {
    chargePercent,
    batteryC: 24 + noise(sample.timeMs, 5) * 4 + (sample.speedKmh > 0 ? 3 : 0),
    rangeM: ((chargePercent / 100) * BATTERY_KWH * 100_000) / KWH_100_KM,
  };
}
