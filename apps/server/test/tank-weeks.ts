import type { EngineRecord } from '../src/engines/record.ts';

/** A change of a tank that really happened. */
export interface TankTruth {
  readonly kind: 'refuel' | 'theft';
  readonly startMs: number;
  readonly endMs: number;
  readonly volumeL: number;
}

/** A week of a vehicle with a fuel sensor, and what happened to its fuel. */
export interface TankWeek {
  readonly records: readonly EngineRecord[];
  readonly truth: readonly TankTruth[];
  /** What the engine burnt, litres. */
  readonly burntL: number;
  readonly tankL: number;
}

/** Reproducible random numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  const normal = () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next());
  return {
    next,
    between,
    normal,
    pick: <T>(all: readonly T[]) => all[Math.floor(next() * all.length)] as T,
  };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START_MS = Date.UTC(2024, 0, 1);

class TankSimulator {
  readonly records: EngineRecord[] = [];
  readonly truth: TankTruth[] = [];
  burntL = 0;
  timeMs = START_MS;
  levelL: number;
  /** Shift of the level by the slope of the place, litres. */
  slopeL = 0;
  /** Until then the sensor sends nothing, or zero. */
  lostUntilMs = 0;
  lostAsZero = false;
  metres = 0;
  hasDriven = true;
  readonly random: ReturnType<typeof randomOf>;
  readonly isLorry: boolean;
  readonly tankL: number;
  readonly standNoise: number;
  readonly driveNoise: number;
  readonly driveEveryS: number;
  readonly parkedEveryS: number;
  readonly inPercent: boolean;

  constructor(seed: number) {
    const random = randomOf(seed * 7919 + 13);
    this.random = random;
    this.isLorry = random.next() < 0.6;
    this.tankL = this.isLorry ? random.between(300, 700) : random.between(60, 110);
    this.standNoise = random.between(0.001, 0.006);
    this.driveNoise = random.between(0.006, 0.02);
    this.driveEveryS = random.pick([10, 30, 60, 120]);
    this.parkedEveryS = random.pick([300, 600, 1800, 3600]);
    this.inPercent = random.next() < 0.25;
    this.levelL = this.tankL * random.between(0.5, 0.95);
  }

  emit(speedKmh: number, ignition: boolean): void {
    const { random } = this;
    if (random.next() < 0.0004) {
      this.lostUntilMs = this.timeMs + random.between(1, 90) * MINUTE_MS;
      this.lostAsZero = random.next() < 0.5;
    }
    const share = speedKmh > 0 ? this.driveNoise : this.standNoise;
    let level: number | null = this.levelL + this.slopeL + random.normal() * share * this.tankL;
    // Single wrong values: full or nearly empty.
    if (random.next() < 0.002) level = this.tankL * (random.next() < 0.5 ? 1 : 0.05);
    level = Math.min(this.tankL, Math.max(this.tankL * 0.01, level));
    if (this.timeMs < this.lostUntilMs) level = this.lostAsZero ? 0 : null;
    const value =
      level === null
        ? null
        : this.inPercent
          ? Math.round((level / this.tankL) * 200) / 2
          : Math.round(level * 10) / 10;
    this.records.push({
      timeMs: this.timeMs,
      latitudeDeg: 52 + this.metres / 111_195 + random.normal() * 0.00004,
      longitudeDeg: -1,
      speedKmh,
      headingDeg: 0,
      ignition,
      odometerM: Math.round(this.metres),
      externalVoltageV: 27,
      batteryVoltageV: 4,
      temperatureC: null,
      driverTag: null,
      eventCodes: [],
      attributes:
        value === null ? {} : { [this.inPercent ? 'fuelLevelPercent' : 'fuelLevelL']: value },
    });
  }

  burn(litres: number): void {
    this.levelL -= litres;
    this.burntL += litres;
  }

  drive(minutes: number): void {
    this.hasDriven = true;
    this.slopeL = 0;
    const { random } = this;
    const l100Km = this.isLorry ? random.between(24, 34) : random.between(7, 11);
    const cruise = this.isLorry ? random.between(50, 82) : random.between(30, 95);
    const endMs = this.timeMs + minutes * MINUTE_MS;
    let stepS = this.driveEveryS;
    while (this.timeMs < endMs) {
      stepS = this.driveEveryS * random.between(0.9, 1.1);
      this.timeMs += Math.round(stepS * 1000);
      const speedKmh = Math.max(6, cruise + random.normal() * 12);
      const metres = (speedKmh / 3.6) * stepS;
      this.metres += metres;
      this.burn((metres / 100_000) * l100Km);
      // A hill tilts the tank a little.
      this.slopeL = Math.sin(this.timeMs / 400_000) * 0.012 * this.tankL;
      this.emit(Math.round(speedKmh), true);
    }
  }

  /** Stands for a while; the tank changes evenly by `volumeL` between two times. */
  stand(
    minutes: number,
    ignition: boolean,
    change: { fromMin: number; toMin: number; volumeL: number } | null = null,
  ): void {
    const { random } = this;
    // The slope belongs to the place: it stays until the vehicle drives on.
    if (this.hasDriven)
      this.slopeL = this.tankL * random.between(-0.04, 0.04) * (random.next() < 0.4 ? 1 : 0.2);
    this.hasDriven = false;
    const startMs = this.timeMs;
    const endMs = Math.round(startMs + minutes * MINUTE_MS);
    const at = (min: number) => startMs + min * MINUTE_MS;
    const doneAt = (timeMs: number) =>
      change === null
        ? 0
        : Math.min(
            1,
            Math.max(0, (timeMs - at(change.fromMin)) / (at(change.toMin) - at(change.fromMin))),
          );
    let done = 0;
    this.timeMs += 15_000;
    this.emit(0, ignition);
    const everyS = ignition ? Math.max(30, this.driveEveryS) : this.parkedEveryS;
    while (this.timeMs < endMs) {
      const next = Math.min(endMs, this.timeMs + everyS * 1000 * random.between(0.95, 1.05));
      const hours = (next - this.timeMs) / HOUR_MS;
      this.timeMs = Math.round(next);
      this.burn(hours * (ignition ? (this.isLorry ? 2.6 : 0.9) : random.next() < 0.3 ? 0.3 : 0));
      if (change !== null) {
        const now = doneAt(this.timeMs);
        this.levelL += (now - done) * change.volumeL;
        done = now;
      }
      this.emit(0, ignition);
    }
    if (change !== null) {
      this.levelL += (1 - done) * change.volumeL;
      this.truth.push({
        kind: change.volumeL > 0 ? 'refuel' : 'theft',
        startMs: at(change.fromMin),
        endMs: Math.max(at(change.toMin), this.timeMs),
        volumeL: Math.abs(change.volumeL),
      });
    }
    // The engine starts.
    this.timeMs += 20_000;
    this.emit(0, true);
  }

  refuel(): void {
    const room = this.tankL * 0.97 - this.levelL;
    const volumeL = Math.min(room, Math.max(this.tankL * 0.15, room * this.random.between(0.4, 1)));
    const minutes = 3 + volumeL / 50;
    this.stand(minutes + this.random.between(3, 12), this.random.next() < 0.2, {
      fromMin: 2,
      toMin: 2 + minutes,
      volumeL,
    });
  }

  /** A rest with the engine off; now and then somebody steals fuel. */
  park(minutes: number, mayBeRobbed: boolean): void {
    const { random } = this;
    const volumeL = this.tankL * random.between(0.08, 0.4);
    if (!mayBeRobbed || random.next() > 0.1 || volumeL > this.levelL * 0.8) {
      this.stand(minutes, false);
      return;
    }
    const lengthMin = Math.min(minutes * 0.4, 4 + volumeL / 25);
    const fromMin = random.between(minutes * 0.2, minutes * 0.5);
    this.stand(minutes, false, { fromMin, toMin: fromMin + lengthMin, volumeL: -volumeL });
  }

  week(): TankWeek {
    const { random } = this;
    for (let day = 0; day < 7; day += 1) {
      const dayMs = START_MS + day * 24 * HOUR_MS;
      const isWorkday = day < 5 || random.next() < 0.4;
      if (isWorkday) {
        const startMs = dayMs + random.between(5, 8) * HOUR_MS;
        this.park((startMs - this.timeMs) / MINUTE_MS, true);
        const legs = Math.floor(random.between(3, 8));
        for (let leg = 0; leg < legs; leg += 1) {
          this.drive(random.between(15, 110));
          if (this.levelL < this.tankL * random.between(0.2, 0.4)) this.refuel();
          else if (random.next() < 0.25) this.stand(random.between(5, 60), true);
          else this.park(random.between(10, 70), leg > 0 && random.next() < 0.3);
        }
      }
      const endMs = dayMs + 24 * HOUR_MS - 60_000;
      if (this.timeMs < endMs) this.park((endMs - this.timeMs) / MINUTE_MS, false);
    }
    const { records, truth, burntL, tankL } = this;
    return { records, truth, burntL, tankL };
  }
}

/** A week of a tank: the same for the same seed. */
export function tankWeek(seed: number): TankWeek {
  return new TankSimulator(seed).week();
}
