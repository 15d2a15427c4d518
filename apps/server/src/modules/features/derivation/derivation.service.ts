import { setTimeout as sleep } from 'node:timers/promises';
import type { CommittedRecord } from '../../../platform/bus/index.ts';
import type { Services } from '../../../platform/services.ts';
import { catchUp } from './catch-up.ts';
import { vehiclesBehind } from './derivation.repository.ts';
import { Fleet } from './derivation-fleet.ts';
import { flush } from './derivation-flush.ts';
import { inTransaction, Lease, type LeasedClient } from './derivation-lease.ts';
import { derivationMetrics } from './derivation-metrics.ts';
import { type DerivationPace, PACE } from './derivation-pace.ts';
import { Redos } from './derivation-redos.ts';
import type { DerivedVehicle } from './derived-vehicle.ts';
import { EventNotifier } from './notification/derivation-notification-notifier.ts';
import { markChanged } from './rules/derivation-rules.repository.ts';
import { ENGINES_PRINT, type EngineMaker, RuleBook } from './rules/derivation-rules.ts';
import { ALONE, type SharedPartitions } from './shared-partitions.ts';

/*
 * Trips, events and visits from positions: each vehicle by one process at a time. Without an ingest
 * stream, one process derives all vehicles; with it, processes share partitions of vehicles.
 *
 * Invariants
 * - The rows of a vehicle (trips, fleet_events, geofence_visits) are derived from its positions up
 * to some position, unless it is marked (redo_from). Its state (derivations) is of that position or
 * an earlier one, never of a later one. - Memory is ahead of the database, and may be lost at any
 * time: then the state is loaded, the positions after it are read again, and their findings replace
 * the rows written since. - All writes use the one connection that holds the lease; after any
 * database error the memory is cleared and the derivation restarts.
 */

const DAY_MS = 86_400_000;

/** After a change of rules, the last month is derived again. */
const RULES_REACH_MS = 31 * DAY_MS;

const FLUSH_AT_ONCE = 500;

const WITHOUT_LEASE_MS = 2000;

const AFTER_FAILURE_MS = 1000;

export type DerivationServices = Pick<Services, 'config' | 'db' | 'bus' | 'log' | 'metrics'>;

/** The derivation of one process; idle while others have the lease. */
export class Derivation {
  readonly #services: DerivationServices;
  readonly #pace: DerivationPace;
  readonly #lease: Lease;
  readonly #fleet: Fleet;
  readonly #redos: Redos;
  readonly #rules: RuleBook;
  readonly #notifier: EventNotifier;
  readonly #counters: ReturnType<typeof derivationMetrics>;
  readonly #unsubscribe: (() => void)[] = [];
  #client: LeasedClient | null = null;
  #flushedMs = 0;
  #comparedMs = 0;
  #balancedMs = 0;
  #areRulesDue = false;
  #stopped = false;
  #wake: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(
    services: DerivationServices,
    maker: EngineMaker,
    pace: Partial<DerivationPace> = {},
    private readonly shared: SharedPartitions = ALONE,
  ) {
    this.#services = services;
    this.#pace = { ...PACE, ...pace };
    this.#lease = new Lease(services.db.url, services.log, shared.count);
    this.#rules = new RuleBook(maker);
    this.#notifier = new EventNotifier(services.bus);
    this.#fleet = new Fleet((vehicle, error) => this.#failed(vehicle, error));
    this.#redos = new Redos(this.#fleet, {
      retentionDays: services.config.positionsRetentionDays,
      pauseMs: this.#pace.redoMs,
      done: () => this.#counters.redos.inc(),
    });
    this.#counters = derivationMetrics(services.metrics, {
      lagS: () => this.lagS,
      redos: () => this.#redos.count,
    });
  }

  /** Longest time that a vehicle has been waiting to be derived and written, seconds. */
  get lagS(): number {
    let since = Number.POSITIVE_INFINITY;
    for (const vehicle of this.#fleet.behind)
      since = Math.min(since, vehicle.waitsSinceMs ?? since);
    for (const vehicle of this.#fleet.news) since = Math.min(since, vehicle.waitsSinceMs ?? since);
    return Math.max(0, (Date.now() - since) / 1000);
  }

  /** Whether this process holds the lease. */
  get isAtWork(): boolean {
    return this.#client !== null;
  }

  /** Starts to listen and to work. */
  start(): void {
    const { bus } = this.#services;
    this.#unsubscribe.push(
      bus.subscribe('records.committed', ({ records }) => {
        if (this.#client !== null) this.#fleet.accept(this.#own(records));
        this.#wakeIfMuch();
      }),
      bus.subscribe('positions.committed', ({ states }) => {
        // With shared partitions, this process stores all records of its vehicles itself.
        if (this.#client !== null && this.shared.count === 1) this.#fleet.hear(states);
      }),
      bus.subscribe('geofences.changed', () => {
        this.#areRulesDue = true;
        this.#wake();
      }),
    );
    this.#running = this.#run();
  }

  /** Writes all findings and states, and releases the lease. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const leave of this.#unsubscribe) leave();
    this.#wake();
    await this.#running;
    await this.shared.releasing([...this.#lease.held]);
    const client = this.#lease.client;
    if (client !== null && client === this.#client) {
      await this.#keep(client, 0).catch((error) => {
        this.#services.log.warn(
          { err: error },
          'could not write the last findings; they are derived again',
        );
      });
    }
    this.#client = null;
    await this.#lease.release();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#pause((await this.#turn()) ? 0 : this.#pace.flushMs);
      } catch (error) {
        this.#counters.failures.inc({ of: 'all' });
        this.#services.log.warn({ err: error }, 'the derivation restarts');
        this.#beginAnew();
        await this.#lease.release();
        await this.#pause(AFTER_FAILURE_MS);
      }
    }
  }

  /** One round of work. Returns whether there is more to do immediately. */
  async #turn(): Promise<boolean> {
    const client = await this.#lease.acquire();
    if (client !== this.#client) {
      this.#beginAnew();
      this.#client = client;
    }
    if (client === null) {
      await this.#pause(WITHOUT_LEASE_MS);
      return false;
    }
    await this.#balance(client);
    const nowMs = Date.now();
    if (this.#areRulesDue || nowMs - this.#comparedMs >= this.#pace.compareMs) {
      await this.#compare(client);
    }
    const { positionsRetentionDays } = this.#services.config;
    const isBehind = await catchUp(client, this.#fleet, this.#rules, positionsRetentionDays);
    if (nowMs - this.#flushedMs >= this.#pace.flushMs || this.#fleet.news.size >= FLUSH_AT_ONCE) {
      this.#flushedMs = nowMs;
      await this.#keep(client, this.#pace.keepMs);
      await this.#notifier.unmark(client);
      await this.#redos.look(client, this.#lease.scope);
    }
    const isRedoing = await this.#redos.step(client);
    return isBehind || isRedoing;
  }

  /** Takes and releases partitions, so that each process has its share. */
  async #balance(client: LeasedClient): Promise<void> {
    if (this.shared.count === 1 || Date.now() - this.#balancedMs < this.#pace.flushMs) return;
    this.#balancedMs = Date.now();
    const { gained, surplus } = await this.#lease.balance(client);
    if (gained.length > 0) {
      this.#services.log.info({ partitions: gained }, 'partitions of vehicles taken over');
      // Vehicles that the previous process left unfinished are found by comparing.
      this.#comparedMs = 0;
      await this.shared.gained(gained);
    }
    if (surplus.length === 0) return;
    await this.shared.releasing(surplus);
    await this.#keep(client, 0);
    this.#redos.abandon();
    for (const vehicle of [...this.#fleet.vehicles]) {
      if (surplus.includes(vehicle.vehicleId % this.shared.count)) this.#fleet.forget(vehicle);
    }
    await this.#lease.give(client, surplus);
    this.#services.log.info({ partitions: surplus }, 'partitions of vehicles released');
  }

  /** Without those of vehicles that another process derives. */
  #own(records: readonly CommittedRecord[]): readonly CommittedRecord[] {
    if (this.shared.count === 1) return records;
    return records.filter(({ vehicleId }) => this.#lease.has(vehicleId));
  }

  /** Writes findings, and states that were not written for a while. */
  async #keep(client: LeasedClient, keepMs: number): Promise<void> {
    const nowMs = Date.now();
    const stale = new Set<DerivedVehicle>();
    for (const vehicle of this.#fleet.vehicles) {
      const isOld = nowMs - vehicle.writtenMs >= keepMs;
      if (isOld && vehicle.track?.hasReadSince(vehicle.writtenKey) === true) stale.add(vehicle);
    }
    const all = [...new Set([...this.#fleet.news, ...stale])];
    for (let at = 0; at < all.length; at += FLUSH_AT_ONCE) {
      const part = all.slice(at, at + FLUSH_AT_ONCE);
      for (const vehicle of part) {
        this.#fleet.news.delete(vehicle);
        if (vehicle.isLive) vehicle.waitsSinceMs = null;
      }
      await flush(
        client,
        part,
        (vehicle) => stale.has(vehicle),
        (vehicle, error) => this.#fleet.fail(vehicle, error),
      );
    }
    await this.#notifier.notify(client, this.#lease.scope);
  }

  /** Checks for changed rules and for commits of other processes. */
  async #compare(client: LeasedClient): Promise<void> {
    this.#areRulesDue = false;
    this.#comparedMs = Date.now();
    const fromMs = this.#comparedMs - RULES_REACH_MS;
    const changed = await inTransaction(client, () =>
      markChanged(client, ENGINES_PRINT, fromMs, this.#lease.scope),
    );
    for (const { customerId } of changed) this.#rules.forget(customerId);
    await this.#rules.load(
      client,
      changed.map(({ customerId }) => customerId),
    );
    for (const { vehicleId, customerId, type } of changed) {
      const vehicle = this.#fleet.get(vehicleId);
      vehicle.type = type;
      if (vehicle.track !== null) vehicle.track.rules = this.#rules.of(customerId, type);
    }
    const behind = await vehiclesBehind(client, this.#lease.scope);
    this.#fleet.hear(behind.map(({ vehicleId, timeMs }) => ({ vehicleId, deviceTimeMs: timeMs })));
  }

  #beginAnew(): void {
    this.#client = null;
    this.#balancedMs = 0;
    this.shared.lost();
    this.#fleet.clear();
    this.#redos.clear();
    this.#rules.forget();
    this.#notifier.reset();
    this.#comparedMs = 0;
  }

  #failed(vehicle: DerivedVehicle, error: unknown): void {
    this.#counters.failures.inc({ of: 'vehicle' });
    this.#services.log.error(
      { err: error, vehicleId: vehicle.vehicleId },
      'could not derive a vehicle; it is tried again later',
    );
  }

  #wakeIfMuch(): void {
    if (this.#fleet.news.size >= FLUSH_AT_ONCE) this.#wake();
  }

  async #pause(ms: number): Promise<void> {
    if (this.#stopped) return;
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    await sleep(ms, undefined, { signal: woken.signal }).catch(() => undefined);
  }
}
