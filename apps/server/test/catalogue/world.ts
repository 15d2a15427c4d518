import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MODULE_NAMES, type Role } from '@roadworthy/domain';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../src/app.ts';
import { prepareDemo } from '../../src/modules/services/demo/demo.service.ts';
import { ACCESS_AUDIENCE, createTokens, JWT_AUDIENCE } from '../../src/platform/auth/index.ts';
import { createVideoHub } from '../../src/video/index.ts';
import { TestCamera, TestCameras } from '../cameras.ts';
import { addEvent, addTrip } from '../derived-rows.ts';
import { makeUser } from '../people.ts';
import { testServices } from '../services.ts';
import { setState } from '../tracked-fleet.ts';

export const PARTNER_KEY = 'the-key-of-a-companion-app';
export const DAY = '2026-06-02';
const CAMERA_NUMBER = '13912345678';

/** Who asks: one of each role, and the two flags that make an administrator of more or less. */
export const PEOPLE = [
  'admin',
  'global',
  'manager',
  'user',
  'readonly',
  'driver',
  'limited',
  'guest',
] as const;
export type Person = (typeof PEOPLE)[number];

const ROLES: Readonly<Record<Exclude<Person, 'global' | 'limited'>, Role>> = {
  admin: 'ADMIN',
  manager: 'MANAGER',
  user: 'USER',
  readonly: 'READONLY',
  driver: 'DRIVER',
  guest: 'GUEST',
};

type Id = number;

/** The demo customer with its records, one vehicle with tracking and cameras, and users. */
export class World {
  static async open(): Promise<World> {
    const services = await testServices({ TRUST_PROXY: 'true' });
    await prepareDemo(services.db, async () => 'hash', services.files);
    const cameras = new TestCameras();
    const hub = createVideoHub(
      { ...services, deviceCommands: cameras },
      { pace: { lingerMs: 500, tickMs: 50, silenceMs: 5000 } },
    );
    await hub.listen();
    // The texts of the web app are served; its page is not built for this test.
    const web = mkdtempSync(join(tmpdir(), 'roadworthy-web-'));
    for (const page of ['index.html', 'qr.html', 'check.html'])
      writeFileSync(join(web, page), page);
    cpSync(join(import.meta.dirname, '../../../web/public'), web, { recursive: true });
    const app = await createApp(
      { ...services, deviceCommands: cameras, video: hub },
      { webRoot: web, version: '0' },
    );
    await app.listen({ host: '127.0.0.1', port: 0 });
    const tokens = await createTokens(services.config, services.db);
    const close = async () => {
      await app.close();
      cameras.close();
      await hub.close();
      await services.close();
      rmSync(web, { recursive: true });
    };
    const world = new World(services, app, tokens, close);
    await world.#plant();
    cameras.add(world.tracker, new TestCamera({ sim: CAMERA_NUMBER, keyEvery: 5 }));
    return world;
  }

  readonly url: string;
  customer = 0;
  vehicle = 0;
  tracker = 0;
  depot = 0;
  people = {} as Readonly<Record<Person, Id>>;
  #serial = 0;

  private constructor(
    readonly services: Awaited<ReturnType<typeof testServices>>,
    readonly app: FastifyInstance,
    readonly tokens: Awaited<ReturnType<typeof createTokens>>,
    readonly close: () => Promise<void>,
  ) {
    this.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  }

  /** A number not yet used by a record of this run. */
  next(): number {
    this.#serial += 1;
    return this.#serial;
  }

  access(person: Person) {
    return this.tokens.issue(this.people[person], ACCESS_AUDIENCE);
  }

  jwt(person: Person) {
    return this.tokens.issue(this.people[person], JWT_AUDIENCE);
  }

  /** The first column of the first row of a query. */
  async one<T = Id>(sql: string, values: readonly unknown[] = []): Promise<T> {
    const { rows } = await this.services.db.pool.query(sql, [...values]);
    const value = Object.values(rows[0] ?? {})[0];
    if (value === undefined) throw new Error(`The demo fleet has nothing of: ${sql}`);
    return value as T;
  }

  /** The first record of a table, of the tracked vehicle's customer. */
  record(table: string, where = 'true'): Promise<Id> {
    return this.one(
      `select id from ${table} where customer_id = $1 and ${where} order by id limit 1`,
      [this.customer],
    );
  }

  async #plant(): Promise<void> {
    const { db } = this.services;
    this.customer = await this.one("select id from customers where name = 'Albion Distribution'");
    this.vehicle = await this.record(
      'vehicles',
      'exists (select from vehicle_reports r where r.vehicle_id = vehicles.id) and driver_id is not null',
    );
    this.depot = await this.one('select depot_id from vehicle_depots where vehicle_id = $1', [
      this.vehicle,
    ]);
    this.tracker = await this.one('select id from trackers where vehicle_id = $1 limit 1', [
      this.vehicle,
    ]);
    await this.#plantPeople();
    await db.pool.query(
      `insert into partner_keys (customer_id, name, key_hash) values ($1, 'App', $2)`,
      [this.customer, createHash('sha256').update(PARTNER_KEY).digest()],
    );
    const own = { customerId: this.customer, vehicleId: this.vehicle };
    const driverId = await this.one('select driver_id from vehicles where id = $1', [this.vehicle]);
    await setState(
      db,
      this.customer,
      { vehicleId: this.vehicle, trackerId: this.tracker, number: '' },
      {
        ageS: 5,
        speedKmh: 50,
        ignition: true,
        odometerM: 1000,
        batteryPercent: 80,
        externalVoltageV: 12.6,
        temperatureC: 4,
      },
    );
    await db.pool.query(
      `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
         latitude, longitude, speed_kmh, heading_deg, fix_valid, ignition)
       select $1, $2, $4::date + interval '6 hours' + n * interval '1 minute', n, $3,
         52.25 + n * 0.001, -1.16, 40, 90, true, true from generate_series(0, 59) n`,
      [this.customer, this.vehicle, this.tracker, DAY],
    );
    await addTrip(db, {
      ...own,
      driverId,
      start: `${DAY}T06:00:00Z`,
      end: `${DAY}T07:00:00Z`,
      minutes: [20, 10, 30],
      distanceM: 80_467,
    });
    await addTrip(db, { ...own, driverId, start: `${DAY}T09:00:00Z`, end: `${DAY}T09:30:00Z` });
    for (const code of [41, 40, 76]) {
      await addEvent(db, { ...own, driverId, code, at: `${DAY}T06:10:00Z`, speedKmh: 50 });
    }
    await db.pool.query(`delete from cameras where tracker_id = $1`, [this.tracker]);
    await db.pool.query(
      `insert into cameras (customer_id, tracker_id, channel, name, source, live_mode)
       values ($1, $2, 1, 'Road ahead', 'jt1078', 'stream')`,
      [this.customer, this.tracker],
    );
    await db.pool.query(
      `with file as (insert into files (id, customer_id, purpose, key, media_type, size_bytes, sha256, name)
         values (gen_random_uuid(), $1, 'video', 'clip', 'video/mp4', 1, '', 'clip.mp4') returning id),
       clip as (insert into video_requests (customer_id, vehicle_id, kind, started_at, duration_s,
           cameras, state, notes, give_up_at, requested_by_name)
         values ($1, $2, 'requested', now(), 30, '{1}', 'ready', '', now(), 'Ada Admin') returning id)
       insert into video_request_files (customer_id, request_id, file_id, camera, kind, started_at, ended_at)
       select $1, clip.id, file.id, 1, 'video', now(), now() from clip, file`,
      [this.customer, this.vehicle],
    );
  }

  async #plantPeople(): Promise<void> {
    const { db } = this.services;
    const modules = [...MODULE_NAMES];
    const person = (name: string, changed: Parameters<typeof makeUser>[3]) =>
      makeUser(db, this.customer, `${name}@catalogue.test`, changed, modules);
    const people: Record<string, Id> = {
      global: await makeUser(db, null, 'global@catalogue.test', { is_global_admin: true }, modules),
      limited: await person('limited', { is_limited_user: true }),
    };
    for (const [name, role] of Object.entries(ROLES)) {
      people[name] = await person(name, {
        role,
        ...(role === 'ADMIN' ? { is_customer_admin: true } : {}),
        ...(role === 'DRIVER' ? { vehicle_id: this.vehicle } : {}),
      });
    }
    this.people = people as Record<Person, Id>;
  }

  /** A token of a password mail. */
  async passwordToken(purpose: 'reset' | 'set'): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.services.db.pool.query(
      `insert into password_tokens (token_hash, user_id, purpose, expires_at)
       values ($1, $2, $3, now() + interval '1 hour')`,
      [createHash('sha256').update(token).digest(), await this.newUser(), purpose],
    );
    return token;
  }

  newUser(changed: Parameters<typeof makeUser>[3] = {}): Promise<Id> {
    const name = `person${this.next()}@catalogue.test`;
    return makeUser(this.services.db, this.customer, name, changed, []);
  }

  newVehicle(): Promise<Id> {
    return this.one(
      `insert into vehicles (customer_id, registration, type) values ($1, $2, 'VAN') returning id`,
      [this.customer, `CAT ${this.next()}`],
    );
  }

  newDepot(): Promise<Id> {
    return this.one(`insert into depots (customer_id, name) values ($1, $2) returning id`, [
      this.customer,
      `Depot ${this.next()}`,
    ]);
  }
}
