import { NO_VALUES } from '@roadworthy/domain';
import { distanceM, type LegEnd, legM } from './leg.ts';
import type { EngineRecord } from './record.ts';

/** No record for longer than this is a gap in coverage (trade default, 10 minutes). */
export const GAP_MS = 10 * 60_000;
/** A higher speed is movement, whatever the jitter of a stationary receiver (requirement M-P08). */
export const MOVES_ABOVE_KMH = 5;
/** A slow vehicle moves once it is this far from its last certain movement: beyond jitter. */
const CREEP_M = 25;
/** A slow vehicle without progress for this long is at rest. */
const CREEP_MS = 60_000;
/** A higher speed between fixes is a faulty fix (252 km/h). */
const MAX_MPS = 70;
/** Some odometers count whole kilometres. */
const ODOMETER_STEP_M = 1000;
/** Between nearer fixes, speed cannot be distinguished from jitter. */
const SPEED_FROM_M = 50;

/** A past position, part of the state. */
interface Fix extends LegEnd {
  latitudeDeg: number;
  longitudeDeg: number;
  odometerM: number | null;
}

/** The values with which the next record is compared. */
export interface MotionState {
  /** Time of the last record; null before the first. */
  timeMs: number | null;
  /** The last fix; null before the first. */
  fix: Fix | null;
  fixMs: number;
  speedKmh: number;
  /** The last signal of the device and its time: silence shorter than a gap changes nothing. */
  ignition: boolean | null;
  ignitionMs: number;
  moving: boolean;
  /** Position and time of the last certain movement. */
  anchor: Fix | null;
  anchorMs: number;
  /** Since when it is at rest, or was when it started to move. */
  restMs: number;
}

/** One record compared with the previous one; the same object is reused for each record. */
export interface Step {
  record: EngineRecord;
  /** Time of the previous record; of this one for the first. */
  fromMs: number;
  toMs: number;
  gapMs: number;
  /** Metres since the last fix; 0 without a fix, and for an impossible distance. */
  legM: number;
  /** Whether odometers confirm the distance. */
  byOdometer: boolean;
  /** Null: no ignition signal. */
  ignitionBefore: boolean | null;
  ignition: boolean | null;
  wasMoving: boolean;
  moving: boolean;
  /** As reported, or from the path if the device reports none. */
  speedKmh: number;
  /** Since when it is at rest; meaningless while moving. */
  restMs: number;
  /** The last known place. */
  place: LegEnd | null;
  /** Whether the position is from this record. */
  fresh: boolean;
  /** The driver who is signed in. */
  driverTag: string | null;
}

const NO_RECORD: EngineRecord = { ...NO_VALUES, timeMs: 0, eventCodes: [] };

/** The state before the first record. */
export const initialMotion = (): MotionState => ({
  timeMs: null,
  fix: null,
  fixMs: 0,
  speedKmh: 0,
  ignition: null,
  ignitionMs: 0,
  moving: false,
  anchor: null,
  anchorMs: 0,
  restMs: 0,
});

/** An empty step to be filled. */
export const emptyStep = (): Step => ({
  record: NO_RECORD,
  fromMs: 0,
  toMs: 0,
  gapMs: 0,
  legM: 0,
  byOdometer: false,
  ignitionBefore: null,
  ignition: null,
  wasMoving: false,
  moving: false,
  speedKmh: 0,
  restMs: 0,
  place: null,
  fresh: false,
  driverTag: null,
});

function put(fix: Fix | null, place: LegEnd): Fix {
  if (fix === null) {
    const { latitudeDeg, longitudeDeg, odometerM } = place;
    return { latitudeDeg, longitudeDeg, odometerM };
  }
  fix.latitudeDeg = place.latitudeDeg;
  fix.longitudeDeg = place.longitudeDeg;
  fix.odometerM = place.odometerM;
  return fix;
}

const hasFix = (record: EngineRecord): record is EngineRecord & LegEnd =>
  record.latitudeDeg !== null && record.longitudeDeg !== null;

function takeIgnition(state: MotionState, step: Step): void {
  const { record } = step;
  step.ignitionBefore = state.ignition;
  if (record.ignition !== null) {
    state.ignition = record.ignition;
    state.ignitionMs = record.timeMs;
  } else if (record.timeMs - state.ignitionMs > GAP_MS) state.ignition = null;
  step.ignition = state.ignition;
}

function takeLeg(state: MotionState, step: Step): void {
  const { record } = step;
  step.legM = 0;
  step.byOdometer = false;
  step.fresh = hasFix(record);
  if (!hasFix(record) || state.fix === null) return;
  const witnessed = state.fix.odometerM !== null && (record.odometerM ?? 0) > 0;
  const way = legM(state.fix, record);
  const reachM = ((record.timeMs - state.fixMs) / 1000) * MAX_MPS;
  if (way > reachM + (witnessed ? ODOMETER_STEP_M : 0)) return;
  step.legM = way;
  step.byOdometer = witnessed;
}

/** The reported speed; without one that of the path, and without a path the previous one. */
function speedOf(state: MotionState, step: Step): number {
  const { record } = step;
  if (record.speedKmh !== null) return record.speedKmh;
  const tookMs = record.timeMs - state.fixMs;
  if (!hasFix(record) || state.fix === null || tookMs <= 0) return state.speedKmh;
  const way = distanceM(state.fix, record);
  if (way > (tookMs / 1000) * MAX_MPS) return state.speedKmh;
  if (tookMs > GAP_MS || way < SPEED_FROM_M) return 0;
  return (way / tookMs) * 3600;
}

/** Whether it moves: fast enough, or slowly with progress, with some patience for slow traffic. */
function movesNow(state: MotionState, step: Step): boolean {
  if (step.speedKmh > MOVES_ABOVE_KMH) return true;
  if (step.speedKmh <= 0) return false;
  if (state.anchor !== null && hasFix(step.record)) {
    if (distanceM(state.anchor, step.record) >= CREEP_M) return true;
  }
  return state.moving && step.toMs - state.anchorMs < CREEP_MS;
}

function takeMovement(state: MotionState, step: Step): void {
  const { record } = step;
  step.wasMoving = state.moving;
  step.moving = movesNow(state, step);
  if (state.moving && !step.moving) state.restMs = record.timeMs;
  if (step.moving && hasFix(record)) {
    const surely =
      step.speedKmh > MOVES_ABOVE_KMH ||
      state.anchor === null ||
      distanceM(state.anchor, record) >= CREEP_M;
    if (surely) {
      state.anchor = put(state.anchor, record);
      state.anchorMs = record.timeMs;
    }
  } else if (state.anchor === null && hasFix(record)) state.anchor = put(null, record);
  state.moving = step.moving;
  step.restMs = state.restMs;
}

/**
 * Compares a record with the state and updates the state.
 *
 * Movement has hysteresis: it starts above 5 km/h (requirement M-P08), or slower once the vehicle
 * is 25 m away from where it last moved; it ends with speed 0, or after a minute without progress.
 * So the jitter of a stationary receiver is no movement. An ignition signal stays valid for the
 * length of a gap; after that there is no ignition signal.
 *
 * @param step receives the result
 */
export function advanceMotion(state: MotionState, record: EngineRecord, step: Step): void {
  step.record = record;
  step.fromMs = state.timeMs ?? record.timeMs;
  step.toMs = record.timeMs;
  step.gapMs = step.toMs - step.fromMs;
  if (state.timeMs === null) state.restMs = record.timeMs;
  takeIgnition(state, step);
  takeLeg(state, step);
  step.speedKmh = speedOf(state, step);
  takeMovement(state, step);
  if (hasFix(record)) {
    state.fix = put(state.fix, record);
    state.fixMs = record.timeMs;
  }
  step.place = state.fix;
  state.timeMs = record.timeMs;
  state.speedKmh = step.speedKmh;
}
