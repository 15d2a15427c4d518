import type pg from 'pg';
import type { DerivedFuelEvent } from '../../../../engines/record.ts';
import type { DatedFinding } from './derivation-findings.ts';

type Queryable = Pick<pg.Client, 'query'>;

const at = (ms: string) => `to_timestamp(${ms} / 1000.0)`;

/** The statement that writes fuel events; `driver` is the expression of the driver at a time. */
export const writeFuelSql = (driver: (time: string) => string): string => `
insert into fuel_events as kept (customer_id, vehicle_id, kind, started_at, occurred_at, driver_id,
  level_before, level_after, volume, unit, latitude, longitude, told_at)
select v.customer_id, v.id, t.kind, ${at('t."startedMs"')}, ${at('t."occurredMs"')},
  ${driver(at('t."occurredMs"'))}, t.before, t.after, t.volume, t.unit, t."latitudeDeg",
  t."longitudeDeg", ${at('t."toldMs"')}
from (select *, null::text as driver_tag from json_to_recordset($1) as r("vehicleId" int,
  "toldMs" float8, kind text, "startedMs" float8, "occurredMs" float8, before float8, after float8,
  volume float8, unit text, "latitudeDeg" float8, "longitudeDeg" float8)) t
join vehicles v on v.id = t."vehicleId"
on conflict (vehicle_id, occurred_at, kind) do update set started_at = excluded.started_at,
  driver_id = excluded.driver_id, level_before = excluded.level_before,
  level_after = excluded.level_after, volume = excluded.volume, unit = excluded.unit,
  latitude = excluded.latitude, longitude = excluded.longitude, told_at = excluded.told_at
where (kept.started_at, kept.driver_id, kept.level_before, kept.level_after, kept.volume, kept.unit,
    kept.latitude, kept.longitude, kept.told_at)
  is distinct from (excluded.started_at, excluded.driver_id, excluded.level_before,
    excluded.level_after, excluded.volume, excluded.unit, excluded.latitude, excluded.longitude,
    excluded.told_at)`;

/**
 * Deletes fuel events of a period that the records of a vehicle no longer produce.
 *
 * @param period told within it; ms since 1970 UTC
 */
export async function deleteUntoldFuel(
  client: Queryable,
  vehicleId: number,
  period: { readonly fromMs: number; readonly toMs: number },
  events: Iterable<DatedFinding<DerivedFuelEvent>>,
): Promise<void> {
  const rows = [...events].map(({ row }) => row);
  await client.query(
    `delete from fuel_events kept where vehicle_id = $1
       and told_at >= ${at('$2::float8')} and told_at < ${at('$3::float8')}
       and occurred_at >= ${at('$2::float8')} - interval '2 days' and occurred_at < ${at('$3::float8')}
       and not exists (select from unnest($4::float8[], $5::text[]) as t(ms, kind)
         where ${at('t.ms')} = kept.occurred_at and t.kind = kept.kind)`,
    [
      vehicleId,
      period.fromMs,
      period.toMs,
      rows.map(({ occurredMs }) => occurredMs),
      rows.map(({ kind }) => kind),
    ],
  );
}
