import { InternalError } from '@roadworthy/domain';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { VehicleStateChange } from '../platform/bus/index.ts';
import type { ClockFault } from './clock-plausibility.ts';
import { newerRows } from './newer-rows.ts';
import type { Partitions } from './partitions.ts';
import { POSITION_COLUMNS, withEncodedPositions } from './position-copy.ts';
import { jsonText, type PositionRow } from './position-row.ts';
import type { VehicleStates } from './vehicle-states.ts';

/*
 * Two write paths into `positions`.
 *
 * Records newer than any known record of their vehicle cannot be repeats: they are copied straight
 * in, PostgreSQL's cheapest write. If one is a repeat after all (two gateways receive the same
 * vehicle), the key refuses the whole copy and the batch takes the other path.
 *
 * Records that are not newer may be repeats or late. They are copied into a temporary table and
 * inserted if missing. New ones are late: the same statement marks their vehicles, so that data
 * derived from positions is derived again from there.
 */

const COPY = `copy positions (${POSITION_COLUMNS}) from stdin (format binary)`;
const BESIDE = `create temp table if not exists incoming_positions
  (like positions including defaults) on commit delete rows`;
const COPY_BESIDE = `copy incoming_positions (${POSITION_COLUMNS}) from stdin (format binary)`;
const TAKE_OVER = `
with stored as (
  insert into positions (${POSITION_COLUMNS})
  select ${POSITION_COLUMNS} from incoming_positions
  on conflict do nothing
  returning customer_id, vehicle_id, device_time
)
insert into derivations as known (vehicle_id, customer_id, derived_through, redo_from, redo_until,
  state)
select v.id, v.customer_id, '-infinity', min(stored.device_time), max(stored.device_time), 'null'
from stored join vehicles v on v.id = stored.vehicle_id
group by v.id
order by v.id
on conflict (vehicle_id) do update
  set redo_from = least(known.redo_from, excluded.redo_from),
    redo_until = greatest(known.redo_until, excluded.redo_until)`;

const STORE_FAULTS = `
with stored as (
  insert into clock_fault_records (tracker_id, customer_id, vehicle_id, record_digest, device_time,
    fault, record)
  select tracker_id, customer_id, vehicle_id, digest,
    to_timestamp(greatest(least(time_ms / 1000.0, 9e9), -1e9)), fault, record::jsonb
  from unnest($1::int[], $2::int[], $3::int[], $4::bigint[], $5::float8[], $6::text[], $7::text[])
    as t(tracker_id, customer_id, vehicle_id, digest, time_ms, fault, record)
  on conflict do nothing
)
update trackers set clock_fault = f.fault, clock_fault_at = coalesce(clock_fault_at, now())
from (select distinct on (id) id, fault from unnest($1::int[], $6::text[]) as u(id, fault)) f
where trackers.id = f.id`;

/** PostgreSQL: a unique key refused a row. */
const UNIQUE_VIOLATION = '23505';

/** A row with an impossible time. */
export interface FaultRow {
  readonly row: PositionRow;
  readonly fault: ClockFault;
}

/**
 * Sends COPY data; resolves when the server has received all of it.
 *
 * @throws the database error, and an error if the connection ends meanwhile, which the stream does
 *   not report
 */
async function copy(client: pg.PoolClient, statement: string, data: Buffer): Promise<void> {
  const stream = client.query(copyFrom(statement));
  let onEnd: () => void = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    onEnd = () => reject(new InternalError('database.connection_ended'));
    stream.once('error', reject);
    stream.once('finish', resolve);
    client.once('end', onEnd);
    stream.end(data);
  });
  await done.finally(() => client.off('end', onEnd));
}

/** Writes accepted records. Returns only after the commit. */
export class PositionStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly partitions: Partitions,
    private readonly states: VehicleStates,
    /** Called with the number of stored rows whose position is not plausible. */
    private readonly onImplausible: (count: number) => void = () => undefined,
  ) {}

  /**
   * Stores a batch. A repeated record changes nothing. Two concurrent calls must not store rows of
   * the same vehicle.
   *
   * @returns the vehicles whose last known state moved forward
   * @throws the database error; part of the batch may then be stored, and all of it may be
   *   submitted again
   */
  async store(rows: readonly PositionRow[]): Promise<VehicleStateChange[]> {
    await this.partitions.ensure(rows);
    await this.states.ensure(rows);
    const { newer, others } = newerRows(rows, this.states);
    const judged = this.states.judge(newer);
    if (newer.length > 0) await this.#copyIn(newer);
    if (others.length > 0) {
      await withEncodedPositions(others, (data) => this.#takeOver(data));
    }
    const implausible = newer.reduce((sum, { jumpKmh }) => sum + (jumpKmh === null ? 0 : 1), 0);
    if (implausible > 0) this.onImplausible(implausible);
    return this.states.advance(rows, judged);
  }

  /** Quarantines records with an impossible time, and marks their trackers. */
  async storeFaults(faults: readonly FaultRow[]): Promise<void> {
    // For the digests.
    await withEncodedPositions(
      faults.map(({ row }) => row),
      async () => undefined,
    );
    const column = <T>(of: (fault: FaultRow) => T): T[] => faults.map(of);
    await this.pool.query({
      name: 'store-clock-faults',
      text: STORE_FAULTS,
      values: [
        column(({ row }) => row.trackerId),
        column(({ row }) => row.customerId),
        column(({ row }) => row.vehicleId),
        column(({ row }) => String(row.digest)),
        column(({ row }) => row.timeMs),
        column(({ fault }) => fault),
        column(({ row }) => jsonText(row.record)),
      ],
    });
  }

  async #copyIn(rows: readonly PositionRow[]): Promise<void> {
    await withEncodedPositions(rows, async (data) => {
      try {
        await this.#withClient((client) => copy(client, COPY, data));
      } catch (error) {
        if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
        await this.#takeOver(data);
      }
    });
  }

  async #takeOver(data: Buffer): Promise<void> {
    await this.#withClient(async (client) => {
      await client.query(`begin; ${BESIDE}`);
      try {
        await copy(client, COPY_BESIDE, data);
        await client.query(TAKE_OVER);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      }
    });
  }

  /** A connection that failed for a reason other than the content is not reused. */
  async #withClient(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const client = await this.pool.connect();
    // An error that ends the connection also fails the work; without a listener it would end the
    // process.
    const onError = () => undefined;
    client.on('error', onError);
    let broken: Error | undefined;
    try {
      await work(client);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (typeof code !== 'string' || !/^2[23]/.test(code)) broken = error as Error;
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }
}
