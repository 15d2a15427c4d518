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
  /** Called once, when the stream is over. */
  readonly ended: (stream: LiveStream) => void;
}

/**
 * One event stream of one person. It holds at most one pending change a vehicle: a slow reader costs
 * no memory and loses only states that were overtaken, never the last. A change is sent at once; changes
 * are gathered only while the connection does not take more, or while more messages were sent than the
 * stream's budget allows.
 *
 * Only what devices said is sent. A vehicle that falls silent sends nothing: that it is no longer
 * moving, or offline, the reader tells from its timestamp (requirement M-P03) or by polling (M-03).
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
   * @param grantId the sign-on session it belongs to; null for a token without one
   * @param vehicles what the viewer sees at the start
   */
  constructor(
    readonly viewer: Viewer,
    readonly grantId: string | null,
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
    if (this.#pending.size > 0) this.#schedule();
  }

  /** Takes a change; those of vehicles out of sight are dropped. */
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

  /** Sees again what the viewer may see; the old answer counts while the database is down. */
  async #checkScope(): Promise<void> {
    const vehicles = await this.parts.visible(this.viewer).catch(() => null);
    if (vehicles !== null) this.vehicles = vehicles;
  }

  /** Sends what waits as soon as it may; what one commit changed goes in one message. */
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
