import type { TestApi } from './api.ts';
import { addEvent, addTrip } from './derived-rows.ts';
import { makeUser } from './people.ts';
import { type TrackedFleet, trackedFleet } from './tracked-fleet.ts';

/** A day on which all of the fleet below happened, in London's summer. */
export const JUNE_2 = { start: '2026-06-02', end: '2026-06-02' } as const;

/**
 * The tracked fleet with something to report on 2 June 2026: N1 drove twice with Ann and once on the
 * day before, S1 once, F1 of the other customer once; events of N1, S1 and F1; a visit to a depot.
 */
export async function reportFleet(api: TestApi) {
  const { db } = api.services;
  const fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  const { n1, s1, f1 } = fleet.vehicles;
  const own = { customerId, vehicleId: n1.vehicleId, driverId: fleet.ann };
  await addTrip(db, {
    ...own,
    start: '2026-06-02T06:00:00Z',
    end: '2026-06-02T07:00:00Z',
    minutes: [20, 10, 30],
    distanceM: 80_467,
    maxSpeedKmh: 100,
  });
  await addTrip(db, { ...own, start: '2026-06-02T09:00:00Z', end: '2026-06-02T09:30:00Z' });
  await addTrip(db, { ...own, start: '2026-06-01T09:00:00Z', end: '2026-06-01T09:30:00Z' });
  await addTrip(db, {
    customerId,
    vehicleId: s1.vehicleId,
    start: '2026-06-02T10:00:00Z',
    end: '2026-06-02T10:45:00Z',
    inProgress: true,
  });
  const away = fleet.away.customerId;
  await addTrip(db, {
    customerId: away,
    vehicleId: f1.vehicleId,
    start: '2026-06-02T06:00:00Z',
    end: '2026-06-02T07:00:00Z',
  });
  for (const [code, at, value] of [
    [41, '2026-06-02T06:10:00Z', -4.25],
    [40, '2026-06-02T06:12:00Z', 3.1],
    [76, '2026-06-02T06:20:00Z', 1],
  ] as const) {
    await addEvent(db, { ...own, code, at, value, speedKmh: 50 });
  }
  await addEvent(db, {
    customerId: away,
    vehicleId: f1.vehicleId,
    code: 41,
    at: '2026-06-02T06:10:00Z',
  });
  const { rows } = await db.pool.query<{ id: number }>(
    `with fence as (insert into geofences (customer_id, name, colour, shape, centre_latitude,
       centre_longitude, radius_m, alert_on_entry, alert_on_exit)
       values ($1, '=HYPERLINK("http://evil.example")', '#112233', 'circle', 52, -1, 100, true, true)
       returning id)
     insert into geofence_visits (customer_id, vehicle_id, geofence_id, driver_id, entered_at,
       left_at, max_speed_kmh)
     select $1, $2, id, $3, '2026-06-02T06:30:00Z', '2026-06-02T06:45:30Z', 12 from fence
     returning geofence_id as id`,
    [customerId, n1.vehicleId, fleet.ann],
  );
  return { ...fleet, geofence: rows[0]?.id ?? 0 };
}

export type ReportFleet = TrackedFleet & { readonly geofence: number };

/** A person of the home customer with these modules. */
export async function personWith(
  api: TestApi,
  fleet: TrackedFleet,
  name: string,
  modules: readonly string[],
  changed: Parameters<typeof makeUser>[3] = {},
): Promise<number> {
  return makeUser(api.services.db, fleet.home.customerId, `${name}@report.test`, changed, modules);
}

/** A file that a call answered. */
export interface Downloaded {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Asks for a file as a person. */
export async function download(api: TestApi, path: string, userId: number): Promise<Downloaded> {
  const answer = await fetch(`${api.url}${path}`, {
    headers: { authorization: `Bearer ${await api.token(userId)}` },
  });
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}
