import { isPrivateAt, type PrivateUseRule } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Bus } from '../platform/bus/index.ts';
import { type Database, type OwnedRule, privateRules } from '../platform/db/index.ts';
import type { Log } from '../platform/log/index.ts';
import type { PositionRow } from './position-row.ts';
import type { PrivateDistances } from './private-distances.ts';
import { maskedRow } from './private-row.ts';

/** Covers lost bus messages. */
const RELOAD_MS = 60_000;

type Rules = ReadonlyMap<number, readonly PrivateUseRule[]>;

function grouped(rules: readonly OwnedRule[], keyOf: (rule: OwnedRule) => number | null): Rules {
  const found = new Map<number, PrivateUseRule[]>();
  for (const rule of rules) {
    const key = keyOf(rule);
    if (key === null) continue;
    const list = found.get(key);
    if (list === undefined) found.set(key, [rule]);
    else list.push(rule);
  }
  return found;
}

/**
 * The private-use rules of vehicles, in memory because every record is checked. A record is judged
 * by its own time, so a late record is judged by the rule that applied then.
 */
export class PrivateUse {
  #ofVehicles: Rules = new Map();
  #ofCustomers: Rules = new Map();
  #loading: Promise<void> | null = null;
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;

  /**
   * @param distances measures the private distance of vehicles
   * @param retentionDays rules that ended longer ago apply to no record
   */
  constructor(
    private readonly db: Pick<Database, 'asSystem'>,
    bus: Bus,
    private readonly log: Log,
    private readonly distances: PrivateDistances,
    private readonly retentionDays: number,
  ) {
    const reload = () => void this.load().catch((error) => this.#failed(error));
    this.#timer = setInterval(reload, RELOAD_MS);
    this.#timer.unref();
    this.#unsubscribe = bus.subscribe('private-use.changed', reload);
  }

  /** Rules that are being read; records wait for them. Nearly always null. */
  get loading(): Promise<void> | null {
    return this.#loading;
  }

  /**
   * Reads the rules.
   *
   * @throws the database error; the rules already read then remain in force
   */
  load(): Promise<void> {
    const loading = this.#load().finally(() => {
      if (this.#loading === loading) this.#loading = null;
    });
    this.#loading = loading;
    return loading;
  }

  /** Whether a vehicle is in private use at a time, ms since 1970 UTC. */
  isPrivate(customerId: number, vehicleId: number, timeMs: number): boolean {
    if (this.#ofVehicles.size === 0 && this.#ofCustomers.size === 0) return false;
    const own = this.#ofVehicles.get(vehicleId);
    if (own !== undefined && isPrivateAt(own, timeMs)) return true;
    const all = this.#ofCustomers.get(customerId);
    return all !== undefined && isPrivateAt(all, timeMs);
  }

  /**
   * The row as it may be stored: in private use, by a rule or as reported by the device, it has
   * neither position nor activity.
   *
   * @param before the previous row of the same packet, as the device sent it
   */
  applied(row: PositionRow, before: PositionRow | null): PositionRow {
    if (this.#concerns(row, row.timeMs))
      return maskedRow(row, this.distances.distanceM(row, before));
    this.distances.forget(row.vehicleId, row.timeMs);
    return row;
  }

  /** The same for a row with a wrong clock: its time of arrival decides, and it has no distance. */
  appliedAt(row: PositionRow, arrivedMs: number): PositionRow {
    return this.#concerns(row, arrivedMs) ? maskedRow(row, 0) : row;
  }

  /** The rows were not stored and will be sent again; their distances are counted then. */
  notStored(rows: readonly PositionRow[]): void {
    for (const { vehicleId, privateLegM } of rows) {
      if (privateLegM !== null) this.distances.forget(vehicleId);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unsubscribe();
  }

  #concerns({ record, customerId, vehicleId }: PositionRow, timeMs: number): boolean {
    return record.isPrivate === true || this.isPrivate(customerId, vehicleId, timeMs);
  }

  async #load(): Promise<void> {
    const standing = sql`(r.ends_at is null or (r.ends_at > r.starts_at
      and r.ends_at > now() - make_interval(days => ${this.retentionDays})))`;
    const rules = await this.db.asSystem((trx) => privateRules(trx, standing));
    this.#ofVehicles = grouped(rules, ({ vehicleId }) => vehicleId);
    this.#ofCustomers = grouped(rules, ({ vehicleId, customerId }) =>
      vehicleId === null ? customerId : null,
    );
  }

  #failed(error: unknown): void {
    this.log.warn({ err: error }, 'reading private-use rules failed; the previous rules apply');
  }
}
