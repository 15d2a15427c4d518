import { PLACES } from '@roadworthy/domain/geography';
import type { Shift, SimulatedVehicle } from './fleet.ts';
import { SeededRandom } from './random.ts';
import {
  distanceM,
  type LatLon,
  type RoadGraph,
  type RoadKind,
  type RoutePoint,
} from './road-graph.ts';

/** One moment of a vehicle; everything a device could measure. */
export interface Sample extends LatLon {
  readonly timeMs: number;
  readonly speedKmh: number;
  readonly headingDeg: number;
  readonly ignition: boolean;
  readonly odometerM: number;
  /** Event of this moment: 40, 41, 42 harsh driving, 43 speeding; null mostly. */
  readonly eventCode: number | null;
}

/** A duty: from leaving the depot until being back. Samples every STEP_S while ignition is on. */
export interface Duty {
  readonly samples: readonly Sample[];
  /** Way driven, in metres. */
  readonly distanceM: number;
}

/** Time between samples. */
export const STEP_S = 3;
/** Time between samples of a standing vehicle. */
const IDLE_STEP_S = 30;
const DAY_MS = 86_400_000;

const SHIFT_HOURS: Readonly<Record<Shift, { startH: number; lengthH: number }>> = {
  day: { startH: 4.5, lengthH: 14.5 },
  night: { startH: 16, lengthH: 16 },
  long: { startH: 1.5, lengthH: 22.5 },
};

/** Usual speeds by road and vehicle; goods vehicles are limited to 56 mph. */
const CRUISE_KMH: Readonly<Record<SimulatedVehicle['type'], Readonly<Record<RoadKind, number>>>> = {
  CAR: { motorway: 110, primary: 88, local: 45 },
  VAN: { motorway: 104, primary: 84, local: 42 },
  STR: { motorway: 88, primary: 74, local: 38 },
  BIK: { motorway: 108, primary: 86, local: 44 },
};
const REACH_KM: Readonly<Record<SimulatedVehicle['type'], number>> = {
  CAR: 110,
  VAN: 90,
  STR: 190,
  BIK: 60,
};
const ACCELERATION_KMH_S = { CAR: 6, VAN: 4.5, STR: 2.2, BIK: 7 } as const;
const BRAKING_KMH_S = 6;
const HARSH_CODES = [40, 41, 41, 42] as const;

/** Degrees clockwise from north. */
function headingDeg(from: LatLon, to: LatLon): number {
  const rad = Math.PI / 180;
  const dLon = (to.longitudeDeg - from.longitudeDeg) * rad;
  const lat1 = from.latitudeDeg * rad;
  const lat2 = to.latitudeDeg * rad;
  const y = Math.sin(dLon) * Math.cos(lat2);
  const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(dLon);
  return (Math.atan2(y, x) / rad + 360) % 360;
}

function placeNamed(name: string): LatLon {
  const place = PLACES.find((one) => one.name === name);
  if (place === undefined) throw new Error(`unknown place ${name}`);
  return place;
}

/** A vehicle on its way through one duty; integrates speed and way step by step. */
class Drive {
  readonly samples: Sample[] = [];
  #timeMs: number;
  #speedKmh = 0;
  #place: LatLon;
  #heading = 0;
  drivenM = 0;

  constructor(
    private readonly vehicle: SimulatedVehicle,
    private readonly random: SeededRandom,
    startMs: number,
    private readonly odometerM: number,
    home: LatLon,
  ) {
    this.#timeMs = startMs;
    this.#place = home;
  }

  get timeMs(): number {
    return this.#timeMs;
  }

  /** Drives a route to its end, with traffic, some speeding and some harsh moments. */
  follow(route: readonly RoutePoint[]): void {
    const remaining = route.reduce((sum, point) => sum + point.lengthM, 0);
    let leftM = remaining;
    for (const point of route) {
      const mood = this.random.next();
      // Traffic on most stretches, a jam on a few, haste on a few.
      const factor = mood < 0.06 ? 0.35 : mood > 0.95 ? 1.16 : this.random.between(0.86, 1.02);
      const targetKmh = CRUISE_KMH[this.vehicle.type][point.kind] * factor;
      leftM = this.#stretch(point, targetKmh, leftM, mood > 0.95);
    }
    this.#speedKmh = 0;
    this.#place = route.at(-1) ?? this.#place;
    this.#emit(null);
  }

  /** Stands with the engine running. */
  idle(durationS: number): void {
    for (let s = 0; s < durationS; s += IDLE_STEP_S) {
      this.#timeMs += IDLE_STEP_S * 1000;
      this.#emit(null);
    }
  }

  /** Ignition off; returns later with it on again. */
  park(durationS: number): void {
    this.#emit(null, false);
    this.#timeMs += durationS * 1000;
    this.#emit(null);
  }

  /** The last sample of the duty: ignition off. */
  end(): void {
    this.#timeMs += STEP_S * 1000;
    this.#emit(null, false);
  }

  #stretch(to: RoutePoint, targetKmh: number, leftM: number, hasty: boolean): number {
    const from = this.#place;
    this.#heading = headingDeg(from, to);
    let doneM = 0;
    let reported = false;
    while (doneM < to.lengthM) {
      // Slows down in time for the end of the route.
      const stopKmh = Math.sqrt(Math.max(0, leftM - doneM) * BRAKING_KMH_S * 7.2);
      const wanted = Math.max(8, Math.min(targetKmh, stopKmh));
      const change = wanted - this.#speedKmh;
      const most = (change > 0 ? ACCELERATION_KMH_S[this.vehicle.type] : BRAKING_KMH_S) * STEP_S;
      this.#speedKmh += Math.sign(change) * Math.min(Math.abs(change), most);
      const stepM = (this.#speedKmh / 3.6) * STEP_S;
      doneM += stepM;
      this.drivenM += stepM;
      this.#timeMs += STEP_S * 1000;
      const share = Math.min(1, doneM / to.lengthM);
      this.#place = {
        latitudeDeg: from.latitudeDeg + (to.latitudeDeg - from.latitudeDeg) * share,
        longitudeDeg: from.longitudeDeg + (to.longitudeDeg - from.longitudeDeg) * share,
      };
      let code: number | null = null;
      if (hasty && !reported && share > 0.5) {
        code = 43;
        reported = true;
      } else if (this.random.next() < 0.00012) code = this.random.pick(HARSH_CODES);
      this.#emit(code);
    }
    return leftM - to.lengthM;
  }

  #emit(eventCode: number | null, ignition = true): void {
    this.samples.push({
      timeMs: Math.round(this.#timeMs),
      latitudeDeg: this.#place.latitudeDeg,
      longitudeDeg: this.#place.longitudeDeg,
      speedKmh: ignition ? Math.round(this.#speedKmh) : 0,
      headingDeg: Math.round(this.#heading) % 360,
      ignition,
      odometerM: Math.round(this.odometerM + this.drivenM),
      eventCode,
    });
  }
}

/** Places a vehicle delivers to: within reach of home, but not next door. */
function destinations(vehicle: SimulatedVehicle): string[] {
  const home = placeNamed(vehicle.home);
  return PLACES.filter((place) => {
    const km = distanceM(home, place) / 1000;
    return km > 15 && km < REACH_KM[vehicle.type];
  }).map(({ name }) => name);
}

/** Whether a vehicle works that day: all on weekdays, part of the fleet at weekends. */
function works(dayMs: number, random: SeededRandom): boolean {
  const weekday = new Date(dayMs).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  return random.next() < (isWeekend ? 0.9 : 0.97);
}

/** A guess of the time a route takes, to be home in time. */
function routeS(route: readonly RoutePoint[], vehicle: SimulatedVehicle): number {
  return route.reduce(
    (sum, point) => sum + point.lengthM / ((CRUISE_KMH[vehicle.type][point.kind] * 0.85) / 3.6),
    0,
  );
}

/**
 * Plans the duty that a vehicle starts on a day: out of the depot, from customer to customer, home.
 * The same vehicle, day and seed give the same samples to the last digit.
 *
 * @param dayMs midnight UTC of the day, ms since 1970
 * @param odometerM what the odometer shows before
 */
export function planDuty(
  graph: RoadGraph,
  vehicle: SimulatedVehicle,
  dayMs: number,
  odometerM: number,
  seed: string,
): Duty {
  const random = new SeededRandom(`${seed} ${vehicle.number} ${dayMs / DAY_MS}`);
  if (!works(dayMs, random)) return { samples: [], distanceM: 0 };
  const { startH, lengthH } = SHIFT_HOURS[vehicle.shift];
  const startMs = dayMs + (startH + random.between(0, 1.5)) * 3_600_000;
  const endMs = dayMs + (startH + lengthH) * 3_600_000;
  const drive = new Drive(vehicle, random, startMs, odometerM, placeNamed(vehicle.home));
  const goals = destinations(vehicle);
  drive.idle(random.between(60, 400));
  let at = vehicle.home;
  for (;;) {
    const goal = random.pick(goals);
    if (goal === at) continue;
    const there = graph.route(at, goal);
    const back = graph.route(goal, vehicle.home);
    const neededS = routeS(there, vehicle) + routeS(back, vehicle) + 2400;
    if (drive.timeMs + neededS * 1000 > endMs) break;
    drive.follow(there);
    at = goal;
    if (random.next() < 0.3) drive.idle(random.between(120, 600));
    drive.park(random.between(420, 1500));
  }
  if (at !== vehicle.home) drive.follow(graph.route(at, vehicle.home));
  drive.end();
  return { samples: drive.samples, distanceM: drive.drivenM };
}

/** The duties of a vehicle from the fleet's first day on, planned when they are asked for. */
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

  /** The duty that starts on the day with this number, counted from the fleet's first day. */
  duty(day: number): Duty {
    while (this.#duties.length <= day) {
      const dayMs = this.epochMs + this.#duties.length * DAY_MS;
      const duty = planDuty(this.graph, this.vehicle, dayMs, this.#odometerM, this.seed);
      this.#odometerM += duty.distanceM;
      this.#duties.push(duty);
      // Older duties are not asked for again: their samples may go.
      const expired = this.#duties.length - 4;
      if (expired >= 0) this.#duties[expired] = { samples: [], distanceM: 0 };
    }
    return this.#duties[day] as Duty;
  }

  /** Samples from one moment (included) to another (excluded), in order. */
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
}
