import { distanceM } from '../leg.ts';
import type { DerivedFuelEvent, EngineRecord } from '../record.ts';
import {
  addLevel,
  type FuelValues,
  type LevelUnit,
  median,
  movesIn,
  type OpenMinute,
  type Reading,
} from './fuel-readings.ts';

/** Minutes that are compared: those after a change, and those before it. */
const AFTER = 3;
const BEFORE = 5;
/** Readings that are kept; a change that takes longer is seen in parts. */
const KEPT = 16;
/** Least change within a standstill, as a share of the tank. */
const LEAST_SHARE = 0.035;
/** Parking on a slope shifts the level by about as much, at most. */
const SLOPE_SHARE = 0.05;
/** Least change in units of the noise. */
const NOISE_TIMES = 4.5;
/** Least change in litres: bottles are not reported. */
const LEAST_L = 4;
/** Tank until a larger one was seen, litres: a small van. */
const LEAST_TANK_L = 40;
/** What an engine at rest or a heater burns at most, litres per hour. */
const IDLING_LH = 8;
const OFF_LH = 1;
/** Assumed tank for the same rates in per cent, litres. */
const PERCENT_TANK_L = 200;
/** The vehicle has left its place beyond this distance. */
const PLACE_M = 150;
/** Weight of the newest difference in the estimate of the noise. */
const NOISE_WEIGHT = 0.04;
/** Mean absolute difference of two normal values, in units of their deviation. */
const DIFFERENCE_PER_SIGMA = 1.128;
/** A level of zero above this share of the tank is a sensor that lost its contact. */
const DROPOUT_SHARE = 0.04;
const HOUR_MS = 3_600_000;
/** A change that takes longer is not one event. */
const LONGEST_CHANGE_MS = 3 * HOUR_MS;
/** A drop that starts longer ago is no longer reported. */
const LONGEST_DELAY_MS = 36 * HOUR_MS;

/** A change that is going on. */
interface Change {
  readonly sign: 1 | -1;
  readonly before: number;
  /** Time of the last reading before, and of the first after it began. */
  readonly beforeMs: number;
  readonly atMs: number;
  readonly stand: number;
  readonly threshold: number;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  count: number;
}

/** The state of the tank of a vehicle: plain JSON data of bounded size. */
export interface TankState {
  unit: LevelUnit | null;
  /** The largest level seen, in the unit. */
  size: number;
  /** Deviation of a reading, standing and moving, as a share of the tank. */
  standNoise: number;
  driveNoise: number;
  /** Number of the present standstill, and its place. */
  stand: number;
  isStanding: boolean;
  standLatitudeDeg: number | null;
  standLongitudeDeg: number | null;
  open: OpenMinute | null;
  readings: Reading[];
  change: Change | null;
}

/** The state before the first record. */
export const initialTank = (): TankState => ({
  unit: null,
  size: 0,
  standNoise: 0.01,
  driveNoise: 0.02,
  stand: 0,
  isStanding: false,
  standLatitudeDeg: null,
  standLongitudeDeg: null,
  open: null,
  readings: [],
  change: null,
});

const levelsOf = (readings: readonly Reading[]) => readings.map(({ level }) => level);

/** The level in the unit of the tank; null without one, or if the sensor lost its contact. */
function levelOf(state: TankState, { levelL, levelPercent }: FuelValues): number | null {
  const unit = levelL !== null ? 'L' : levelPercent !== null && state.unit !== 'L' ? '%' : null;
  if (unit === null) return null;
  if (unit !== state.unit) {
    Object.assign(state, initialTank());
    state.unit = unit;
    state.size = unit === '%' ? 100 : LEAST_TANK_L;
  }
  const level = (unit === 'L' ? levelL : levelPercent) as number;
  const last = state.readings.at(-1)?.level ?? 0;
  return level === 0 && last > state.size * DROPOUT_SHARE ? null : level;
}

/** Numbers the standstill of a minute; it ends when the vehicle moves or is elsewhere. */
function standOf(state: TankState, minute: OpenMinute): number {
  if (minute.moves) {
    state.isStanding = false;
    return 0;
  }
  const { latitudeDeg, longitudeDeg } = minute;
  const here = latitudeDeg !== null && longitudeDeg !== null ? { latitudeDeg, longitudeDeg } : null;
  const { standLatitudeDeg: lat, standLongitudeDeg: long } = state;
  const there = lat !== null && long !== null ? { latitudeDeg: lat, longitudeDeg: long } : null;
  const isElsewhere = here !== null && there !== null && distanceM(here, there) > PLACE_M;
  if (!state.isStanding || isElsewhere) {
    state.stand += 1;
    state.isStanding = true;
    state.standLatitudeDeg = latitudeDeg;
    state.standLongitudeDeg = longitudeDeg;
  } else {
    state.standLatitudeDeg ??= latitudeDeg;
    state.standLongitudeDeg ??= longitudeDeg;
  }
  return state.stand;
}

/** Learns the size of the tank, and the noise from the difference of neighbouring readings. */
function learn(state: TankState, last: Reading | undefined, next: Reading): void {
  if (state.unit === 'L') state.size = Math.max(state.size, next.level);
  if (last === undefined || last.stand !== next.stand) return;
  const share = Math.abs(next.level - last.level) / state.size / DIFFERENCE_PER_SIGMA;
  const key = next.stand === 0 ? 'driveNoise' : 'standNoise';
  // A change of the level is no noise: differences count up to three deviations.
  const bounded = Math.min(share, 3 * state[key]);
  state[key] = Math.max(0.002, state[key] + NOISE_WEIGHT * (bounded - state[key]));
}

/**
 * The readings before a change: those of its standstill if there are enough that one wrong value does
 * not decide, else all.
 */
function readingsBefore(state: TankState, stand: number): { pre: Reading[]; isStill: boolean } {
  const older = state.readings.slice(0, -AFTER);
  const still = stand === 0 ? [] : older.filter((one) => one.stand === stand);
  const [first = 0, second = 0] = levelsOf(still);
  const agree = still.length === 2 && Math.abs(first - second) < LEAST_SHARE * state.size;
  if (agree || still.length > 2) return { pre: still.slice(-BEFORE), isStill: true };
  return { pre: older.slice(-BEFORE), isStill: false };
}

/** What the vehicle may have burnt between two readings without driving. */
function burnt(state: TankState, from: Reading, to: Reading): number {
  const hours = (to.timeMs - from.timeMs) / HOUR_MS;
  const litres = hours * (from.ignition && to.ignition ? IDLING_LH : OFF_LH);
  return state.unit === 'L' ? litres : (litres / PERCENT_TANK_L) * 100;
}

/** Starts a change if the last readings differ from those before. */
function findChange(state: TankState): void {
  const post = state.readings.slice(-AFTER);
  const first = post[0];
  if (first === undefined || state.readings.length < AFTER + 2) return;
  const { pre, isStill } = readingsBefore(state, first.stand);
  const last = pre.at(-1);
  if (last === undefined || pre.length < 2) return;
  const isAllStill = isStill && post.every(({ stand }) => stand === first.stand);
  const noise = isAllStill ? state.standNoise : Math.max(state.standNoise, state.driveNoise);
  const share = Math.max(LEAST_SHARE, NOISE_TIMES * noise) + (isAllStill ? 0 : SLOPE_SHARE);
  const threshold = Math.max(share * state.size, state.unit === 'L' ? LEAST_L : 0);
  const before = median(levelsOf(pre));
  const step = median(levelsOf(post)) - before;
  const sign = step > 0 ? 1 : -1;
  const size = Math.abs(step) - (sign < 0 ? burnt(state, last, first) : 0);
  if (size < threshold) return;
  if (!post.every(({ level }) => (level - before) * sign > threshold / 2)) return;
  // Fuel that leaves the tank while the vehicle drives is consumption, or a slope after a stop.
  if (sign < 0 && (first.stand === 0 || last.stand !== first.stand)) return;
  state.change = {
    sign,
    before: startLevel(state, isStill ? first.stand : null, sign, before),
    beforeMs: last.timeMs,
    atMs: first.timeMs,
    stand: first.stand,
    threshold,
    latitudeDeg: first.latitudeDeg ?? state.standLatitudeDeg,
    longitudeDeg: first.longitudeDeg ?? state.standLongitudeDeg,
    count: 0,
  };
}

/** The level before a slow change: its first minutes are among the readings before. */
function startLevel(state: TankState, stand: number | null, sign: number, before: number): number {
  const older = state.readings
    .slice(0, -AFTER)
    .filter((one) => stand === null || one.stand === stand);
  const oldest = median(levelsOf(older.slice(0, BEFORE)));
  return stand !== null && (before - oldest) * sign > 0 ? oldest : before;
}

/** The level after a change: at the same place if possible, because of slopes. */
function endLevel(state: TankState, { stand }: Change): number {
  const last = state.readings.slice(-AFTER);
  const still = last.filter((one) => stand !== 0 && one.stand === stand);
  return median(levelsOf(still.length >= 2 ? still : last));
}

/** Ends the change once the level has settled. */
function followChange(state: TankState, change: Change): DerivedFuelEvent | null {
  change.count += 1;
  const { readings } = state;
  const next = readings.at(-1);
  const [now, then] = [readings.slice(-AFTER), readings.slice(-AFTER - 2, -2)];
  const progress = (median(levelsOf(now)) - median(levelsOf(then))) * change.sign;
  const isLong = (next?.timeMs ?? 0) - change.atMs > LONGEST_CHANGE_MS;
  const hasLeft = change.stand !== 0 && next !== undefined && next.stand !== change.stand;
  const isSettled = change.count >= 2 && progress < change.threshold / 3;
  if (!isSettled && !isLong && !(hasLeft && change.count >= 2)) return null;
  state.change = null;
  const after = endLevel(state, change);
  state.readings = readings.slice(-AFTER);
  const volume = (after - change.before) * change.sign;
  const isLate = (next?.timeMs ?? 0) - change.atMs > LONGEST_DELAY_MS;
  // A level that returned at once was a fault of the sensor.
  if (volume < change.threshold * 0.8 || isLate || state.unit === null) return null;
  return {
    kind: change.sign > 0 ? 'refuel' : 'drain',
    startedMs: change.beforeMs,
    occurredMs: change.atMs,
    before: change.before,
    after,
    volume,
    unit: state.unit,
    latitudeDeg: change.latitudeDeg,
    longitudeDeg: change.longitudeDeg,
  };
}

/**
 * Processes a record: returns fillings of the tank, and fuel that left it while the vehicle stood.
 * The levels of a minute count as one, by their median; a change counts if three minutes in a row
 * differ from those before by more than the noise, which is learnt, and than the slope of a place.
 */
export function advanceTank(
  state: TankState,
  record: EngineRecord,
  values: FuelValues,
): DerivedFuelEvent | null {
  const level = levelOf(state, values);
  if (level === null) {
    // Without its sensor the vehicle may drive: what it burns meanwhile is no drain.
    if (!movesIn(record)) return null;
    const last = state.open;
    state.open = null;
    const event = last === null ? null : takeMinute(state, last);
    state.isStanding = false;
    return event;
  }
  const { open, ended } = addLevel(state.open, record, level);
  state.open = open;
  return ended === null ? null : takeMinute(state, ended);
}

/** Processes a minute that has ended. */
function takeMinute(state: TankState, ended: OpenMinute): DerivedFuelEvent | null {
  const { timeMs, levels, ignition, latitudeDeg, longitudeDeg } = ended;
  const reading: Reading = {
    timeMs,
    level: median(levels),
    stand: standOf(state, ended),
    ignition,
    latitudeDeg,
    longitudeDeg,
  };
  learn(state, state.readings.at(-1), reading);
  state.readings.push(reading);
  if (state.readings.length > KEPT) state.readings.shift();
  if (state.change !== null) return followChange(state, state.change);
  findChange(state);
  return null;
}
