import type { ServerResponse } from 'node:http';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { VehicleStateChange } from '../../../platform/bus/index.ts';
import { SendBudget } from './send-budget.ts';
import type { UpdateWriter } from './update-json.ts';
import type { VisibleVehicles } from './visible-vehicles.ts';

const HEARTBEAT_MS = 15_000;
const SCOPE_CHECK_MS = 5000;
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
};

export interface LiveStreamParts {
  readonly visible: (viewer: Viewer) => Promise<VisibleVehicles>;
  readonly write: UpdateWriter;
  /** Called once, when the stream ends. */
  readonly ended: (stream: LiveStream) => void;
}

/**
 * One event stream of one person. It holds at most one pending change per vehicle: a slow reader
 * costs no memory and loses only outdated states, never the last one. A change is sent at once,
 * unless the connection is full or the stream has used up its send budget; then changes are
 * collected.
 *
 * Only device reports are sent. A vehicle that stops reporting sends nothing: the reader derives
 * from the timestamp (requirement M-P03) or by polling (M-03) that it has stopped moving or is
 * offline.
 */
export class LiveStream {
  readonly #pending = new Map<number, VehicleStateChange>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #budget = new SendBudget();
  #flushTimer: NodeJS.Timeout | null = null;
  #flushSoon: NodeJS.Immediate | null = null;
  #isBlocked = false;
  #out: ServerResponse | null = null;
  #over = false;

  /**
   * @param grantId its sign-in session; null for a token without one
   * @param vehicles the vehicles that are visible at the start
   */
  constructor(
    readonly viewer: Viewer,
    readonly grantId: string | null,
    private vehicles: VisibleVehicles,
    private readonly parts: LiveStreamParts,
  ) {}

  /**
   * Starts the response. It ends when the browser disconnects or the token expires; the browser
   * then reconnects with a new token.
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
    if (this.#pending.size > 0) this.#schedule();
  }

  /** Takes a change; changes of invisible vehicles are dropped. */
  offer(change: VehicleStateChange): void {
    if (!this.vehicles.has(change.vehicleId)) return;
    this.#pending.set(change.vehicleId, change);
    this.#schedule();
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
    if (this.#flushSoon !== null) clearImmediate(this.#flushSoon);
    this.#out?.end();
    this.parts.ended(this);
  }

  /** Refreshes the visible vehicles; the old list applies while the database is down. */
  async #checkScope(): Promise<void> {
    const vehicles = await this.parts.visible(this.viewer).catch(() => null);
    if (vehicles !== null) this.vehicles = vehicles;
  }

  /** Sends pending changes as soon as possible; changes of one commit share a message. */
  #schedule(): void {
    if (this.#out === null || this.#isBlocked || this.#over) return;
    if (this.#flushTimer !== null || this.#flushSoon !== null) return;
    const waitMs = this.#budget.waitMs(performance.now(), this.vehicles.size);
    if (waitMs > 0) this.#flushTimer = setTimeout(() => this.#flush(), waitMs);
    else this.#flushSoon = setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#flushTimer = null;
    this.#flushSoon = null;
    const out = this.#out;
    if (out === null || this.#over) return;
    const updates: string[] = [];
    for (const change of this.#pending.values()) {
      const registration = this.vehicles.get(change.vehicleId);
      if (registration === undefined) continue;
      updates.push(this.parts.write(change, registration, this.viewer.distanceUnit));
    }
    this.#pending.clear();
    if (updates.length === 0) return;
    this.#budget.spend();
    if (out.write(`event: positions\ndata: [${updates.join(',')}]\n\n`)) return;
    this.#isBlocked = true;
    out.once('drain', () => {
      this.#isBlocked = false;
      if (this.#pending.size > 0) this.#schedule();
    });
  }
}
