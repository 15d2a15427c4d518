import type { AddressInfo } from 'node:net';
import { AUDITED_CALLS, type CallAudit, contract, type Endpoint } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { circleBody } from '../../../../test/geofences.ts';
import { withTrackedFleet } from '../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';
import { createTokens, createViewerResolver } from '../../../platform/auth/index.ts';
import { createHttp, implement } from '../../../platform/http/index.ts';
import { Viewings } from './audit-viewings.ts';
import { AuditedCalls } from './audited-calls.ts';
import { watchCalls } from './watched-calls.ts';

interface Entry {
  readonly customer_id: number | null;
  readonly actor_id: number;
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly subject_name: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

let api: TestApi;
let fleet: TrackedFleet;

withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

/** The entries written after an id, oldest first. */
async function entriesSince(id: number): Promise<Entry[]> {
  const { rows } = await api.services.db.pool.query<Entry>(
    'select * from audit_entries where id > $1 order by id',
    [id],
  );
  return rows;
}

async function newestId(): Promise<number> {
  const { rows } = await api.services.db.pool.query<{ id: string }>(
    'select coalesce(max(id), 0) as id from audit_entries',
  );
  return Number(rows[0]?.id);
}

const CALLS = Object.entries(contract).flatMap(([module, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, call]) => {
    const audit = (AUDITED_CALLS as Readonly<Record<string, CallAudit>>)[`${module}.${name}`];
    const isWatched = audit !== undefined && !('none' in audit) && !('viewingLog' in audit);
    return isWatched ? [[`${module}.${name}`, call, audit] as const] : [];
  }),
);

describe('every audited call of the contract', () => {
  let app: FastifyInstance;
  let url: string;

  // Each call with a handler that writes no entry itself, so that only the general entry remains.
  beforeAll(async () => {
    const { services } = api;
    const tokens = await createTokens(services.config, services.db);
    app = await createHttp({
      log: services.log,
      publicUrl: services.config.publicUrl,
      resolveViewer: createViewerResolver(services, tokens),
      alone: services.db.alone,
    });
    watchCalls(app, new Viewings(services), new AuditedCalls(services));
    for (const [, { method, path, credential, raw }] of CALLS) {
      const bare: Endpoint = {
        method,
        path,
        ids: [],
        summary: '',
        access: { kind: 'signed-in' },
        ...(credential === undefined ? {} : { credential }),
        ...(raw === 'event-stream' ? { raw } : {}),
      };
      implement(app, bare, async ({ reply }) => {
        if (raw === 'event-stream') reply.send('');
        return undefined;
      });
    }
    await app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });
  afterAll(() => app.close());

  it('[O-P07] are many', () => {
    expect(CALLS.length).toBeGreaterThan(150);
  });

  it.each(CALLS)('[O-P07] %s creates an entry that names the person', async (name, call, audit) => {
    const vehicle = fleet.vehicles.n1.vehicleId;
    const path = call.path.replace(/\{\w+\}/g, String(vehicle));
    const before = await newestId();
    const asked = 'shows' in audit && audit.kind === 'driver' ? '' : `?vehicle=${vehicle}`;
    const token = await (call.credential === 'jwt' ? api.jwt : api.token)(fleet.people.admin);
    const isLook = 'shows' in audit;
    const answer = await fetch(`${url}${path}${asked}`, {
      method: call.method,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status, await answer.text()).toBeLessThan(300);
    const entries = await entriesSince(before);
    // Views of the live map, or of the trips of a vehicle, through several calls count as one.
    if (isLook && ['live_map', 'trips'].includes(audit.shows) && entries.length === 0) {
      const { rows } = await api.services.db.pool.query(
        `select from audit_entries where action = 'viewed' and after ->> 'shown' = $1`,
        [audit.shows],
      );
      expect(rows).toHaveLength(1);
      return;
    }
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      actor_id: fleet.people.admin,
      customer_id: fleet.home.customerId,
      ...(isLook
        ? { action: 'viewed', after: { shown: audit.shows } }
        : { action: audit.action, subject_kind: audit.kind, after: { call: name } }),
    });
  });

  it('[O-P07] creates no entry if it was refused', async () => {
    const before = await newestId();
    const answer = await api.ask('/api/administration/drivers/export/?format=csv', {
      as: fleet.people.manager,
    });
    expect(answer.status).toBe(403);
    expect(await entriesSince(before)).toEqual([]);
  });
});

describe('an export', () => {
  it.each([
    ['drivers', '/api/administration/drivers/export/?format=csv&search=an', 'driver'],
    ['vehicles', '/api/administration/vehicles_export/?format=csv&search=an', 'vehicle'],
    ['users', '/api/administration/users/export/?format=csv&search=an', 'user'],
    ['geofences', '/api/geofence_export/?format=kml', 'geofence'],
  ])('[O-P07] of %s stands in the log, with what was asked for', async (_name, path, kind) => {
    const before = await newestId();
    expect((await api.ask(path, { as: fleet.people.admin })).status).toBe(200);
    const asked = Object.fromEntries(new URL(path, 'http://x').searchParams);
    expect(await entriesSince(before)).toMatchObject([
      { action: 'exported', subject_kind: kind, actor_id: fleet.people.admin, after: asked },
    ]);
  });

  it('[O-P07] of a report names its vehicle and its days each time', async () => {
    const { vehicleId } = fleet.vehicles.n1;
    const range = 'start=2026-06-01T00:00:00Z&end=2026-06-02T00:00:00Z';
    const before = await newestId();
    for (let n = 0; n < 2; n += 1) {
      const path = `/api/reports/trips/?format=csv&vehicle=${vehicleId}&${range}`;
      expect((await api.ask(path, { as: fleet.people.manager })).status).toBe(200);
    }
    const one = {
      action: 'exported',
      subject_kind: 'vehicle',
      subject_id: String(vehicleId),
      subject_name: 'N1 AAA',
      after: { kind: 'trips', start: '2026-06-01T00:00:00Z' },
    };
    expect(await entriesSince(before)).toMatchObject([one, one]);
  });
});

describe('a change', () => {
  const send = async (method: string, path: string, body: unknown, as: number) => {
    const before = await newestId();
    const answer = await api.ask(path, { method, body, as });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return { body: answer.body, entries: await entriesSince(before) };
  };

  it('[O-P07] of an alert rule is logged with addresses and secret masked', async () => {
    const { manager } = fleet.people;
    const rule = {
      name: 'Night',
      is_active: true,
      severity: 'warning',
      event_codes: [41],
      vehicles: [],
      depots: [],
      weekdays: [1],
      from_minute: 0,
      until_minute: 1440,
      time_zone: 'UTC',
      notify_in_app: true,
      emails: ['ada@albion.test'],
      webhook_url: 'https://user:pw@hooks.albion.test/key-1?token=t',
    };
    const made = await send('POST', '/api/alert_rules/', rule, manager);
    expect(made.entries).toMatchObject([
      {
        action: 'created',
        subject_kind: 'alert_rule',
        subject_name: 'Night',
        after: {
          severity: 'warning',
          emails: ['a•••@albion.test'],
          webhook_url: 'https://hooks.albion.test/•••',
          webhook_secret: '•••',
        },
      },
    ]);
    const path = `/api/alert_rules/${made.body.id}/`;
    const moved = { ...rule, webhook_url: 'https://hooks.albion.test/key-2' };
    const changed = await send('PUT', path, moved, manager);
    expect(changed.entries).toMatchObject([{ action: 'changed', after: expect.anything() }]);
    expect(changed.entries[0]?.after).not.toHaveProperty('name');
    expect(changed.entries[0]?.after).toHaveProperty('webhook_url');
    expect((await send('PUT', path, moved, manager)).entries).toEqual([]);
    expect((await send('DELETE', path, undefined, manager)).entries).toMatchObject([
      { action: 'removed', subject_name: 'Night', before: { emails: ['a•••@albion.test'] } },
    ]);
    const { rows } = await api.services.db.pool.query(
      `select from audit_entries where before::text || after::text ~ 'key-|ada@albion|pw@'`,
    );
    expect(rows).toEqual([]);
  });

  it('[O-P07] of clip rules, video retention and quota logs the values before and after', async () => {
    const { admin } = fleet.people;
    const base = '/video-evidence/api';
    const rule = { event_code: 41, is_active: true, before_s: 5, after_s: 10, cameras: [1] };
    const rules = await send('PUT', `${base}/clip_rules/`, { rules: [rule] }, admin);
    expect(rules.entries).toMatchObject([{ action: 'changed', subject_kind: 'clip_rules' }]);
    expect(JSON.stringify(rules.entries[0]?.after)).toContain('5 s before, 10 s after');
    const storage = { retention_days: 7, quota_bytes: 1_000_000_000, live_limit_s: 600 };
    const stored = await send('PUT', `${base}/storage/`, storage, admin);
    expect(stored.entries).toMatchObject([
      { subject_kind: 'video_storage', before: { retention_days: 30 }, after: storage },
    ]);
  });

  it('[O-P07] of cameras logs the address without its password', async () => {
    const { admin } = fleet.people;
    const camera = {
      vehicle: fleet.vehicles.n1.vehicleId,
      channel: 3,
      name: 'Yard',
      source: 'rtsp',
      address: 'rtsp://ada:pw-1@10.0.0.9/one',
      live_mode: 'stream',
      is_active: true,
    };
    const path = '/video-evidence/api/cameras/';
    const made = await send('POST', path, camera, admin);
    expect(made.entries).toMatchObject([
      {
        action: 'created',
        subject_kind: 'camera',
        after: { vehicle: 'N1 AAA', address: 'rtsp://ada:***@10.0.0.9/one' },
      },
    ]);
    const other = { ...camera, address: 'rtsp://ada:pw-2@10.0.0.9/one' };
    const changed = await send('PUT', `${path}${made.body.id}/`, other, admin);
    expect(changed.entries).toMatchObject([
      { action: 'changed', after: { address: 'rtsp://ada:***@10.0.0.9/one' } },
    ]);
    const removed = await send('DELETE', `${path}${made.body.id}/`, undefined, admin);
    expect(removed.entries).toMatchObject([{ action: 'removed', subject_name: 'Yard' }]);
  });

  it('[O-P07] [M-19] of geofences, their groups and categories is logged', async () => {
    const { manager } = fleet.people;
    const group = await send('POST', '/api/geofence_groups/', { GroupName: 'Yards' }, manager);
    expect(group.entries).toMatchObject([
      { action: 'created', subject_kind: 'geofence_group', subject_name: 'Yards' },
    ]);
    const circle = circleBody('Yard');
    const made = await send('POST', '/api/geofence/', circle, manager);
    expect(made.entries).toMatchObject([{ action: 'created', subject_kind: 'geofence' }]);
    const path = `/api/geofence/${made.body.id}/`;
    const changed = await send('PUT', path, { ...circle, radius: 200 }, manager);
    expect(changed.entries).toMatchObject([{ before: { radius: 100 }, after: { radius: 200 } }]);
    const put = await send('POST', path, { groups: [group.body.id] }, manager);
    expect(put.entries).toMatchObject([{ before: { groups: [] } }]);
    const removed = await send('DELETE', path, undefined, manager);
    expect(removed.entries).toMatchObject([{ action: 'removed', subject_name: 'Yard' }]);
    const groups = await send('DELETE', '/api/geofence_groups/', { ids: [group.body.id] }, manager);
    expect(groups.entries).toMatchObject([{ action: 'removed', subject_name: 'Yards' }]);
  });
});
