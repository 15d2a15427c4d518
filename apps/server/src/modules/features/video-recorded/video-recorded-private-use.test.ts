import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMp4 } from '../../../../test/mp4.ts';
import { ago, RequestDesk } from '../../../../test/video-requests.ts';
import { keepMediaOfDevices } from './index.ts';

let desk: RequestDesk;
const REFUSED = 'The vehicle was in private use then: nothing of it can be seen.';

beforeAll(async () => {
  desk = await RequestDesk.open();
  const { services } = desk.film.api;
  const { home, vehicles } = desk.film.fleet;
  Object.assign(services.videoSources, { jt1078: desk.source });
  keepMediaOfDevices(services);
  // N1 by a rule, from 15 to 5 minutes ago; S1 by the status of its tracker two hours ago.
  await services.db.pool.query(
    `insert into private_use_rules (customer_id, vehicle_id, kind, starts_at, ends_at, time_zone,
       created_by_name) values ($1, $2, 'period', $3, $4, 'UTC', 'Ada')`,
    [home.customerId, vehicles.n1.vehicleId, ago(900), ago(300)],
  );
  const { vehicleId, trackerId } = vehicles.s1;
  await services.db.pool.query(
    `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id, fix_valid,
       private_leg_m) values ($1, $2, $3, 1, $4, false, 100), ($1, $2, $5, 2, $4, false, null)`,
    [home.customerId, vehicleId, ago(7200), trackerId, ago(3600)],
  );
});
afterAll(() => desk.close());

describe('footage of private use', () => {
  it('[O-20] [U-P03] is not fetched, whichever part of the period is private', async () => {
    for (const [start, duration] of [
      [ago(600), 30],
      [ago(930), 60],
      [ago(310), 30],
    ]) {
      const refused = await desk.ask(desk.wanted({ start, duration }));
      expect([refused.status, refused.body.detail]).toEqual([409, REFUSED]);
    }
    expect((await desk.ask(desk.wanted({ start: ago(1200) }))).status).toBe(201);
  });

  it('[O-20] [O-21] is not fetched while the device reports private use', async () => {
    const { vehicleId } = desk.film.fleet.vehicles.s1;
    const of = (seconds: number) =>
      desk.ask(desk.wanted({ vehicle: vehicleId, start: ago(seconds) }));
    expect((await of(7210)).status).toBe(409);
    expect((await of(5400)).status).toBe(409);
    expect((await of(3500)).status).toBe(201);
  });

  it('[O-20] is not shown among the recordings of the device', async () => {
    const at = (seconds: number) => Date.parse(ago(seconds));
    desk.source.stretches = [
      { channel: 1, startMs: at(1500), endMs: at(1200), sizeBytes: 1000 },
      { channel: 1, startMs: at(700), endMs: at(600), sizeBytes: 1000 },
    ];
    const { vehicleId } = desk.film.fleet.vehicles.n1;
    const query = new URLSearchParams({
      vehicle: String(vehicleId),
      start: ago(3000),
      end: ago(10),
    });
    const { body } = await desk.film.api.ask(`/video-evidence/api/recordings/?${query}`, {
      as: desk.people.manager,
    });
    expect(body.on_device).toHaveLength(1);
    expect(Date.parse(body.on_device[0].end)).toBeLessThanOrEqual(at(1190));
  });

  it('[O-20] [U-P03] is discarded if a device uploads it unasked', async () => {
    const { services } = desk.film.api;
    const { home, vehicles } = desk.film.fleet;
    const bytes = makeMp4({ durationMs: 2000 });
    const files = async () =>
      (await services.db.pool.query('select count(*)::int as count from files')).rows[0].count;
    const before = await files();
    const bring = (takenAtMs: number) =>
      services.deviceMedia.receive({
        ...vehicles.n1,
        customerId: home.customerId,
        channel: 1,
        kind: 'video',
        mediaType: 'video/mp4',
        takenAtMs,
        cause: 'alarm',
        alarm: { eventCode: 76, occurredMs: takenAtMs },
        key: createHash('sha256').update(String(takenAtMs)).digest('hex'),
        sizeBytes: bytes.length,
        open: () => Readable.from([bytes]),
      });
    await bring(Date.parse(ago(600)));
    expect(await files()).toBe(before);
    await bring(Date.parse(ago(1800)));
    expect(await files()).toBeGreaterThan(before);
  });
});
