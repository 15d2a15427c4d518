import type { DeviceRecord } from '@roadworthy/protocols';
import type pg from 'pg';
import type { Log } from '../platform/log/index.ts';
import { FUTURE_TOLERANCE_MS } from './clock-plausibility.ts';
import type { DeviceRegistry } from './device-registry.ts';
import type { Intake, KnownDevice } from './intake.ts';

const EVERY_MS = 60_000;
/** Maximum records per round. */
const AT_ONCE = 2000;
/**
 * Minimum number of devices that were ahead by the same time for the server's clock to be at fault.
 */
const WITNESSES = 3;

const TOLERANCE = `interval '${FUTURE_TOLERANCE_MS / 1000} seconds'`;

/**
 * Records whose time is plausible after all: the device's clock is right again without a change of
 * its time zone, and either the database clock found the records plausible at arrival, or other
 * devices differed by the same time in the same hour. Records of a device that was wrong alone stay
 * in quarantine.
 */
const READ = `
with apart as (
  select c.tracker_id, c.device_time, c.record_digest, c.received_at, c.record, t.number,
    floor(extract(epoch from c.received_at) / 1800)::bigint as half_hour,
    round(extract(epoch from c.device_time - c.received_at) / 60)::bigint as ahead_min
  from clock_fault_records c join trackers t on t.id = c.tracker_id
  where c.device_time <= now() + ${TOLERANCE} and c.device_time > now() - make_interval(days => $1)
    and t.clock_fault is null and t.clock_offset_min is null and t.vehicle_id is not null
), said as (
  select distinct tracker_id, half_hour, ahead_min from apart
), agreed as (
  select a.tracker_id, a.half_hour, a.ahead_min
  from said a cross join (values (-1), (0), (1)) as next(half_hours)
  join said b on b.half_hour = a.half_hour + next.half_hours and abs(a.ahead_min - b.ahead_min) <= 2
  group by 1, 2, 3 having count(distinct b.tracker_id) >= ${WITNESSES}
)
select tracker_id, number, device_time::text as device_time, record_digest::text as digest, record
from apart a
where (a.device_time <= a.received_at + ${TOLERANCE}
    and a.device_time > a.received_at - make_interval(days => $1))
  or exists (select from agreed g where g.tracker_id = a.tracker_id and g.half_hour = a.half_hour
    and g.ahead_min = a.ahead_min)
order by tracker_id, a.device_time limit ${AT_ONCE}`;

const REMOVE = `
delete from clock_fault_records c
using unnest($1::timestamptz[], $2::bigint[]) as moved(device_time, digest)
where c.tracker_id = $3 and c.device_time = moved.device_time and c.record_digest = moved.digest`;

interface Row {
  tracker_id: number;
  number: string;
  /** With microseconds, as in the key. */
  device_time: string;
  digest: string;
  record: DeviceRecord;
}

/**
 * Moves records that were quarantined because the server's clock was wrong to the positions. A
 * record is removed after it is stored, and storing it again changes nothing, so the process may
 * end in between.
 */
export class ClockFaultRecovery {
  readonly #timer: NodeJS.Timeout;
  #running: Promise<number> | null = null;

  constructor(
    private readonly parts: {
      readonly pool: pg.Pool;
      readonly registry: DeviceRegistry;
      readonly intake: Intake;
      readonly retentionDays: number;
      readonly log: Log;
    },
  ) {
    this.#timer = setInterval(() => void this.run(), EVERY_MS);
    this.#timer.unref();
  }

  /**
   * Moves the records that can be moved. Returns their number; failed ones wait for the next round.
   */
  run(): Promise<number> {
    this.#running ??= this.#run()
      .catch((error) => {
        this.parts.log.debug(
          { err: error },
          'moving quarantined records is delayed by the database',
        );
        return 0;
      })
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #run(): Promise<number> {
    const { pool, registry, intake, log, retentionDays } = this.parts;
    const { rows } = await pool.query<Row>(READ, [retentionDays]);
    let moved = 0;
    for (const trackerId of new Set(rows.map((row) => row.tracker_id))) {
      const own = rows.filter((row) => row.tracker_id === trackerId);
      const device = await registry.find([own[0]?.number ?? '']);
      if (device === null || device.vehicleId === null) continue;
      await intake.takeBack(
        device as KnownDevice,
        own.map(({ record }) => record),
      );
      await pool.query(REMOVE, [
        own.map((row) => row.device_time),
        own.map(({ digest }) => digest),
        trackerId,
      ]);
      moved += own.length;
    }
    if (moved > 0) log.info({ records: moved }, 'moved quarantined records to positions');
    return moved;
  }
}
