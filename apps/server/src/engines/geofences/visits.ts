import { EVENT } from '@roadworthy/domain';
import type { EngineRecord, Sink } from '../record.ts';
import type { GeofenceIndex } from './geofence-index.ts';
import type { GeofenceRule } from './shape.ts';
import {
  type LastingIncident,
  type Moment,
  momentOf,
  tellLasting,
  tellPassage,
} from './visit-incidents.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** GPS positions of a stationary vehicle drift this far; within it a vehicle has not left. */
const EDGE_M = 20;
/** A moving vehicle this far outside has left; a second record is not needed. */
const FAR_M = 200;
/** Minimum speed of movement; lower speeds are noise of a stationary receiver (M-P08). */
const MOVING_KMH = 5;
/** Accuracy of GPS speed; a limit is exceeded only above limit plus accuracy. */
const SPEED_NOISE_KMH = 3;

/** A geofence that contains the vehicle. */
interface OpenVisit {
  readonly geofenceId: number;
  readonly enteredMs: number;
  readonly driverTag: string | null;
  maxSpeedKmh: number;
  /** The first record outside, while the departure is not confirmed. */
  outside: Moment | null;
  /** UTC day (days since 1970) on which the visit was last reported. */
  toldDay: number;
  speeding: LastingIncident | null;
  dwelling: LastingIncident | null;
}

/** The geofences that contain a vehicle, ascending by id, and no others. Plain JSON. */
export interface VisitState {
  readonly open: OpenVisit[];
}

/** The state of a vehicle outside all geofences. */
export function initialVisits(): VisitState {
  return { open: [] };
}

function tellVisit(visit: OpenVisit, leftMs: number | null, sink: Sink): void {
  const { geofenceId, enteredMs, maxSpeedKmh, driverTag } = visit;
  sink.visit({ geofenceId, enteredMs, leftMs, maxSpeedKmh, driverTag });
}

function endSpeeding(visit: OpenVisit, endedMs: number, sink: Sink): void {
  if (visit.speeding === null) return;
  tellLasting(EVENT.overSpeed, visit, visit.speeding, endedMs, sink);
  visit.speeding = null;
}

function leave(visit: OpenVisit, at: Moment, sink: Sink): void {
  endSpeeding(visit, at.occurredMs, sink);
  if (visit.dwelling !== null) {
    visit.dwelling.value = (at.occurredMs - visit.enteredMs) / MINUTE_MS;
    tellLasting(EVENT.geofenceDwellExceeded, visit, visit.dwelling, at.occurredMs, sink);
  }
  tellVisit(visit, at.occurredMs, sink);
  tellPassage(EVENT.geofenceLeft, visit, at, sink);
}

function watchSpeed(visit: OpenVisit, record: EngineRecord, rule: GeofenceRule, sink: Sink): void {
  const { speedKmh } = record;
  if (speedKmh === null) return;
  if (speedKmh > visit.maxSpeedKmh) visit.maxSpeedKmh = speedKmh;
  const limitKmh = rule.speedLimitKmh;
  if (limitKmh === null || speedKmh <= limitKmh) endSpeeding(visit, record.timeMs, sink);
  else if (visit.speeding !== null) {
    visit.speeding.value = Math.max(visit.speeding.value, speedKmh);
  } else if (speedKmh > limitKmh + SPEED_NOISE_KMH) {
    visit.speeding = { moment: momentOf(record), value: speedKmh };
    tellLasting(EVENT.overSpeed, visit, visit.speeding, null, sink);
  }
}

function enter(
  geofenceId: number,
  record: EngineRecord,
  driverTag: string | null,
  rule: GeofenceRule | undefined,
  sink: Sink,
): OpenVisit {
  const visit: OpenVisit = {
    geofenceId,
    enteredMs: record.timeMs,
    driverTag,
    maxSpeedKmh: record.speedKmh ?? 0,
    outside: null,
    toldDay: Math.floor(record.timeMs / DAY_MS),
    speeding: null,
    dwelling: null,
  };
  tellVisit(visit, null, sink);
  tellPassage(EVENT.geofenceEntered, visit, momentOf(record), sink);
  if (rule !== undefined) watchSpeed(visit, record, rule, sink);
  return visit;
}

function watchDwell(visit: OpenVisit, record: EngineRecord, rule: GeofenceRule, sink: Sink): void {
  if (visit.dwelling !== null || rule.dwellMin === null) return;
  const minutes = (record.timeMs - visit.enteredMs) / MINUTE_MS;
  if (minutes < rule.dwellMin) return;
  visit.dwelling = { moment: momentOf(record), value: minutes };
  tellLasting(EVENT.geofenceDwellExceeded, visit, visit.dwelling, null, sink);
}

/**
 * Reports an open visit and its lasting events again with the first record of each UTC day: if a
 * day is derived again from its start, this replaces the earlier reports of the visit.
 */
function retellDaily(visit: OpenVisit, record: EngineRecord, sink: Sink): void {
  const day = Math.floor(record.timeMs / DAY_MS);
  if (day <= visit.toldDay) return;
  visit.toldDay = day;
  tellVisit(visit, null, sink);
  if (visit.speeding !== null) tellLasting(EVENT.overSpeed, visit, visit.speeding, null, sink);
  if (visit.dwelling !== null)
    tellLasting(EVENT.geofenceDwellExceeded, visit, visit.dwelling, null, sink);
}

/** The first record outside once the departure is confirmed; otherwise null. */
function departure(visit: OpenVisit, record: EngineRecord, index: GeofenceIndex): Moment | null {
  const { latitudeDeg, longitudeDeg, speedKmh } = record;
  if (latitudeDeg === null || longitudeDeg === null) return null;
  if (index.isNear(visit.geofenceId, latitudeDeg, longitudeDeg, EDGE_M)) {
    visit.outside = null;
    return null;
  }
  if (visit.outside !== null) return visit.outside;
  const moment = momentOf(record);
  const isFar = !index.isNear(visit.geofenceId, latitudeDeg, longitudeDeg, FAR_M);
  if (isFar && (speedKmh ?? 0) >= MOVING_KMH) return moment;
  visit.outside = moment;
  return null;
}

/** Continues a visit. Returns whether it lasts. */
function goOn(
  visit: OpenVisit,
  record: EngineRecord,
  isInside: boolean,
  index: GeofenceIndex,
  sink: Sink,
): boolean {
  const rule = index.rule(visit.geofenceId);
  if (rule === undefined) return false;
  retellDaily(visit, record, sink);
  if (isInside) visit.outside = null;
  else {
    const left = departure(visit, record, index);
    if (left !== null) {
      leave(visit, left, sink);
      return false;
    }
  }
  if (visit.outside === null) {
    watchSpeed(visit, record, rule, sink);
    watchDwell(visit, record, rule, sink);
  }
  return true;
}

/** Ends every visit at a time from which nothing may be known; no exit is raised. */
export function endVisits(state: VisitState, endedMs: number, sink: Sink): void {
  for (const visit of state.open) {
    endSpeeding(visit, endedMs, sink);
    if (visit.dwelling !== null)
      tellLasting(EVENT.geofenceDwellExceeded, visit, visit.dwelling, endedMs, sink);
    tellVisit(visit, endedMs, sink);
  }
  state.open.length = 0;
}

const NOWHERE: readonly number[] = [];

/**
 * Updates the visits of a vehicle with one record.
 *
 * A visit starts with the first record inside. It ends with the first record more than 20 m
 * outside, once confirmed: by a second such record in succession, or at once if the vehicle moves
 * (5 km/h or more) and is more than 200 m outside. A record nearer than 20 m counts as inside a
 * visit that lasts, so the drift of a stationary receiver at the boundary creates no visits. A
 * record without a fix leaves the vehicle where it was; it can complete a dwell.
 *
 * Reported are: the visit at entry (`leftMs` null), at exit and with the first record of each UTC
 * day of its duration; entry (56) and exit (57) for every geofence (the geofence's rule decides
 * which of them alert); a dwell beyond the geofence's minutes (64) from the record that shows it
 * until the exit; over-speed inside (43, with the geofence) from 3 km/h above the geofence's limit
 * until the speed is within the limit again. A geofence that is no longer in the index is dropped
 * silently.
 *
 * @param driverTag the driver; an open visit keeps the tag of its entry
 */
export function advanceVisits(
  state: VisitState,
  record: EngineRecord,
  index: GeofenceIndex,
  driverTag: string | null,
  sink: Sink,
): void {
  const { open } = state;
  const { latitudeDeg, longitudeDeg } = record;
  const inside =
    latitudeDeg === null || longitudeDeg === null
      ? NOWHERE
      : index.inside(latitudeDeg, longitudeDeg);
  if (open.length === 0 && inside.length === 0) return;
  // Both lists ascend by id and are merged.
  let next = 0;
  let stayed = 0;
  let kept = 0;
  for (const visit of open) {
    while ((inside[next] ?? Number.POSITIVE_INFINITY) < visit.geofenceId) next += 1;
    const isInside = inside[next] === visit.geofenceId;
    if (isInside) stayed += 1;
    if (goOn(visit, record, isInside, index, sink)) open[kept++] = visit;
  }
  open.length = kept;
  if (stayed === inside.length) return;
  const known = new Set(open.map(({ geofenceId }) => geofenceId));
  for (const id of inside) {
    if (!known.has(id)) open.push(enter(id, record, driverTag, index.rule(id), sink));
  }
  open.sort((a, b) => a.geofenceId - b.geofenceId);
}
