import type { AddressInfo } from 'node:net';
import { contract, type Endpoint, schemasOf } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.ts';
import type { Database } from '../src/platform/db/index.ts';
import { Health } from '../src/platform/health.ts';
import { createMetrics } from '../src/platform/metrics/index.ts';
import { type TestApi, testApi } from './api.ts';
import { type CallName, FOREIGN, FOREIGN_FILE, type Input } from './foreign.ts';
import { plantAgency } from './foreign-agency.ts';
import { plantCoaching } from './foreign-coaching.ts';
import { plantDataInputs } from './foreign-data-inputs.ts';
import { plantDriverAssignments } from './foreign-driver-assignments.ts';
import { plantDriverMessages } from './foreign-driver-messages.ts';
import { plantDriverPlanning } from './foreign-driver-planning.ts';
import { plantFaults } from './foreign-faults.ts';
import { foreignInputs } from './foreign-inputs.ts';
import { plantDriversHours, plantOrganisation } from './foreign-organisation.ts';
import { plantParts } from './foreign-parts.ts';
import { peopleLeft, plantPeople } from './foreign-people.ts';
import {
  plantInvestigations,
  plantRecords,
  plantVehicleFile,
  plantWorkOrders,
} from './foreign-records.ts';
import { plantStreams } from './foreign-streams.ts';
import { plantUploads } from './foreign-uploads.ts';
import { plantVehicleCheck } from './foreign-vehicle-check.ts';
import { makeUser } from './people.ts';
import { TRACKING, type TrackedFleet, trackedFleet } from './tracked-fleet.ts';

/*
 * Every call of the contract, asked by everybody. What each person may call is said here a second
 * time, on purpose: the table of the product and this one must agree.
 */

const CALLS = Object.entries(contract).flatMap(([module, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(
    ([name, call]) => [`${module}.${name}` as CallName, call] as const,
  ),
);
const GUARDED = CALLS.filter(([, { access }]) => access.kind !== 'public');

type Person = keyof TrackedFleet['people'];
/** Who may call what asks for a module (all of them hold the same ones), and administration. */
const TRACKERS: readonly Person[] = [
  'admin',
  'manager',
  'readonly',
  'north',
  'region',
  'northAdmin',
  'driver',
  'limited',
  'kilometres',
  'global',
  'foreign',
];
const ADMINISTRATORS: readonly Person[] = ['admin', 'northAdmin', 'global', 'foreign'];

/** The calls of the vehicle file, which drivers and limited users are refused (requirement G-09). */
const VEHICLE_FILE =
  /^\/api\/(couplings|vehicle_activit|vehicle_services|service_plans|tyres|tyre_costs|vehicle_tyres|official_data\/(?!lookup)|schedule_(types|activity)\/|calendar_feeds\/|vehicle_qr_)|^\/defect\/api\/defect_report_pdf\//;
/** Live share links, which drivers and limited users may not create. */
const LIVE_SHARES = /^\/api\/vehicle\/\{id\}\/shares\//;
/** Costs, which drivers and limited users do not see. */
const COSTS = /^\/api\/(cost(s|_plans|_budgets)|fuel_cards)\//;
/** Work orders, their parts and faults of vehicles, which drivers and limited users do not see. */
const WORK_ORDERS = /^\/api\/(work_order|parts?[_/]|faults?[_/])/;
/** Documents of drivers, which drivers and limited users do not see. */
const DRIVERS_FILE = /^\/api\/drivers_file\/(?!own\/)/;
/** Onboarding of agency drivers, which drivers and limited users do not see. */
const AGENCY_ONBOARDING = /^\/api\/agency_onboarding\//;
/** Evidence packs, which contain the records of many drivers. */
const EVIDENCE = /^\/api\/evidence_packs\//;
const DATA_FEEDS = /^\/api\/feeds\//;
/** Coaching of all drivers; a driver sees only their own sessions. */
const COACHING = /^\/api\/coaching\/(?!own\/)/;
/** Plans of all drivers; a driver sees only their own shifts. */
const DRIVER_PLANNING = /^\/api\/driver_planning\/(?!own\/)/;
/** Messages to all drivers; a driver sees only those to them. */
const DRIVER_MESSAGES = /^\/api\/driver_messages\/(?!own\/)/;
/** Who has which vehicle; a driver sees only their own. */
const DRIVER_ASSIGNMENTS = /^\/api\/driver_assignments\/(?!own\/)/;
const WITHOUT_LIMITED = [
  VEHICLE_FILE,
  LIVE_SHARES,
  COSTS,
  WORK_ORDERS,
  DRIVERS_FILE,
  AGENCY_ONBOARDING,
  EVIDENCE,
  DATA_FEEDS,
  COACHING,
  DRIVER_PLANNING,
  DRIVER_MESSAGES,
  DRIVER_ASSIGNMENTS,
];
const LIMITED: readonly Person[] = ['driver', 'limited'];

function mayCall(person: Person, { access, path, customerWide }: Endpoint): boolean {
  if (customerWide === true && person === 'northAdmin') return false;
  switch (access.kind) {
    case 'public':
    case 'signed-in':
      return true;
    case 'module':
      return (
        TRACKERS.includes(person) &&
        !(WITHOUT_LIMITED.some((paths) => paths.test(path)) && LIMITED.includes(person)) &&
        (access.write !== true || person !== 'readonly') &&
        access.anyOf.some((name) => TRACKING.includes(name))
      );
    case 'administrator':
      return ADMINISTRATORS.includes(person);
    case 'global-administrator':
      return person === 'global';
  }
}

/** The person of the other customer, as planted. */
const PEOPLE_LEFT = {
  is_active: true,
  archived_at: null,
  email: 'foreign@track.test',
  role: 'ADMIN',
  users: 1,
  token_ended: null,
  passkeys: 1,
  sessions: 1,
  entries: 0,
};

let api: TestApi;
let fleet: TrackedFleet;
let people: [Person, number][];
let address = 0;
/** Calls that refuse some records or fields, which is another rule than who may call, with their codes. */
const OTHER_RULES: Readonly<Partial<Record<CallName, string>>> = {
  'signIn.changePassword': 'account.own_password_only',
  'signIn.changePreferences': 'account.own_preferences_only',
  'vehicleFile.changeActivityType': 'document.type_global_only',
  'vor.change': 'access.managers_only',
  'depots.change': 'access.all_depots_required',
  'customers.change': 'access.all_depots_required',
};

/** An entry of the other customer's audit log. */
let foreignEntry = 0;

/** Whether a call names a record, so that it must stand in the table above. */
function namesRecord(call: Endpoint): boolean {
  const { params, query } = schemasOf(call);
  const fields = Object.keys({ ...params?.shape, ...query?.shape });
  return fields.some((field) =>
    /^(id|vehicle|vehicle_group|driver|depot|region|user|customer|geofence|group)$|_id$/.test(
      field,
    ),
  );
}

/** The token that a call asks for. */
const tokenFor = (call: Endpoint, userId: number) =>
  call.credential === 'jwt' ? api.jwt(userId) : api.token(userId);

async function ask(
  call: Endpoint,
  as: number | null,
  input: Input = {},
  token?: string,
  url = api.url,
) {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name) => String(input.params?.[name] ?? 1));
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
  );
  address += 1;
  const headers: Record<string, string> = {
    // Limits a minute count by address: each question comes from one of its own.
    'x-forwarded-for': `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
    ...(as === null && token === undefined
      ? {}
      : { authorization: `Bearer ${token ?? (await tokenFor(call, as ?? 0))}` }),
    ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const stop = new AbortController();
  const answer = await fetch(`${url}${path}?${query}`, {
    method: call.method,
    headers,
    redirect: 'manual',
    signal: stop.signal,
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? '' : await answer.text();
  if (isStream) stop.abort();
  return { status: answer.status, text };
}

beforeAll(async () => {
  api = await testApi({ TRUST_PROXY: 'true' });
  fleet = await trackedFleet(api.services.db);
  people = Object.entries(fleet.people) as [Person, number][];
  const { pool } = api.services.db;
  await pool.query(`update users set first_name = 'Canary', last_name = 'Canary'
    where customer_id = ${fleet.away.customerId}`);
  await pool.query(`update depots set name = 'Canary depot' where id = ${fleet.away.depotId}`);
  await pool.query(`update drivers set surname = 'Canary' where id = ${fleet.foreignDriver}`);
  await pool.query(`update customers set name = 'Canary Ltd' where id = ${fleet.away.customerId}`);
  await pool.query(`update vehicles set registration = 'CANARY 1'
    where id = ${fleet.vehicles.f1.vehicleId}`);
  await plantVehicleFile(api.services.db, fleet);
  await plantInvestigations(api.services.db, fleet);
  await pool.query(
    `with label as (insert into geofence_groups (id, customer_id, name) overriding system value
       values ($1, $2, 'Canary group')),
     category as (insert into geofence_categories (id, customer_id, name, colour)
       overriding system value values ($1, $2, 'Canary category', '#112233'))
     insert into geofences (id, customer_id, name, colour, shape, centre_latitude,
       centre_longitude, radius_m, alert_on_entry, alert_on_exit) overriding system value
     values ($1, $2, 'Canary cage', '#112233', 'circle', 52, -1, 100, true, true)`,
    [FOREIGN, fleet.away.customerId],
  );
  await pool.query(
    `insert into report_schedules (id, customer_id, user_id, name, kind, format, frequency, hour,
       time_zone, emails, is_active) overriding system value
     values ($1, $2, $3, 'Canary schedule', 'trips', 'csv', 'daily', 7, 'UTC',
       '{canary@track.test}', true)`,
    [FOREIGN, fleet.away.customerId, fleet.people.foreign],
  );
  await pool.query(
    `with rule as (insert into alert_rules (id, customer_id, name, is_active, severity, event_codes,
         weekdays, from_minute, until_minute, time_zone, notify_in_app) overriding system value
       values ($1, $2, 'Canary rule', true, 'warning', '{41}', '{1}', 0, 1440, 'UTC', true)),
     message as (insert into vehicle_messages (customer_id, vehicle_id, message)
       values ($2, $3, 'Canary message'))
     insert into alerts (id, customer_id, rule_key, rule_name, severity, in_app, vehicle_id,
       event_code, occurred_at) overriding system value
     values ($1, $2, 0, 'Canary rule', 'warning', true, $3, 41, now())`,
    [FOREIGN, fleet.away.customerId, fleet.vehicles.f1.vehicleId],
  );
  await pool.query(
    `with settings as (insert into device_command_settings (tracker_id, customer_id, password)
       values ($3, $2, 'canary')),
     share as (insert into vehicle_shares (id, customer_id, vehicle_id, token_hash, created_by_name,
         expires_at) overriding system value
       values ($1, $2, $4, 'canary', 'Canary', now() + interval '1 day'))
     insert into device_commands (id, customer_id, vehicle_id, tracker_id, kind, instruction,
       created_by_name, expires_at) overriding system value
     values ($1, $2, $4, $3, 'custom', '{"kind": "custom", "text": "canary"}', 'Canary',
       now() + interval '1 day')`,
    [FOREIGN, fleet.away.customerId, fleet.vehicles.f1.trackerId, fleet.vehicles.f1.vehicleId],
  );
  await pool.query(
    `with camera as (insert into cameras (id, customer_id, tracker_id, channel, name, source)
       overriding system value values ($1, $2, $3, 1, 'Canary camera', 'upload')),
     file as (insert into files (id, customer_id, purpose, key, media_type, size_bytes, sha256, name)
       values ($5, $2, 'video', 'canary', 'video/mp4', 1, '', 'canary.mp4')),
     clip as (insert into video_requests (id, customer_id, vehicle_id, kind, started_at, duration_s,
         cameras, state, notes, give_up_at, requested_by_name) overriding system value
       values ($1, $2, $4, 'requested', now(), 30, '{1}', 'ready', 'Canary notes', now(), 'Canary')),
     clip_file as (insert into video_request_files (customer_id, request_id, file_id, camera, kind,
         started_at, ended_at) values ($2, $1, $5, 1, 'video', now(), now())),
     share as (insert into video_shares (id, customer_id, request_id, token_hash, created_by_name,
         expires_at) overriding system value
       values ($1, $2, $1, 'canary', 'Canary', now() + interval '1 day'))
     insert into video_views (customer_id, kind, vehicle_id, request_id, user_name, reason)
     values ($2, 'recorded', $4, $1, 'Canary', 'Canary reason')`,
    [
      FOREIGN,
      fleet.away.customerId,
      fleet.vehicles.f1.trackerId,
      fleet.vehicles.f1.vehicleId,
      FOREIGN_FILE,
    ],
  );
  await plantRecords(api.services.db, fleet);
  await plantWorkOrders(api.services.db, fleet);
  await plantOrganisation(api.services.db, fleet);
  await plantDriversHours(api.services.db, fleet);
  await plantVehicleCheck(api.services.db, fleet);
  await plantUploads(api.services.db, fleet);
  await plantFaults(api.services.db, fleet);
  await plantDriverPlanning(api.services.db, fleet);
  await plantDriverAssignments(api.services.db, fleet);
  await plantDriverMessages(api.services.db, fleet);
  await plantStreams(api.services.db, fleet);
  await plantDataInputs(api.services.db, fleet);
  await plantParts(api.services.db, fleet);
  await plantCoaching(api.services.db, fleet);
  await plantAgency(api.services.db, fleet);
  foreignEntry = await plantPeople(api.services.db, fleet);
  await pool.query(
    `with repairer as (insert into repairers (customer_id, name) values ($2, 'Canary repairer'))
     insert into catalogue_entries (id, customer_id, kind, name) overriding system value
     values ($1, $2, 'livery', 'Canary livery')`,
    [FOREIGN, fleet.away.customerId],
  );
});
afterAll(() => api.close());

describe('every call of the contract', () => {
  it('is here', () => {
    expect(CALLS.length).toBeGreaterThanOrEqual(25);
  });

  it.each(CALLS)('[R-P01] %s is served, with and without its slash', async (_name, call) => {
    for (const path of [call.path, call.path.replace(/\/$/, '')]) {
      const { status, text } = await ask({ ...call, path }, fleet.people.global);
      expect(status, text).toBeLessThan(500);
      expect(text).not.toContain('Route ');
    }
  });

  it.each(GUARDED)('[U-P03] [T-P01] %s is closed to visitors', async (_name, call) => {
    const changed = `${(await tokenFor(call, fleet.people.admin)).slice(0, -6)}AAAAAA`;
    const { admin } = fleet.people;
    const other = call.credential === 'jwt' ? await api.token(admin) : await api.jwt(admin);
    for (const token of [undefined, 'nonsense', changed, other]) {
      const { status, text } = await ask(call, null, {}, token);
      expect([status, JSON.parse(text)]).toEqual([
        401,
        { detail: 'Unauthorized', code: 'request.unauthorized' },
      ]);
    }
  });

  it.each(GUARDED)(
    '[U-02] [U-03] [U-P03] %s is open to whom the table names alone',
    async (name, call) => {
      for (const [person, userId] of people) {
        const { status, text } = await ask(call, userId);
        if (mayCall(person, call)) {
          expect([person, status], text).not.toEqual([person, 401]);
          const isOther = status === 403 && JSON.parse(text).code === OTHER_RULES[name];
          if (!isOther) expect([person, status], text).not.toEqual([person, 403]);
        } else {
          expect([person, status], text).toEqual([person, 403]);
          expect(JSON.parse(text)).toEqual({
            detail: expect.any(String),
            code: expect.any(String),
          });
        }
      }
    },
  );

  it('[G-09] [U-30] [U-32] of the vehicle file is closed to drivers and limited users', async () => {
    const file = CALLS.filter(([, { path }]) => VEHICLE_FILE.test(path));
    expect(file.length).toBeGreaterThanOrEqual(20);
    for (const [name, call] of file) {
      for (const person of LIMITED) {
        const { status } = await ask(call, fleet.people[person]);
        expect([name, person, status]).toEqual([name, person, 403]);
      }
    }
  });

  it('[U-P03] that names a record is asked for one of another customer', () => {
    const inputs = foreignInputs(fleet, foreignEntry);
    const missing = CALLS.filter(([name, call]) => namesRecord(call) && inputs[name] === undefined);
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it.each(GUARDED)('[U-P03] %s shows nobody a byte of another customer', async (name, call) => {
    const input = foreignInputs(fleet, foreignEntry)[name];
    for (const [person, userId] of people) {
      if (person === 'foreign' || person === 'global') continue;
      const { status, text } = await ask(call, userId, input);
      expect(text.toLowerCase(), person).not.toContain('canary');
      expect(text, person).not.toContain(fleet.vehicles.f1.number);
      if (input !== undefined) expect([400, 403, 404], `${person} ${text}`).toContain(status);
    }
  });

  it('[U-P03] would be seen to show one, if it did', async () => {
    for (const call of [contract.tracking.track, contract.signIn.currentUser]) {
      const { text } = await ask(call, fleet.people.foreign);
      expect(text.toLowerCase()).toContain('canary');
    }
  });

  it('[U-P03] leaves the other customer as it was', async () => {
    expect(await peopleLeft(api.services.db, fleet)).toEqual(PEOPLE_LEFT);
    const { rows } = await api.services.db.pool.query(
      `select (select count(*) from trackers)::int as trackers,
         (select count(*) from users where units_distance = 'KMS' and customer_id = $1)::int as changed,
         (select string_agg(g.name || l.name || c.name, '') from geofences g, geofence_groups l,
            geofence_categories c where g.id = $2 and l.id = $2 and c.id = $2) as geofences,
         (select string_agg(name, '') from report_schedules where id = $2) as schedule,
         (select string_agg(name, '') from alert_rules where id = $2) as rule,
         (select string_agg(name, ', ' order by id) from saved_views where id >= $2) as saved_views,
         (select count(*) from vehicle_messages)::int as messages,
         (select string_agg(c.name || r.notes || r.keep || coalesce(s.revoked_at::text, ''), '')
            from cameras c, video_requests r, video_shares s
            where c.id = $2 and r.id = $2 and s.id = $2) as video,
         (select count(*) from video_views where customer_id = $1)::int as views,
         (select string_agg(a.archived || t.name || k.name || i.interval || coalesce(s.planned_on::text, ''), '')
            from vehicle_activities a, activity_types t, schedule_types k, schedule_intervals i,
              scheduled_activities s
            where a.id = $2 and t.id = $2 and k.id = $2 and s.id = $2
              and i.schedule_type_id = k.id) as vehicle_file`,
      [fleet.away.customerId, FOREIGN],
    );
    expect(rows[0]).toEqual({
      trackers: 7,
      changed: 0,
      geofences: 'Canary cageCanary groupCanary category',
      schedule: 'Canary schedule',
      rule: 'Canary rule',
      saved_views: 'Canary view, Canary own view',
      messages: 1,
      video: 'Canary cameraCanary notesfalse',
      views: 1,
      vehicle_file: 'falseCanary typeCanary schedule type2y',
    });
  });
});

describe("row-level security alone, with the application's own scoping switched off", () => {
  let unscoped: FastifyInstance;
  let url: string;
  let person: number;

  beforeAll(async () => {
    const { services } = api;
    const { customerId } = fleet.home;
    // The application treats the person as a global administrator; the database restricts the customer.
    const changed = { role: 'ADMIN', is_global_admin: true } as const;
    person = await makeUser(services.db, customerId, 'unscoped@track.test', changed, TRACKING);
    const db: Database = {
      ...services.db,
      asViewer: (viewer, work) =>
        services.db.asViewer({ customerId: viewer.customerId, isGlobalAdmin: false }, work),
    };
    const rest = { ...services, db, metrics: createMetrics(), health: new Health() };
    unscoped = await createApp(rest, { webRoot: null, version: '0.0.0' });
    await unscoped.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(unscoped.server.address() as AddressInfo).port}`;
  });
  afterAll(() => unscoped.close());

  it.each(GUARDED)('[U-P03] %s shows no byte of another customer', async (name, call) => {
    for (const input of [foreignInputs(fleet, foreignEntry)[name], {}]) {
      const { text } = await ask(call, person, input, undefined, url);
      expect(text.toLowerCase()).not.toContain('canary');
      expect(text).not.toContain(fleet.vehicles.f1.number);
    }
  });

  it('[U-P03] leaves the people of the other customer as they were', async () => {
    expect(await peopleLeft(api.services.db, fleet)).toEqual(PEOPLE_LEFT);
  });

  it('[U-P03] would be seen to show one, if it did', async () => {
    const { text } = await ask(contract.tracking.track, person);
    expect(text.toLowerCase()).toContain('canary');
  });
});

describe('row-level security, the second lock', () => {
  const TABLES = [
    'customers',
    'regions',
    'depots',
    'drivers',
    'vehicles',
    'vehicle_depots',
    'users',
    'user_modules',
    'user_depots',
    'trackers',
    'positions',
    'vehicle_states',
    'clock_fault_records',
    'geofences',
    'geofence_groups',
    'geofence_categories',
    'report_schedules',
    'alert_rules',
    'alerts',
    'vehicle_messages',
    'device_commands',
    'vehicle_shares',
    'device_command_settings',
    'vehicle_activities',
    'scheduled_activities',
    'schedule_intervals',
    'schedule_reminders',
    'vehicle_file_changes',
    'defect_records',
    'inspection_records',
    'brake_plans',
    'brake_tests',
    'inspectors',
    'record_photographs',
    'addresses',
    'depot_schedule_types',
    'driver_activities',
    'driver_identities',
    'drivers_hours_settings',
    'hours_infringements',
    'notification_emails',
    'notification_email_depots',
    'deliveries',
    'customer_texts',
    'vehicle_codes',
    'help_pages',
    'help_faqs',
    'accident_reports',
    'accident_parties',
    'accident_photographs',
    'driver_check_records',
    'vehicle_reports',
    'vehicle_damages',
    'notice_letters',
    'audit_surveys',
    'depot_check_days',
    'vor_entries',
    'work_orders',
    'work_order_defects',
    'work_order_lines',
    'work_order_photographs',
    'work_order_times',
    'work_order_links',
    'work_order_settings',
    'work_order_limits',
    'recall_campaigns',
    'recall_vehicles',
    'parts',
    'part_suppliers',
    'part_offers',
    'part_stores',
    'part_stock',
    'part_movements',
    'purchase_orders',
    'purchase_order_lines',
    'part_stock_takes',
    'part_stock_take_lines',
    'record_changes',
    'files',
    'cameras',
    'video_requests',
    'video_request_files',
    'video_shares',
    'video_views',
    'catalogue_entries',
    'repairers',
    'tracker_fittings',
    'tracker_connections',
    'vehicle_uploads',
    'vehicle_upload_rows',
    'import_mappings',
    'saved_views',
    'saved_view_defaults',
  ] as const;
  const count = (
    table: (typeof TABLES)[number],
    customerId: number | null,
    isGlobalAdmin = false,
  ) =>
    api.services.db.asViewer({ customerId, isGlobalAdmin }, async (trx) => {
      const { total } = await trx
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total);
    });

  it.each(TABLES)(
    "[U-P03] hides rows of %s from other customers and from nobody's users",
    async (table) => {
      const { home, away } = fleet;
      const all = await count(table, null, true);
      expect(await count(table, null)).toBe(0);
      expect(await count(table, 2_000_000_000)).toBe(0);
      const together =
        (await count(table, home.customerId)) + (await count(table, away.customerId));
      // Global admins belong to no customer: their own rows are nobody's but theirs.
      const nobodys = table === 'users' ? 1 : table === 'user_modules' ? TRACKING.length : 0;
      expect(together).toBe(all - nobodys);
    },
  );

  it('[U-P03] lets nobody write rows of another customer', async () => {
    const { home, away } = fleet;
    const write = api.services.db.asViewer(
      { customerId: home.customerId, isGlobalAdmin: false },
      (trx) =>
        trx
          .insertInto('regions')
          .values({ customer_id: away.customerId, name: 'Planted' })
          .execute(),
    );
    await expect(write).rejects.toThrow(/row-level security/);
  });

  it('[U-P03] keeps the keys of the installation from every request', async () => {
    for (const table of ['settings', 'sign_on_artifacts'] as const) {
      const read = api.services.db.asViewer({ customerId: null, isGlobalAdmin: true }, (trx) =>
        trx.selectFrom(table).selectAll().execute(),
      );
      await expect(read).rejects.toThrow(/permission denied/);
    }
  });
});
