import { EVENT, type VehicleType } from '@roadworthy/domain';
import { BREAK_S, LONGEST_BREAK_S, UNBROKEN_S } from './drivers-hours.ts';
import type { SimulatedVehicle } from './fleet.ts';
import { SeededRandom } from './random.ts';
import type { LatLon, RoadKind, RoutePoint } from './road-graph.ts';

/** One moment of a vehicle, with everything a device could measure. */
export interface Sample extends LatLon {
  readonly timeMs: number;
  readonly speedKmh: number;
  readonly headingDeg: number;
  readonly ignition: boolean;
  readonly odometerM: number;
  /** Odometer at the start of the duty; absent outside one. */
  readonly dutyStartM?: number;
  /** Event at this time, harsh driving or speeding, by its `EVENT` code; usually null. */
  readonly eventCode: number | null;
}

/** Time between samples. */
export const STEP_S = 3;
/** Time between samples of a stationary vehicle. */
const IDLE_STEP_S = 30;
/** Allowance per stretch for changing speed, s. */
const CHANGE_S = 40;

/** Usual speeds by road and vehicle; goods vehicles are limited to 56 mph. */
const CRUISE_KMH: Readonly<Record<VehicleType, Readonly<Record<RoadKind, number>>>> = {
  CAR: { motorway: 110, primary: 88, local: 45 },
  VAN: { motorway: 104, primary: 84, local: 42 },
  STR: { motorway: 88, primary: 74, local: 38 },
  BIK: { motorway: 108, primary: 86, local: 44 },
};
const ACCELERATION_KMH_S = { CAR: 6, VAN: 4.5, STR: 2.2, BIK: 7 } as const;
const BRAKING_KMH_S = 6;
/** Braking is twice as frequent as the others. */
const HARSH_CODES = [
  EVENT.harshAcceleration,
  EVENT.harshBraking,
  EVENT.harshBraking,
  EVENT.harshCornering,
] as const;
/** Probability per step of a harsh manoeuvre by the calmest driver. */
const HARSH_CHANCE = 0.0001;
/** Factor for the harshest driver; most drivers stay near 1. */
const ROUGHEST = 24;
/** Lower with cameras: each harsh manoeuvre requests a clip, which takes time to record. */
const ROUGHEST_FILMED = 2;

/** Frequency of harsh manoeuvres relative to the calmest driver. */
function roughness({ number, cameras = 0 }: SimulatedVehicle): number {
  const share = new SeededRandom(`roughness ${number}`).next() ** 3;
  return 1 + share * ((cameras > 0 ? ROUGHEST_FILMED : ROUGHEST) - 1);
}

/** A stretch of a route in the traffic of the day. */
export interface Stretch extends RoutePoint {
  readonly targetKmh: number;
  /** Above the limit; the device reports speeding. */
  readonly hasty: boolean;
  /** Maximum duration, s. */
  readonly timeS: number;
}

/**
 * A route in the traffic of the day: normal on most stretches, with a few jams and a few where the
 * driver speeds.
 */
export function inTraffic(
  route: readonly RoutePoint[],
  type: VehicleType,
  random: SeededRandom,
): Stretch[] {
  return route.map((point) => {
    const mood = random.next();
    const factor = mood < 0.06 ? 0.35 : mood > 0.95 ? 1.16 : random.between(0.86, 1.02);
    const targetKmh = CRUISE_KMH[type][point.kind] * factor;
    const timeS = point.lengthM / (targetKmh / 3.6) + CHANGE_S;
    return { ...point, targetKmh, hasty: mood > 0.95, timeS };
  });
}

/** Maximum duration of a route, s, without breaks. */
export function timeOf(way: readonly Stretch[]): number {
  return way.reduce((sum, { timeS }) => sum + timeS, 0);
}

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

/** A vehicle during one duty; integrates speed and distance step by step. */
export class Drive {
  readonly samples: Sample[] = [];
  #timeMs: number;
  #speedKmh = 0;
  #place: LatLon;
  #heading = 0;
  readonly #harshChance: number;
  drivenM = 0;
  /** Seconds of driving, of the duty and since its last break. */
  drivenS = 0;
  unbrokenS = 0;

  constructor(
    private readonly vehicle: SimulatedVehicle,
    private readonly random: SeededRandom,
    startMs: number,
    private readonly odometerM: number,
    home: LatLon,
  ) {
    this.#timeMs = startMs;
    this.#place = home;
    this.#harshChance = HARSH_CHANCE * roughness(vehicle);
  }

  get timeMs(): number {
    return this.#timeMs;
  }

  /** Drives a route to its end, with a break wherever one is due before the next point. */
  follow(way: readonly Stretch[]): void {
    for (let from = 0; from < way.length; ) {
      const to = this.#reach(way, from);
      if (to > from) this.#leg(way.slice(from, to));
      if (to < way.length) this.rest();
      from = to;
    }
  }

  /** Idles with the engine running. */
  idle(durationS: number): void {
    for (let s = 0; s < durationS; s += IDLE_STEP_S) {
      this.#timeMs += IDLE_STEP_S * 1000;
      this.#emit(null);
    }
  }

  /** Ignition off, for a while, then on again. */
  park(durationS: number): void {
    this.end();
    this.#timeMs += durationS * 1000;
    this.#emit(null);
  }

  /** Takes the break required after uninterrupted driving. */
  rest(): void {
    this.park(this.random.between(BREAK_S + 60, LONGEST_BREAK_S));
    this.unbrokenS = 0;
  }

  /** Ignition off, with a distinct time: two records with the same time count as one. */
  end(): void {
    this.#timeMs += STEP_S * 1000;
    this.#emit(null, false);
  }

  /** Number of stretches driven before the next break is due. */
  #reach(way: readonly Stretch[], from: number): number {
    let leftS = UNBROKEN_S - this.unbrokenS;
    let to = from;
    for (; to < way.length; to += 1) {
      leftS -= way[to]?.timeS ?? 0;
      // After a break, the next stretch is always driven, whatever its length.
      if (leftS < 0 && (to > from || this.unbrokenS > 0)) break;
    }
    return to;
  }

  /** Drives from standstill to standstill. */
  #leg(way: readonly Stretch[]): void {
    let leftM = way.reduce((sum, { lengthM }) => sum + lengthM, 0);
    for (const stretch of way) leftM = this.#stretch(stretch, leftM);
    this.#speedKmh = 0;
    this.#place = way.at(-1) ?? this.#place;
    this.#timeMs += STEP_S * 1000;
    this.#emit(null);
  }

  #stretch(to: Stretch, leftM: number): number {
    const from = this.#place;
    this.#heading = headingDeg(from, to);
    let doneM = 0;
    let reported = false;
    while (doneM < to.lengthM) {
      // Slows down in time for the end of the leg.
      const stopKmh = Math.sqrt(Math.max(0, leftM - doneM) * BRAKING_KMH_S * 7.2);
      const wanted = Math.max(8, Math.min(to.targetKmh, stopKmh));
      const change = wanted - this.#speedKmh;
      const most = (change > 0 ? ACCELERATION_KMH_S[this.vehicle.type] : BRAKING_KMH_S) * STEP_S;
      this.#speedKmh += Math.sign(change) * Math.min(Math.abs(change), most);
      doneM += (this.#speedKmh / 3.6) * STEP_S;
      this.#step((this.#speedKmh / 3.6) * STEP_S);
      const share = Math.min(1, doneM / to.lengthM);
      this.#place = {
        latitudeDeg: from.latitudeDeg + (to.latitudeDeg - from.latitudeDeg) * share,
        longitudeDeg: from.longitudeDeg + (to.longitudeDeg - from.longitudeDeg) * share,
      };
      let code: number | null = null;
      if (to.hasty && !reported && share > 0.5) {
        code = EVENT.overSpeed;
        reported = true;
      } else if (this.random.next() < this.#harshChance) code = this.random.pick(HARSH_CODES);
      this.#emit(code);
    }
    return leftM - to.lengthM;
  }

  #step(metres: number): void {
    this.drivenM += metres;
    this.drivenS += STEP_S;
    this.unbrokenS += STEP_S;
    this.#timeMs += STEP_S * 1000;
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
      dutyStartM: Math.round(this.odometerM),
      eventCode,
    });
  }
}
