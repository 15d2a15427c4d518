import { isSameSecret, randomToken, type Viewer } from '../../../platform/auth/index.ts';
import type { VehicleStateChange } from '../../../platform/bus/index.ts';
import type { EndReason } from './video-live.repository.ts';
import type { LiveSession } from './video-live-session.ts';
import type { LivePlace } from './video-live-trail.ts';

const TICKET_LIFE_MS = 60_000;
const SWEEP_MS = 500;
/** Interval of permission checks: signed out, permission withdrawn, vehicle no longer visible. */
const RIGHTS_MS = 6000;
/** Addresses of an expired session stay valid for the longest lifetime of an address. */
const READABLE_MS = 120_000;

/** Whether the person still may watch; throws if the database is down. */
export type StillMay = () => Promise<boolean>;

interface Running {
  readonly session: LiveSession;
  readonly stillMay: StillMay;
  ticket: { readonly text: string; readonly untilMs: number } | null;
  askedAtMs: number;
}

function placeOf(change: VehicleStateChange): LivePlace | null {
  const { latitudeDeg, longitudeDeg, headingDeg, speedKmh, deviceTimeMs } = change;
  if (latitudeDeg === null || longitudeDeg === null) return null;
  const [heading, speed] = [headingDeg ?? 0, speedKmh ?? 0];
  return { timeMs: deviceTimeMs, latitudeDeg, longitudeDeg, headingDeg: heading, speedKmh: speed };
}

/** The sessions of this process: their expiry, their tickets and their permissions. */
export class LiveSessions {
  readonly #running = new Map<number, Running>();
  /** Expired sessions whose addresses are still valid. */
  readonly #over = new Map<number, Running & { readonly untilMs: number }>();
  readonly #timer: NodeJS.Timeout;

  readonly #endings = new Set<Promise<void>>();

  /** @param onEnd stores the end of a session; must not throw */
  constructor(private readonly onEnd: (id: number, reason: EndReason) => Promise<void>) {
    this.#timer = setInterval(() => this.#sweep(Date.now()), SWEEP_MS);
    this.#timer.unref();
  }

  get size(): number {
    return this.#running.size;
  }

  /** Adds a session. Returns the ticket of its socket. */
  add(session: LiveSession, stillMay: StillMay): string {
    const nowMs = Date.now();
    const text = randomToken();
    const ticket = { text, untilMs: nowMs + TICKET_LIFE_MS };
    this.#running.set(session.facts.id, { session, stillMay, ticket, askedAtMs: nowMs });
    return text;
  }

  find(id: number): LiveSession | undefined {
    return this.#running.get(id)?.session;
  }

  /** A session whose signed addresses are valid: it runs or has just expired. */
  readable(id: number): LiveSession | undefined {
    return (this.#running.get(id) ?? this.#over.get(id))?.session;
  }

  countOf(userId: number): number {
    let count = 0;
    for (const { session } of this.#running.values()) {
      if (session.facts.viewer.userId === userId) count += 1;
    }
    return count;
  }

  /** The newest session of a person for a vehicle. */
  of(viewer: Viewer, vehicleId: number): LiveSession | undefined {
    let newest: LiveSession | undefined;
    for (const { session } of this.#running.values()) {
      const { facts } = session;
      if (facts.viewer.userId === viewer.userId && facts.vehicleId === vehicleId) newest = session;
    }
    return newest;
  }

  /** Whether a ticket opens the socket of a session; valid once. */
  redeem(id: number, ticket: string): boolean {
    const running = this.#running.get(id);
    const known = running?.ticket ?? null;
    if (running === undefined || known === null || !isSameSecret(ticket, known.text)) return false;
    running.ticket = null;
    return known.untilMs >= Date.now();
  }

  moved(changes: readonly VehicleStateChange[]): void {
    if (this.#running.size === 0) return;
    for (const change of changes) {
      const place = placeOf(change);
      if (place === null) continue;
      for (const { session } of this.#running.values()) {
        if (session.facts.vehicleId === change.vehicleId) session.facts.trail.add(place);
      }
    }
  }

  /** The permissions of a user changed; null for any user. */
  rightsChanged(userId: number | null): void {
    for (const running of this.#all()) {
      if (userId === null || running.session.facts.viewer.userId === userId) {
        void this.#checkRights(running);
      }
    }
  }

  end(id: number, reason: EndReason): void {
    this.#over.delete(id);
    const running = this.#running.get(id);
    if (running === undefined) return;
    this.#running.delete(id);
    running.session.end(reason);
    const written = this.onEnd(id, reason).finally(() => this.#endings.delete(written));
    this.#endings.add(written);
  }

  /** Ends all sessions; resolves when that is stored. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const { session } of this.#all()) this.end(session.facts.id, 'restart');
    await Promise.all(this.#endings);
  }

  #sweep(nowMs: number): void {
    for (const [id, running] of [...this.#running]) {
      if (nowMs >= running.session.facts.endsAtMs) this.#expire(id, running, 'time', nowMs);
      else if (!running.session.sweep(nowMs)) this.#expire(id, running, 'stopped', nowMs);
    }
    for (const [id, { untilMs }] of this.#over) {
      if (nowMs >= untilMs) this.#over.delete(id);
    }
    for (const running of this.#all()) {
      if (nowMs - running.askedAtMs < RIGHTS_MS) continue;
      running.askedAtMs = nowMs;
      void this.#checkRights(running);
    }
  }

  /** Expires a session: its announced stills and segments stay readable. */
  #expire(id: number, running: Running, reason: EndReason, nowMs: number): void {
    this.end(id, reason);
    this.#over.set(id, { ...running, untilMs: nowMs + READABLE_MS });
  }

  #all(): Running[] {
    return [...this.#running.values(), ...this.#over.values()];
  }

  async #checkRights({ session, stillMay }: Running): Promise<void> {
    // While the database is down, the last known permission applies.
    const may = await stillMay().catch(() => true);
    if (!may) this.end(session.facts.id, 'session');
  }
}
