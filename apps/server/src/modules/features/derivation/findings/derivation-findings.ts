import { eventType } from '@roadworthy/domain';
import type {
  DerivedIncident,
  DerivedTrip,
  DerivedVisit,
  Sink,
} from '../../../../engines/record.ts';

/**
 * A trip in progress is written again after so much device time, unless there is more to write of its
 * vehicle: engines tell of it at each halt too, and most of what is written would be that.
 */
const PROGRESS_MS = 120_000;

/** A finding, and the device time of the record that told it first (ms since 1970 UTC). */
export interface Told<T> {
  readonly toldMs: number;
  readonly row: T;
}

/** What was told and will change: kept beside the engine's state, as plain JSON data. */
export interface OpenFindings {
  trip: Told<DerivedTrip> | null;
  readonly incidents: Record<string, Told<DerivedIncident>>;
  readonly visits: Record<string, Told<DerivedVisit>>;
}

/**
 * An object whose keys come and go. Without a prototype V8 makes a hash table of it at once; of any other
 * it makes a hidden class for each new key, which costs more than all the rest of a visit.
 */
function changing<T>(rows: Readonly<Record<string, T>>): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, rows);
}

/** Nothing is open. */
export function nothingOpen(): OpenFindings {
  return { trip: null, incidents: changing({}), visits: changing({}) };
}

/** Open findings as they were kept, to go on with. */
export function openAgain({ trip, incidents, visits }: OpenFindings): OpenFindings {
  return { trip, incidents: changing(incidents), visits: changing(visits) };
}

/** Key of an event within its vehicle. */
export function incidentKey({ occurredMs, eventCode, geofenceId }: DerivedIncident): string {
  return `${occurredMs}:${eventCode}:${geofenceId ?? 0}`;
}

const visitKey = ({ geofenceId, enteredMs }: DerivedVisit) => `${geofenceId}:${enteredMs}`;

const lasts = (incident: DerivedIncident) =>
  incident.endedMs === null && eventType(incident.eventCode)?.kind === 'state';

/**
 * Collects what an engine finds of one vehicle until it is written: of each row the last version. The
 * rows that are open go on from one collection to the next.
 */
export class Findings implements Sink {
  /** By start. */
  readonly trips = new Map<number, Told<DerivedTrip>>();
  readonly incidents = new Map<string, Told<DerivedIncident>>();
  readonly visits = new Map<string, Told<DerivedVisit>>();
  /** Time of the record that is being read. */
  nowMs = Number.NEGATIVE_INFINITY;

  #isNews = false;

  /**
   * @param writtenMs end of the trip in progress as it was last written, ms since 1970 UTC
   */
  constructor(
    readonly open: OpenFindings,
    private readonly writtenMs = Number.NEGATIVE_INFINITY,
  ) {}

  /** Whether there is something that should not wait. */
  get isNews(): boolean {
    return this.#isNews;
  }

  trip(row: DerivedTrip): void {
    if (!row.inProgress || row.endedMs - this.writtenMs >= PROGRESS_MS) this.#isNews = true;
    const { open } = this;
    const known = open.trip?.row.startedMs === row.startedMs ? open.trip : null;
    const told = { toldMs: (known ?? this.trips.get(row.startedMs))?.toldMs ?? this.nowMs, row };
    this.trips.set(row.startedMs, told);
    if (row.inProgress) open.trip = told;
    else if (known !== null) open.trip = null;
  }

  incident(row: DerivedIncident): void {
    this.#isNews = true;
    const key = incidentKey(row);
    const known = this.open.incidents[key] ?? this.incidents.get(key);
    const told = { toldMs: known?.toldMs ?? this.nowMs, row };
    this.incidents.set(key, told);
    if (lasts(row)) this.#keepOpen(key, told);
    else delete this.open.incidents[key];
  }

  visit(row: DerivedVisit): void {
    this.#isNews = true;
    const key = visitKey(row);
    const known = this.open.visits[key] ?? this.visits.get(key);
    const told = { toldMs: known?.toldMs ?? this.nowMs, row };
    this.visits.set(key, told);
    if (row.leftMs === null) this.open.visits[key] = told;
    else delete this.open.visits[key];
  }

  /** Begins with the open rows, as they stood at the start of a period that is derived again. */
  reopen(): void {
    const { trip, incidents, visits } = this.open;
    if (trip !== null) this.trips.set(trip.row.startedMs, trip);
    for (const [key, told] of Object.entries(incidents)) this.incidents.set(key, told);
    for (const [key, told] of Object.entries(visits)) this.visits.set(key, told);
  }

  /** Leaves out the open rows: what was derived later of them stays as it is. */
  withoutOpen(): void {
    const { trip, incidents, visits } = this.open;
    if (trip !== null) this.trips.delete(trip.row.startedMs);
    for (const key of Object.keys(incidents)) this.incidents.delete(key);
    for (const key of Object.keys(visits)) this.visits.delete(key);
  }

  /** A newer event of the same code and geofence takes the place of one that never ended. */
  #keepOpen(key: string, told: Told<DerivedIncident>): void {
    const { incidents } = this.open;
    const { eventCode, geofenceId } = told.row;
    for (const [other, { row }] of Object.entries(incidents)) {
      if (row.eventCode === eventCode && row.geofenceId === geofenceId) delete incidents[other];
    }
    incidents[key] = told;
  }
}
