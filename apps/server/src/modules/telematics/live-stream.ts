import type { ServerResponse } from 'node:http';
import type { Viewer } from '../../platform/auth/index.ts';
import type { VehicleStateChange } from '../../platform/bus/index.ts';
import type { UpdateWriter } from './update-json.ts';
import type { VisibleVehicles } from './visible-vehicles.ts';

/** The least and the longest time between two messages, ms. */
const INTERVAL_MS = { least: 100, longest: 1000 };
const HEARTBEAT_MS = 15_000;
const SCOPE_CHECK_MS = 5000;
/** Bytes the connection may hold unread before changes are gathered instead of sent. */
const MAX_UNREAD_BYTES = 256 * 1024;

/**
 * The time between two messages: a millisecond a vehicle in sight. Painting costs the browser as much
 * as it has vehicles: sixty move within a tenth of a second of the frame, ten thousand once a second.
 */
export function intervalMs(vehicleCount: number): number {
  return Math.min(INTERVAL_MS.longest, Math.max(INTERVAL_MS.least, vehicleCount));
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
};

export interface LiveStreamParts {
  readonly visible: (viewer: Viewer) => Promise<VisibleVehicles>;
  readonly write: UpdateWriter;
  /** Called once, when the stream is over. */
  readonly ended: (stream: LiveStream) => void;
}

/**
 * One event stream of one person. It holds at most one pending change a vehicle: a slow reader costs
 * no memory and loses only states that were overtaken, never the last. The first change after a
 * pause is sent at once.
 *
 * Only what devices said is sent. A vehicle that falls silent sends nothing: that it is no longer
 * moving, or offline, the reader tells from its timestamp (requirement M-P03) or by polling (M-03).
 */
export class LiveStream {
  readonly #pending = new Map<number, VehicleStateChange>();
  readonly #timers: NodeJS.Timeout[] = [];
  #flushTimer: NodeJS.Timeout | null = null;
  #lastSentMs = 0;
  #out: ServerResponse | null = null;
  #over = false;

  /** @param vehicles what the viewer sees at the start */
  constructor(
    readonly viewer: Viewer,
    private vehicles: VisibleVehicles,
    private readonly parts: LiveStreamParts,
  ) {}

  /**
   * Starts to answer. It ends when the browser goes away or the token expires; the browser then
   * comes back with a new one.
   *
   * @param expiryMs end of the token, ms since 1970 UTC
   */
  open(out: ServerResponse, expiryMs: number): void {
    out.once('close', () => this.end());
    if (this.#over || out.destroyed) {
      this.end();
      out.destroy();
      return;
    }
    this.#out = out;
    out.writeHead(200, HEADERS);
    out.write('retry: 2000\n\n');
    this.#timers.push(
      setInterval(() => out.writableLength === 0 && out.write(': still here\n\n'), HEARTBEAT_MS),
      setInterval(() => void this.#checkScope(), SCOPE_CHECK_MS),
      setTimeout(() => this.end(), Math.max(0, expiryMs - Date.now())),
    );
    if (this.#pending.size > 0) this.#flush();
  }

  /** Takes a change; those of vehicles out of sight are dropped. */
  offer(change: VehicleStateChange): void {
    if (!this.vehicles.has(change.vehicleId)) return;
    this.#pending.set(change.vehicleId, change);
    if (this.#out === null || this.#flushTimer !== null) return;
    const waitMs = Math.max(0, this.#lastSentMs + intervalMs(this.vehicles.size) - Date.now());
    this.#flushTimer = setTimeout(() => this.#flush(), waitMs);
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
    this.#out?.end();
    this.parts.ended(this);
  }

  /** Sees again what the viewer may see; the old answer counts while the database is down. */
  async #checkScope(): Promise<void> {
    const vehicles = await this.parts.visible(this.viewer).catch(() => null);
    if (vehicles !== null) this.vehicles = vehicles;
  }

  #flush(): void {
    this.#flushTimer = null;
    const out = this.#out;
    if (out === null) return;
    if (out.writableLength > MAX_UNREAD_BYTES) {
      this.#flushTimer = setTimeout(() => this.#flush(), INTERVAL_MS.longest);
      return;
    }
    this.#lastSentMs = Date.now();
    const updates: string[] = [];
    for (const change of this.#pending.values()) {
      const registration = this.vehicles.get(change.vehicleId);
      if (registration === undefined) continue;
      updates.push(this.parts.write(change, registration, this.viewer.distanceUnit));
    }
    this.#pending.clear();
    if (updates.length > 0) out.write(`event: positions\ndata: [${updates.join(',')}]\n\n`);
  }
}
