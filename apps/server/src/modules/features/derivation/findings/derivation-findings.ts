import { eventType } from '@roadworthy/domain';
import type {
  DerivedFuelEvent,
  DerivedIncident,
  DerivedTrip,
  DerivedVisit,
  Sink,
} from '../../../../engines/record.ts';

/**
 * A trip in progress is written again after this device time, unless other findings of its vehicle
 * are written: engines update it at each stop, and would cause most of the writes.
 */
const PROGRESS_MS = 120_000;

/** A finding, and the device time of the record that first produced it (ms since 1970 UTC). */
export interface DatedFinding<T> {
  readonly toldMs: number;
  readonly row: T;
}

/** Findings that will still change: stored with the engine's state, as plain JSON data. */
export interface OpenFindings {
  trip: DatedFinding<DerivedTrip> | null;
  readonly incidents: Record<string, DatedFinding<DerivedIncident>>;
  readonly visits: Record<string, DatedFinding<DerivedVisit>>;
}

/**
 * An object whose keys change often. Without a prototype, V8 makes it a hash table at once;
 * otherwise V8 makes a hidden class for each new key, which costs more than the rest of a visit.
 */
function changing<T>(rows: Readonly<Record<string, T>>): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, rows);
}

/** No open findings. */
export function nothingOpen(): OpenFindings {
  return { trip: null, incidents: changing({}), visits: changing({}) };
}

/** Restores open findings from stored data. */
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
 * Collects the findings of one vehicle until they are written: the last version of each row. Open
 * rows continue from one collection to the next.
 */
export class Findings implements Sink {
  /** By start. */
  readonly trips = new Map<number, DatedFinding<DerivedTrip>>();
  readonly incidents = new Map<string, DatedFinding<DerivedIncident>>();
  readonly visits = new Map<string, DatedFinding<DerivedVisit>>();
  /** Written once, when they are over: they are never open. */
  readonly fuel = new Map<string, DatedFinding<DerivedFuelEvent>>();
  /** Time of the current record. */
  nowMs = Number.NEGATIVE_INFINITY;

  #isNews = false;

  /**
   * @param writtenMs end of the trip in progress at its last write, ms since 1970 UTC
   */
  constructor(
    readonly open: OpenFindings,
    private readonly writtenMs = Number.NEGATIVE_INFINITY,
  ) {}

  /** Whether there are findings that should be written without delay. */
  get isNews(): boolean {
    return this.#isNews;
  }

  trip(row: DerivedTrip): void {
    if (!row.inProgress || row.endedMs - this.writtenMs >= PROGRESS_MS) this.#isNews = true;
    const { open } = this;
    const known = open.trip?.row.startedMs === row.startedMs ? open.trip : null;
    const finding = { toldMs: (known ?? this.trips.get(row.startedMs))?.toldMs ?? this.nowMs, row };
    this.trips.set(row.startedMs, finding);
    if (row.inProgress) open.trip = finding;
    else if (known !== null) open.trip = null;
  }

  incident(row: DerivedIncident): void {
    this.#isNews = true;
    const key = incidentKey(row);
    const known = this.open.incidents[key] ?? this.incidents.get(key);
    const finding = { toldMs: known?.toldMs ?? this.nowMs, row };
    this.incidents.set(key, finding);
    if (lasts(row)) this.#keepOpen(key, finding);
    else delete this.open.incidents[key];
  }

  visit(row: DerivedVisit): void {
    this.#isNews = true;
    const key = visitKey(row);
    const known = this.open.visits[key] ?? this.visits.get(key);
    const finding = { toldMs: known?.toldMs ?? this.nowMs, row };
    this.visits.set(key, finding);
    if (row.leftMs === null) this.open.visits[key] = finding;
    else delete this.open.visits[key];
  }

  fuelEvent(row: DerivedFuelEvent): void {
    this.#isNews = true;
    this.fuel.set(`${row.kind}:${row.occurredMs}`, { toldMs: this.nowMs, row });
  }

  /** Starts with the open rows of the beginning of a period that is derived again. */
  reopen(): void {
    const { trip, incidents, visits } = this.open;
    if (trip !== null) this.trips.set(trip.row.startedMs, trip);
    for (const [key, finding] of Object.entries(incidents)) this.incidents.set(key, finding);
    for (const [key, finding] of Object.entries(visits)) this.visits.set(key, finding);
  }

  /** Leaves out the open rows: later findings have changed them already. */
  withoutOpen(): void {
    const { trip, incidents, visits } = this.open;
    if (trip !== null) this.trips.delete(trip.row.startedMs);
    for (const key of Object.keys(incidents)) this.incidents.delete(key);
    for (const key of Object.keys(visits)) this.visits.delete(key);
  }

  /** A newer event of the same code and geofence replaces one that never ended. */
  #keepOpen(key: string, finding: DatedFinding<DerivedIncident>): void {
    const { incidents } = this.open;
    const { eventCode, geofenceId } = finding.row;
    for (const [other, { row }] of Object.entries(incidents)) {
      if (row.eventCode === eventCode && row.geofenceId === geofenceId) delete incidents[other];
    }
    incidents[key] = finding;
  }
}
