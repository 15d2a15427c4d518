import { KM_PER_MILE } from './units.ts';
import type { VehicleType } from './vehicles.ts';

/**
 * The highest lawful speed of a type of vehicle anywhere in Great Britain, in miles per hour: the
 * national limits on motorways (Highway Code, rule 124; a lorry above 7.5 tonnes may go 60 there and
 * on dual carriageways).
 */
export const NATIONAL_LIMIT_MPH: Readonly<Record<VehicleType, number>> = {
  CAR: 70,
  VAN: 70,
  STR: 60,
  BIK: 70,
};

/**
 * The speed in km/h above which a vehicle is over speed: the national limit plus 10 % and 2 mph, the
 * enforcement threshold in the guidance of the National Police Chiefs' Council.
 */
export function overSpeedAboveKmh(type: VehicleType): number {
  return (NATIONAL_LIMIT_MPH[type] * 1.1 + 2) * KM_PER_MILE;
}

/** Minimum duration of over speed; a shorter peak is a receiver error. */
export const OVER_SPEED_FROM_S = 10;

/** Driving is harsh from these accelerations upwards, in m/s². */
export interface HarshLimits {
  readonly accelerationMps2: number;
  readonly brakingMps2: number;
  readonly corneringMps2: number;
}

/**
 * Thresholds of harsh driving by type of vehicle. Cars and motorcycles: the defaults of Digital Matter's
 * trackers (4.4, 4.4 and 5.5). Vans: halfway to the sensitive end of the range that the same maker
 * recommends (3.0, 3.0, 3.5). Lorries: the defaults of Teltonika's green driving (2.5, 2.7, 3.4).
 */
export const HARSH_LIMITS: Readonly<Record<VehicleType, HarshLimits>> = {
  CAR: { accelerationMps2: 4.4, brakingMps2: 4.4, corneringMps2: 5.5 },
  BIK: { accelerationMps2: 4.4, brakingMps2: 4.4, corneringMps2: 5.5 },
  VAN: { accelerationMps2: 3.7, brakingMps2: 3.7, corneringMps2: 4.5 },
  STR: { accelerationMps2: 2.5, brakingMps2: 2.7, corneringMps2: 3.4 },
};

/** Stationary with the engine on for longer is excessive idling (trade default, 5 minutes). */
export const EXCESSIVE_IDLING_FROM_S = 5 * 60;
