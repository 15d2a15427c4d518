import type pg from 'pg';
import { countPositions } from './derivation.repository.ts';
import type { Fleet } from './derivation-fleet.ts';
import { flush } from './derivation-flush.ts';
import type { VehicleScope } from './derivation-lease.ts';
import type { Track } from './derivation-track.ts';
import type { DerivedVehicle } from './derived-vehicle.ts';
import { dayOf } from './keyed-record.ts';
import { moveMark, readMarks, redoBase, takeMark } from './redo/derivation-redo.repository.ts';
import { Redo } from './redo/derivation-redo.ts';

const DAY_MS = 86_400_000;
/** Pause before a failed redo is tried again. */
const AFTER_FAILURE_MS = 60_000;

interface RedoAtWork {
  readonly vehicle: DerivedVehicle;
  readonly redo: Redo;
}

/** Derives marked vehicles again, one after the other, one day per step. */
export class Redos {
  #current: RedoAtWork | null = null;
  /** The last redo of each vehicle, ms since 1970 UTC. */
  readonly #doneMs = new Map<number, number>();
  #waiting: number[] = [];

  constructor(
    private readonly fleet: Fleet,
    private readonly options: {
      /** Days for which positions are stored. */
      readonly retentionDays: number;
      /** Minimum interval between two redos of a vehicle, ms. */
      readonly pauseMs: number;
      readonly done: () => void;
    },
  ) {}

  /** Vehicles that wait for a redo. */
  get count(): number {
    return this.#waiting.length + (this.#current === null ? 0 : 1);
  }

  /** Clears the memory; the marks are in the database. */
  clear(): void {
    this.#current = null;
    this.#waiting = [];
  }

  /** Ends the current redo where it is; its mark remains, and it begins again from there. */
  abandon(): void {
    if (this.#current !== null) this.fleet.fallBehind(this.#current.vehicle);
    this.clear();
  }

  /** Reads the marked vehicles. */
  async look(client: pg.Client, scope: VehicleScope): Promise<void> {
    // People look at recent days first, so the most recent mark goes first.
    const marks = (await readMarks(client, scope)).sort((a, b) => b.fromMs - a.fromMs);
    this.#waiting = marks
      .map(({ vehicleId }) => vehicleId)
      .filter((vehicleId) => vehicleId !== this.#current?.vehicle.vehicleId);
  }

  /**
   * Runs one step.
   *
   * @returns whether there is more to do immediately
   */
  async step(client: pg.Client): Promise<boolean> {
    this.#current ??= await this.#begin(client);
    if (this.#current === null) return false;
    const { vehicle, redo } = this.#current;
    const end = await redo.step().catch((error) => {
      this.#current = null;
      if (isOfDatabase(error)) throw error;
      this.#doneMs.set(vehicle.vehicleId, Date.now() + AFTER_FAILURE_MS);
      this.fleet.fail(vehicle, error);
      return null;
    });
    if (end === null) return true;
    this.#current = null;
    this.#doneMs.set(vehicle.vehicleId, Date.now());
    if (end.track !== null) {
      vehicle.track = end.track;
      vehicle.reconcileMs = null;
      vehicle.written(end.track.key, Date.now());
    }
    this.fleet.fallBehind(vehicle);
    this.options.done();
    return true;
  }

  async #begin(client: pg.Client): Promise<RedoAtWork | null> {
    for (let vehicle = this.#next(); vehicle !== null; vehicle = this.#next()) {
      const redo = await this.#prepare(client, vehicle);
      if (redo !== null) return { vehicle, redo };
      this.fleet.fallBehind(vehicle);
    }
    return null;
  }

  /** The redo of a vehicle; null if there is nothing to derive again. */
  async #prepare(client: pg.Client, vehicle: DerivedVehicle): Promise<Redo | null> {
    vehicle.hold(Date.now());
    await flush(
      client,
      [vehicle],
      () => true,
      (refused, error) => this.fleet.fail(refused, error),
    );
    const { vehicleId, track } = vehicle;
    if (track === null) return null;
    const period = await takeMark(client, vehicleId);
    if (period === null) return null;
    const { fromMs, untilMs } = period;
    if (fromMs > track.timeMs) {
      // Later than all derived records: read like any other record.
      await moveMark(client, vehicleId, null);
      return null;
    }
    if (await this.#isComplete(client, vehicleId, track, fromMs)) {
      await moveMark(client, vehicleId, null);
      return null;
    }
    const keptFromMs = dayOf(Date.now() - this.options.retentionDays * DAY_MS);
    const base = await redoBase(client, vehicleId, dayOf(fromMs), keptFromMs);
    return new Redo({ client, vehicleId, rules: track.rules, base, untilMs });
  }

  /**
   * Whether all records of the marked day were read, in order. This is so if they were in one
   * batch, or if an event and a position have the same time.
   */
  async #isComplete(
    client: pg.Client,
    vehicleId: number,
    { key, count }: Track,
    fromMs: number,
  ): Promise<boolean> {
    const dayMs = dayOf(key.timeMs);
    return fromMs >= dayMs && (await countPositions(client, vehicleId, dayMs, key)) === count;
  }

  /** The next marked vehicle that is live and was not derived again recently. */
  #next(): DerivedVehicle | null {
    const nowMs = Date.now();
    for (const [index, vehicleId] of this.#waiting.entries()) {
      const vehicle = this.fleet.get(vehicleId);
      const doneMs = this.#doneMs.get(vehicleId) ?? Number.NEGATIVE_INFINITY;
      if (!vehicle.isLive || nowMs - doneMs < this.options.pauseMs) continue;
      this.#waiting.splice(index, 1);
      return vehicle;
    }
    return null;
  }
}

/** Whether the database is the cause: then the derivation restarts. */
function isOfDatabase(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  const isOfContent = typeof code === 'string' && /^2[23]/.test(code);
  return !isOfContent && (typeof code === 'string' || /connection/i.test(String(error)));
}
