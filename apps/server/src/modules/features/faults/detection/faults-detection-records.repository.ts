import { codecNamesOf, EVENT, type RawValue } from '@roadworthy/domain';
import { sql } from 'kysely';
import { ms, type Transaction } from '../../../../platform/db/index.ts';

const time = (atMs: number) => sql`to_timestamp(${atMs}::float8 / 1000.0)`;

/** A record with trouble codes. */
export interface CodeRecord {
  readonly timeMs: number;
  readonly digest: string;
  readonly attributes: Readonly<Record<string, RawValue>>;
}

const CODE_NAMES = codecNamesOf('troubleCodes');
/** Records read at once. */
const PAGE_ROWS = 1000;

/** The records with trouble codes in a range by device time, page by page. */
export async function* codeRecords(
  trx: Transaction,
  vehicleId: number,
  range: { readonly fromMs: number; readonly toMs: number },
): AsyncGenerator<readonly CodeRecord[]> {
  let [afterMs, afterDigest] = [range.fromMs, '-9223372036854775808'];
  for (;;) {
    const { rows } = await sql<CodeRecord>`select ${ms('device_time')} as "timeMs",
        record_digest::text as digest, attributes
      from positions where vehicle_id = ${vehicleId}
        and device_time >= ${time(afterMs)} and device_time <= ${time(range.toMs)}
        and (device_time, record_digest) > (${time(afterMs)}, ${afterDigest}::bigint)
        and attributes ?| ${[...CODE_NAMES]}::text[]
      order by device_time, record_digest limit ${PAGE_ROWS}`.execute(trx);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    [afterMs, afterDigest] = [last.timeMs, last.digest];
  }
}

/** Events that are faults. */
export const ALARM_EVENTS = [
  EVENT.videoSignalLost,
  EVENT.cameraFault,
  EVENT.videoStorageFault,
  EVENT.tyrePressure,
] as const;

/** An alarm of a device; it lasts until the last record while it has no end. */
export interface Alarm {
  readonly code: number;
  readonly startMs: number;
  readonly endMs: number | null;
}

/** An event without an end is not searched for longer than this. */
const EVENT_DAYS = 30;
const MAX_EVENTS = 2000;

/** The alarms that begin or last in a range, oldest first. */
export async function alarmsOf(
  trx: Transaction,
  vehicleId: number,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly Alarm[]> {
  const { rows } = await sql<Alarm>`select event_code::int as code,
      ${ms('occurred_at')} as "startMs", ${ms('ended_at')} as "endMs"
    from fleet_events where vehicle_id = ${vehicleId}
      and occurred_at > ${time(fromMs)} - make_interval(days => ${EVENT_DAYS})
      and occurred_at <= ${time(toMs)}
      and event_code = any(${[...ALARM_EVENTS]}::int[])
      and (ended_at is null or ended_at >= ${time(fromMs)})
    order by occurred_at limit ${MAX_EVENTS}`.execute(trx);
  return rows;
}

/** When trips of a vehicle started, after a time, ms since 1970 UTC. */
export async function tripStarts(
  trx: Transaction,
  vehicleId: number,
  afterMs: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ atMs: number }>`select ${ms('started_at')} as "atMs" from trips
    where vehicle_id = ${vehicleId} and started_at > ${time(afterMs)}`.execute(trx);
  return rows.map(({ atMs }) => atMs);
}
