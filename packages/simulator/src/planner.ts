import type { VehicleType } from '@roadworthy/domain';
import { InternalError } from '@roadworthy/domain';
import { PLACES } from '@roadworthy/domain/geography';
import { Drive, inTraffic, type Sample, type Stretch, timeOf } from './drive.ts';
import { type DayHours, hoursOf, LONGEST_BREAK_S, SHIFT_S, UNBROKEN_S } from './drivers-hours.ts';
import type { Shift, SimulatedVehicle } from './fleet.ts';
import { SeededRandom } from './random.ts';
import { distanceM, type LatLon, type RoadGraph } from './road-graph.ts';

/**
 * A duty, from leaving the depot until return. Has samples every few seconds while the ignition is
 * on.
 */
export interface Duty {
  readonly samples: readonly Sample[];
  /** Distance driven, m. */
  readonly distanceM: number;
}

const DAY_MS = 86_400_000;
/**
 * Earliest start of a shift's duties, hours UTC; each vehicle has its own offset within the shift.
 */
const SHIFT_STARTS_H: Readonly<Record<Shift, number>> = { early: 1, day: 7, late: 13, night: 19 };
const SHIFT_WITHIN_H = 6;
/** Daily variation of the start. */
const START_WITHIN_H = 0.5;
const REACH_KM: Readonly<Record<VehicleType, number>> = { CAR: 110, VAN: 90, STR: 190, BIK: 60 };
/** Customers tried for the next round, until one fits the remaining hours. */
const TRIES = 40;
/** Maximum wait before unloading. */
const LONGEST_WAIT_S = 600;
/** After this much driving, the driver takes the break at the customer. */
const BREAK_DUE_S = 3 * 3600;
/** Number of days for which a schedule keeps all samples. */
const KEPT_DAYS = 3;

function placeNamed(name: string): LatLon {
  const place = PLACES.find((one) => one.name === name);
  if (place === undefined) throw new InternalError('planner.place_unknown', { name });
  return place;
}

/** Places a vehicle delivers to: within reach of its depot, but not too close. */
function destinations(vehicle: SimulatedVehicle): string[] {
  const home = placeNamed(vehicle.home);
  return PLACES.filter((place) => {
    const km = distanceM(home, place) / 1000;
    return km > 15 && km < REACH_KM[vehicle.type];
  }).map(({ name }) => name);
}

/** Earliest start of a vehicle's duties, hours after midnight UTC. */
function startOf({ number, shift }: SimulatedVehicle): number {
  return SHIFT_STARTS_H[shift] + new SeededRandom(`start ${number}`).next() * SHIFT_WITHIN_H;
}

/** A customer, with the route there and the route from there to the depot. */
interface Round {
  readonly goal: string;
  readonly there: readonly Stretch[];
  readonly back: readonly Stretch[];
}

/** A duty under planning, built customer by customer. */
class Planning {
  readonly drive: Drive;
  readonly #goals: readonly string[];
  readonly #endMs: number;

  constructor(
    private readonly graph: RoadGraph,
    private readonly vehicle: SimulatedVehicle,
    private readonly random: SeededRandom,
    private readonly hours: DayHours,
    shiftMs: number,
    odometerM: number,
  ) {
    const startMs = shiftMs + random.between(0, START_WITHIN_H) * 3_600_000;
    this.#endMs = Math.min(startMs + hours.dutyS * 1000, shiftMs + SHIFT_S * 1000);
    this.#goals = destinations(vehicle);
    this.drive = new Drive(vehicle, random, startMs, odometerM, placeNamed(vehicle.home));
  }

  /** The next customer from a place; null if none allows a return in time. */
  next(at: string): Round | null {
    const { graph, random, vehicle } = this;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const goal = random.pick(this.#goals);
      if (goal === at) continue;
      const there = inTraffic(graph.route(at, goal), vehicle.type, random);
      const back = inTraffic(graph.route(goal, vehicle.home), vehicle.type, random);
      if (this.#fits(timeOf(there) + timeOf(back))) return { goal, there, back };
    }
    return null;
  }

  /** Waits, unloads, and takes a break if one is due soon. */
  stop(): void {
    const { drive, random } = this;
    if (random.next() < 0.3) drive.idle(random.between(120, LONGEST_WAIT_S));
    if (drive.unbrokenS > BREAK_DUE_S) drive.rest();
    else drive.park(random.between(420, 1500));
  }

  /** Whether this much driving (s), a stop and the breaks fit within the hours. */
  #fits(drivingS: number): boolean {
    const { drive, hours } = this;
    if (drive.drivenS + drivingS > hours.drivingS) return false;
    const breaks = Math.floor((drive.unbrokenS + drivingS) / UNBROKEN_S);
    // The stop at the customer may also count as a break.
    const neededS = drivingS + LONGEST_WAIT_S + (1 + breaks) * LONGEST_BREAK_S;
    return drive.timeMs + neededS * 1000 <= this.#endMs;
  }
}

/** No driving on a day. */
const REST: Duty = { samples: [], distanceM: 0 };
/** A trailer stays at the depot on one of so many days. */
const COUPLED_OF_DAYS = 4;

/**
 * Plans the duty that a vehicle starts on a day: from the depot to customers and back, within its
 * driver's hours. The same vehicle, day and seed give exactly the same samples. A trailer has those of the vehicle
 * that pulls it, without events.
 *
 * @param dayMs midnight UTC of the day, ms since 1970
 * @param odometerM odometer at the start, m
 */
export function planDuty(
  graph: RoadGraph,
  vehicle: SimulatedVehicle,
  dayMs: number,
  odometerM: number,
  seed: string,
): Duty {
  const { pulledBy } = vehicle;
  if (pulledBy === undefined) return planOwnDuty(graph, vehicle, dayMs, odometerM, seed);
  if ((dayMs / DAY_MS) % COUPLED_OF_DAYS === COUPLED_OF_DAYS - 1) return REST;
  const pulling = { ...vehicle, number: pulledBy };
  const duty = planOwnDuty(graph, pulling, dayMs, odometerM, seed);
  return { ...duty, samples: duty.samples.map((sample) => ({ ...sample, eventCode: null })) };
}

function planOwnDuty(
  graph: RoadGraph,
  vehicle: SimulatedVehicle,
  dayMs: number,
  odometerM: number,
  seed: string,
): Duty {
  const random = new SeededRandom(`${seed} ${vehicle.number} ${dayMs / DAY_MS}`);
  const hours = hoursOf(vehicle.type, vehicle.number, dayMs);
  // Now and then a vehicle is in the workshop.
  if (hours.drivingS === 0 || random.next() > 0.97) return REST;
  const shiftMs = dayMs + startOf(vehicle) * 3_600_000;
  const planning = new Planning(graph, vehicle, random, hours, shiftMs, odometerM);
  const { drive } = planning;
  drive.idle(random.between(60, 400));
  let at = vehicle.home;
  let back: readonly Stretch[] = [];
  for (let round = planning.next(at); round !== null; round = planning.next(at)) {
    drive.follow(round.there);
    planning.stop();
    at = round.goal;
    back = round.back;
  }
  drive.follow(back);
  drive.end();
  return { samples: drive.samples, distanceM: drive.drivenM };
}

/** The duties of a vehicle from the fleet's first day, planned on demand. */
export class Schedule {
  readonly #duties: Duty[] = [];
  #odometerM: number;

  constructor(
    private readonly graph: RoadGraph,
    private readonly vehicle: SimulatedVehicle,
    private readonly epochMs: number,
    private readonly seed: string,
  ) {
    this.#odometerM = vehicle.odometerM;
  }

  /** The duty that starts on this day, counted from the fleet's first day. */
  duty(day: number): Duty {
    while (this.#duties.length <= day) {
      const dayMs = this.epochMs + this.#duties.length * DAY_MS;
      const duty = planDuty(this.graph, this.vehicle, dayMs, this.#odometerM, this.seed);
      this.#odometerM += duty.distanceM;
      this.#duties.push(duty);
      // Only the end of older duties is needed again, so their samples are discarded.
      const expired = this.#duties.length - KEPT_DAYS - 1;
      const old = this.#duties[expired];
      if (old !== undefined) this.#duties[expired] = { ...old, samples: old.samples.slice(-1) };
    }
    return this.#duties[day] as Duty;
  }

  /** Samples in a time range (start included, end excluded), in order of time. */
  between(fromMs: number, toMs: number): Sample[] {
    const firstDay = Math.max(0, Math.floor((fromMs - this.epochMs) / DAY_MS) - 1);
    const lastDay = Math.floor((toMs - this.epochMs) / DAY_MS);
    const found: Sample[] = [];
    for (let day = firstDay; day <= lastDay; day += 1) {
      for (const sample of this.duty(day).samples) {
        if (sample.timeMs >= fromMs && sample.timeMs < toMs) found.push(sample);
      }
    }
    return found;
  }

  /**
   * The last sample before a moment, across any number of days of rest; a vehicle that has not
   * driven yet is at its depot. Null before the fleet's first day.
   */
  lastBefore(toMs: number): Sample | null {
    const today = Math.floor((toMs - this.epochMs) / DAY_MS);
    for (let day = today; day >= 0; day -= 1) {
      const found = this.duty(day).samples.findLast(({ timeMs }) => timeMs < toMs);
      if (found !== undefined) return found;
    }
    return today < 0 ? null : this.#atHome();
  }

  #atHome(): Sample {
    const { home, odometerM } = this.vehicle;
    const { latitudeDeg, longitudeDeg } = placeNamed(home);
    const standing = { speedKmh: 0, headingDeg: 0, ignition: false, eventCode: null };
    return { timeMs: this.epochMs, latitudeDeg, longitudeDeg, odometerM, ...standing };
  }
}
