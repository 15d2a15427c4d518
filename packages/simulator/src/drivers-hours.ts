import type { VehicleType } from '@roadworthy/domain';
import { SeededRandom } from './random.ts';

/*
 * Drivers' hours of the demo fleet, one driver per vehicle. Lorries follow the assimilated
 * Regulation (EC) 561/2006: 9 hours of driving a day and 10 twice a week (article 6.1), 90 in any
 * two weeks (6.3), a break of 45 minutes after 4.5 hours (article 7), 11 hours of rest each day
 * (8.2) and a weekly rest (8.6). Other vehicles follow the British domestic rules (Transport Act
 * 1968, section 96): 10 hours of driving and 11 of duty; they take the same breaks and rests.
 */

/** Maximum driving without a break. */
export const UNBROKEN_S = 4.5 * 3600;
/** Break that restarts the count. */
export const BREAK_S = 45 * 60;
export const LONGEST_BREAK_S = 55 * 60;
/** From the earliest start of a shift to its end; leaves 11 hours before the next. */
export const SHIFT_S = 13 * 3600;

interface WorkingWeek {
  /** Hours of driving on each day of the vehicle's own week; 0 is a day of rest. */
  readonly drivingH: readonly number[];
  /** Hours from the start of a duty to its end. */
  readonly dutyH: number;
  /** Weekdays (1 is Monday) on which this week can begin; each vehicle has one of them. */
  readonly begins: readonly number[];
}

/** 45 hours in any seven days make 90 in any fourteen. Many lorries rest at the weekend. */
const LORRY: WorkingWeek = {
  drivingH: [9, 10, 8, 10, 8, 0, 0],
  dutyH: 13,
  begins: [1, 1, 3, 5, 6],
};
const OTHER: WorkingWeek = {
  drivingH: [9, 10, 9, 9, 10, 9, 0],
  dutyH: 11,
  begins: [1, 2, 3, 4, 5, 6, 7],
};

const DAY_MS = 86_400_000;

/** A driver's limits on a day. */
export interface DayHours {
  /** Seconds of driving; 0 on a day of rest. */
  readonly drivingS: number;
  /** Seconds from the start of the duty to its end. */
  readonly dutyS: number;
}

/**
 * The limits of a vehicle's driver on a day.
 *
 * @param number the vehicle's device number; determines its days of rest, the same in every week
 * @param dayMs midnight UTC of the day on which the duty starts, ms since 1970
 */
export function hoursOf(type: VehicleType, number: string, dayMs: number): DayHours {
  const { drivingH, dutyH, begins } = type === 'STR' ? LORRY : OTHER;
  const begin = new SeededRandom(`week ${number}`).pick(begins);
  // 1970-01-05 was a Monday.
  const weekday = Math.floor(dayMs / DAY_MS) - 4;
  const day = (((weekday - (begin - 1)) % 7) + 7) % 7;
  return { drivingS: (drivingH[day] ?? 0) * 3600, dutyS: dutyH * 3600 };
}
