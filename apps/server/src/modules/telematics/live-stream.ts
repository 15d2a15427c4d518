import type { ServerResponse } from 'node:http';
import { vehicleState } from '@roadworthy/domain';
import type { Viewer } from '../../platform/auth/index.ts';
import type { Bus, VehicleStateChange } from '../../platform/bus/index.ts';
import { addressFinder } from './address.ts';
import { displayUnits, utcText } from './track-vehicle.ts';

/*
 * The live stream. One subscription to the bus serves all open streams; each stream holds at most
 * one pending change a vehicle, so a slow reader costs no memory and loses only states that were
 * overtaken. The first change after a pause is sent at once, then at most one message a second.
 */

const INTERVAL_MS = 1000;
const HEARTBEAT_MS = 15_000;
/** Visibility of vehicles is asked again this often: a vehicle may change its depot. */
const SCOPE_FRESH_MS = 30_000;
/** Bytes the connection may hold unread before changes are gathered instead of sent. */
const MAX_UNREAD_BYTES = 256 * 1024;
const MAX_STREAMS_PER_USER = 20;

/** What the stream knows of a vehicle besides its moving parts. */
export interface VisibleVehicle {
  readonly registration: string;
}

export interface LiveParts {
  readonly bus: Bus;
  /** The vehicles a viewer may see, by id. */
  readonly visible: (viewer: Viewer) => Promise<ReadonlyMap<number, VisibleVehicle>>;
}

function updateOf(
  change: VehicleStateChange,
  vehicle: VisibleVehicle,
  nowMs: number,
  address: ReturnType<typeof addressFinder>,
) {
  const { deviceTimeMs: timeMs, speedKmh, ignition } = change;
  return {
    id: change.vehicleId,
    registration: vehicle.registration,
    lat: change.latitudeDeg,
    long: change.longitudeDeg,
    dir: change.headingDeg ?? 0,
    timestamp: utcText(timeMs),
    speed: speedKmh ?? 0,
    ignition,
    state: vehicleState({ timeMs, speedKmh, ignition }, nowMs),
    device_fault: null,
    display_units: displayUnits({ ...change, timeMs }, address),
  };
}

/** One open event stream. */
class LiveStream {
  readonly #pending = new Map<number, VehicleStateChange>();
  #visible: ReadonlyMap<number, VisibleVehicle> = new Map();
  #timer: NodeJS.Timeout | null = null;
  #lastSentMs = 0;
  readonly #intervals: NodeJS.Timeout[];

  constructor(
    readonly viewer: Viewer,
    private readonly out: ServerResponse,
    private readonly parts: LiveParts,
  ) {
    this.#intervals = [
      setInterval(() => this.out.write(': still here\n\n'), HEARTBEAT_MS),
      setInterval(() => void this.refreshScope(), SCOPE_FRESH_MS),
    ];
  }

  /** Asks again which vehicles the viewer may see; keeps the old answer when the database is down. */
  async refreshScope(): Promise<void> {
    await this.parts.visible(this.viewer).then(
      (visible) => {
        this.#visible = visible;
      },
      () => undefined,
    );
  }

  offer(change: VehicleStateChange): void {
    if (!this.#visible.has(change.vehicleId)) return;
    this.#pending.set(change.vehicleId, change);
    if (this.#timer !== null) return;
    const waitMs = Math.max(0, this.#lastSentMs + INTERVAL_MS - Date.now());
    this.#timer = setTimeout(() => this.#flush(), waitMs);
  }

  end(): void {
    for (const interval of this.#intervals) clearInterval(interval);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.out.end();
  }

  #flush(): void {
    this.#timer = null;
    if (this.out.writableLength > MAX_UNREAD_BYTES) {
      this.#timer = setTimeout(() => this.#flush(), INTERVAL_MS);
      return;
    }
    const nowMs = Date.now();
    this.#lastSentMs = nowMs;
    const address = addressFinder(this.viewer.distanceUnit);
    const updates = [...this.#pending.values()].flatMap((change) => {
      const vehicle = this.#visible.get(change.vehicleId);
      return vehicle === undefined ? [] : [updateOf(change, vehicle, nowMs, address)];
    });
    this.#pending.clear();
    if (updates.length > 0)
      this.out.write(`event: positions\ndata: ${JSON.stringify(updates)}\n\n`);
  }
}

/** All open event streams of this process. */
export class LiveStreams {
  readonly #streams = new Set<LiveStream>();
  readonly #unsubscribe: (() => void)[];

  constructor(private readonly parts: LiveParts) {
    this.#unsubscribe = [
      parts.bus.subscribe('positions.committed', ({ states }) => {
        for (const stream of this.#streams) for (const state of states) stream.offer(state);
      }),
      // Rights may have changed: the browser comes back and is asked who it is.
      parts.bus.subscribe('users.changed', ({ userId }) => {
        for (const stream of this.#streams) {
          if (userId === null || stream.viewer.userId === userId) stream.end();
        }
      }),
    ];
  }

  /** Whether this person has as many streams open as one may. */
  isFull(userId: number): boolean {
    let count = 0;
    for (const stream of this.#streams) if (stream.viewer.userId === userId) count += 1;
    return count >= MAX_STREAMS_PER_USER;
  }

  /**
   * Opens a stream on a response. It ends when the browser goes away or the token expires.
   *
   * @param lifeMs how long the token still lives
   */
  async open(viewer: Viewer, out: ServerResponse, lifeMs: number): Promise<void> {
    out.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'X-Content-Type-Options': 'nosniff',
    });
    out.write('retry: 2000\n\n');
    const stream = new LiveStream(viewer, out, this.parts);
    await stream.refreshScope();
    this.#streams.add(stream);
    const expiry = setTimeout(() => stream.end(), Math.max(1000, lifeMs));
    out.once('close', () => {
      clearTimeout(expiry);
      this.#streams.delete(stream);
      stream.end();
    });
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const stream of this.#streams) stream.end();
  }
}
