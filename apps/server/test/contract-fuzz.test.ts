import { contract, type Endpoint, schemasOf } from '@roadworthy/contract';
import { allows, MODULE_NAMES } from '@roadworthy/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actsCustomerWide, loadViewer } from '../src/platform/auth/index.ts';
import { type TestApi, testApi } from './api.ts';
import { undocumented } from './documented.ts';
import { inputsOf } from './fuzz-input.ts';
import { type TrackedFleet, trackedFleet } from './tracked-fleet.ts';

/*
 * Requests that are generated from the contract: valid ones, ones at the bounds of their schemas and
 * ones that no program should send. Whatever comes, the answer is one that the contract documents.
 *
 * FUZZ_RUNS: about so many requests in all (`npm run test:long`); FUZZ_SEED: those of an earlier run once more.
 */

const CALLS = Object.entries(contract).flatMap(([module, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(
    ([name, call]) => [`${module}.${name}`, call] as const,
  ),
);
const RUNS = Number(process.env.FUZZ_RUNS ?? 1500);
const RUNS_EACH = Math.ceil(RUNS / CALLS.length);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
/** An answer that takes longer hangs; a busy machine is given a second try. */
const HANG_MS = 5_000;
/** Everybody who may call a call asks it; the first of them who may, most. */
const PEOPLE = [
  'admin',
  'global',
  'manager',
  'northAdmin',
  'driver',
  'limited',
  'readonly',
  'guest',
] as const;
type Person = (typeof PEOPLE)[number];

interface Request {
  readonly path: string;
  readonly type: string | null;
  readonly body: string | Uint8Array | null;
}

let api: TestApi;
let fleet: TrackedFleet;
let address = 0;

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : `${value}`);

/** Addresses and forms are bytes of UTF-8, which has no half of a surrogate pair. */
const wellFormed = (text: string) => Buffer.from(text).toString();

/** A query as a browser writes it: a list is a repeated name. */
function queryOf(input: unknown): string {
  const query = new URLSearchParams();
  if (typeof input !== 'object' || input === null) return '';
  for (const [name, value] of Object.entries(input)) {
    // A huge list would only meet the limit of the address.
    for (const one of Array.isArray(value) ? value.slice(0, 50) : [value]) {
      if (one !== undefined) query.append(name, wellFormed(asText(one).slice(0, 3000)));
    }
  }
  return query.size === 0 ? '' : `?${query}`;
}

const FILES: readonly (readonly [string, string, string])[] = [
  ['picture.png', 'image/png', '\x89PNG\r\n\x1a\n'],
  ['list.csv', 'text/csv', 'registration,depot\nAB12 CDE,North\n'],
  ['document.pdf', 'application/pdf', '%PDF-1.4\n%%EOF'],
  ['empty', 'application/octet-stream', ''],
  ['n\0me.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK\x03\x04'],
];

/** A form with the fields and a file under one of the names that calls use. */
function formOf(fields: unknown, file: number, name: string): string {
  const parts: string[] = [];
  for (const [key, value] of Object.entries((fields ?? {}) as object)) {
    if (value === undefined) continue;
    const text = wellFormed(asText(value)).replaceAll('--b', '');
    parts.push(`--b\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${text}\r\n`);
  }
  const [fileName, type, bytes] = FILES[file % FILES.length] ?? ['', '', ''];
  parts.push(
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n${bytes}\r\n`,
  );
  return `${parts.join('')}--b--\r\n`;
}

/** Bodies that do not fit their type, or none at all. */
const ODD_BODIES: readonly (readonly [string | null, string | null])[] = [
  ['application/json', '{"a":'],
  ['application/json', 'null'],
  ['application/json', '[]'],
  ['application/json', '"text"'],
  ['application/json', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['application/json', '{"__proto__":{"admin":true}}'],
  ['application/json', ''],
  ['application/json; charset=utf-16', '{}'],
  ['text/plain', 'text'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['application/x-www-form-urlencoded', 'a=%00&b[]=1'],
  ['multipart/form-data', 'no boundary'],
  ['multipart/form-data; boundary=b', '--b\r\n'],
  ['nonsense', 'text'],
  [null, null],
];

function bodiesOf(call: Endpoint): fc.Arbitrary<Omit<Request, 'path'>> {
  const { multipart, body: jsonBody } = schemasOf(call);
  const odd = fc.constantFrom(...ODD_BODIES).map(([type, body]) => ({ type, body }));
  if (multipart !== undefined) {
    const names = fc.constantFrom(...Object.keys(call.files ?? {}), 'x');
    const form = fc.tuple(inputsOf(multipart), fc.nat(), names).map(([fields, file, name]) => ({
      type: 'multipart/form-data; boundary=b',
      body: formOf(fields, file, name),
    }));
    return fc.oneof({ weight: 5, arbitrary: form }, { weight: 1, arbitrary: odd });
  }
  if (jsonBody !== undefined) {
    const json = inputsOf(jsonBody).map((value) => ({
      type: 'application/json',
      body: JSON.stringify(value) ?? 'null',
    }));
    return fc.oneof({ weight: 8, arbitrary: json }, { weight: 1, arbitrary: odd });
  }
  if (call.method === 'GET') return fc.constant({ type: null, body: null });
  return fc.oneof({ weight: 3, arbitrary: fc.constant({ type: null, body: null }) }, odd);
}

/**
 * Odd bodies for calls that read one: chance alone would rarely meet each of them. A short run sends a
 * third of them to each call, and each of them to a third of the calls.
 */
function oddRequests(call: Endpoint): Request[] {
  if ((call.body ?? call.multipart) === undefined) return [];
  const path = call.path.replace(/\{\w+\}/g, '1');
  const place = CALLS.findIndex(([, one]) => one === call);
  const isLong = process.env.FUZZ_RUNS !== undefined;
  return ODD_BODIES.filter((_, n) => isLong || (n + place) % 3 === 0).map(([type, body]) => ({
    path,
    type,
    body,
  }));
}

function requestsOf(call: Endpoint): fc.Arbitrary<Request> {
  const schemas = schemasOf(call);
  const params = schemas.params === undefined ? fc.constant({}) : inputsOf(schemas.params);
  const query = schemas.query === undefined ? fc.constant({}) : inputsOf(schemas.query);
  return fc.tuple(params, query, bodiesOf(call)).map(([given, asked, body]) => {
    const path = call.path.replace(/\{(\w+)\}/g, (_, name) => {
      const value = (given as Record<string, unknown> | null)?.[name] ?? 1;
      return encodeURIComponent(wellFormed(asText(value).slice(0, 300))) || '1';
    });
    return { path: `${path}${queryOf(asked)}`, ...body };
  });
}

async function send(call: Endpoint, request: Request, token: string | null) {
  address += 1;
  const stop = new AbortController();
  const started = performance.now();
  const hang = setTimeout(() => stop.abort(), HANG_MS * 4);
  try {
    const answer = await fetch(`${api.url}${request.path}`, {
      method: call.method,
      redirect: 'manual',
      signal: stop.signal,
      headers: {
        // Limits a minute count by address: each request comes from one of its own.
        'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(request.type === null ? {} : { 'content-type': request.type }),
      },
      ...(request.body === null || call.method === 'GET' ? {} : { body: request.body }),
    });
    const type = answer.headers.get('content-type') ?? '';
    const isStream = type.startsWith('text/event-stream');
    const text = isStream ? '' : await answer.text();
    const ms = performance.now() - started;
    if (isStream) stop.abort();
    return { status: answer.status, type, text, ms };
  } finally {
    clearTimeout(hang);
  }
}

/** What all requests of the run were answered. */
const counted = { requests: 0, slowestMs: 0, byStatus: new Map<number, number>() };

function count({ status, ms }: { readonly status: number; readonly ms: number }): void {
  counted.requests += 1;
  counted.slowestMs = Math.max(counted.slowestMs, ms);
  counted.byStatus.set(status, (counted.byStatus.get(status) ?? 0) + 1);
}

/** Everybody but a guest has each module, so that each call has callers of each role. */
async function giveModules(): Promise<void> {
  const { admin, global, manager, northAdmin, driver, limited, readonly } = fleet.people;
  const people = [admin, global, manager, northAdmin, driver, limited, readonly];
  await api.services.db.pool.query(
    `insert into user_modules (user_id, module)
      select u, m from unnest($1::int[]) u, unnest($2::text[]) m on conflict do nothing`,
    [people, MODULE_NAMES],
  );
}

/** Keeps what decides who people are: requests change it, too. */
async function keepPeople(): Promise<void> {
  const { pool } = api.services.db;
  for (const table of ['users', 'user_modules', 'user_depots', 'user_regions', 'customers']) {
    await pool.query(`create table kept_${table} as select * from ${table}`);
  }
}

/** Makes people what they were. */
async function restore(): Promise<void> {
  const { pool } = api.services.db;
  await pool.query(`
    update customers c set requires_second_factor = k.requires_second_factor,
      archived_at = k.archived_at from kept_customers k where k.id = c.id;
    update users u set is_active = k.is_active, role = k.role, customer_id = k.customer_id,
      is_limited_user = k.is_limited_user, is_global_admin = k.is_global_admin,
      is_customer_admin = k.is_customer_admin, sessions_valid_from = k.sessions_valid_from,
      vehicle_id = k.vehicle_id
      from kept_users k where k.id = u.id;
    delete from user_modules where user_id in (select id from kept_users);
    insert into user_modules select k.* from kept_user_modules k join users u on u.id = k.user_id;
    delete from user_depots where user_id in (select id from kept_users);
    insert into user_depots select k.* from kept_user_depots k
      join users u on u.id = k.user_id join depots d on d.id = k.depot_id;
    delete from user_regions where user_id in (select id from kept_users);
    insert into user_regions select k.* from kept_user_regions k
      join users u on u.id = k.user_id join regions r on r.id = k.region_id`);
  api.services.bus.publish('users.changed', { userId: null });
}

/** Who may call a call; one visitor for public ones. */
async function callersOf(call: Endpoint): Promise<readonly (Person | null)[]> {
  if (call.access.kind === 'public') return [null];
  const may = await Promise.all(
    PEOPLE.map(async (name) => {
      const viewer = await loadViewer(api.services.db, fleet.people[name]);
      if (viewer === null || !allows(call.access, viewer)) return false;
      return call.customerWide !== true || actsCustomerWide(viewer);
    }),
  );
  return PEOPLE.filter((_, n) => may[n]);
}

async function tokenOf(call: Endpoint, person: Person | null): Promise<string | null> {
  if (person === null) return null;
  const id = fleet.people[person];
  return call.credential === 'jwt' ? api.jwt(id) : api.token(id);
}

/** Sends a request and holds its answer against the OpenAPI document; null where it fits. */
async function faultOf(call: Endpoint, request: Request, token: string | null) {
  let answer = await send(call, request, token);
  if (answer.ms > HANG_MS) answer = await send(call, request, token);
  count(answer);
  if (answer.ms > HANG_MS) return `takes ${Math.round(answer.ms)} ms`;
  return undocumented(call, answer);
}

/** Requests of the first caller, with the odd bodies, and those of each other. */
function plan(call: Endpoint, nth: number): readonly Request[] {
  const numRuns = nth === 0 ? Math.ceil(RUNS_EACH / 2) : Math.max(1, Math.floor(RUNS_EACH / 8));
  const generated = fc.sample(requestsOf(call), { numRuns, seed: SEED + nth });
  return nth === 0 ? [...oddRequests(call), ...generated] : generated;
}

beforeAll(async () => {
  api = await testApi({ TRUST_PROXY: 'true' });
  fleet = await trackedFleet(api.services.db);
  await giveModules();
  await keepPeople();
  // What a call enqueues is kept; nothing works through it here.
  await api.services.jobs.start({ work: false });
});
afterAll(() => api.close());

describe(`generated requests of each call by all who may call it, seed ${SEED}`, () => {
  it.each(CALLS)(
    '%s answers as documented',
    async (_name, call) => {
      const faults: string[] = [];
      await restore();
      const callers = await callersOf(call);
      expect(callers).not.toEqual([]);
      for (const [nth, person] of callers.entries()) {
        const token = await tokenOf(call, person);
        for (const request of plan(call, nth)) {
          const fault = await faultOf(call, request, token);
          if (fault === null) continue;
          const sent = `${request.path.slice(0, 500)} ${request.type} ${String(request.body).slice(0, 1500)}`;
          faults.push(`${person ?? 'a visitor'}: ${call.method} ${sent}: ${fault}`);
        }
      }
      expect(faults).toEqual([]);
    },
    600_000,
  );

  it('answers none with a failure of the server, and none late', () => {
    const { requests, slowestMs, byStatus } = counted;
    const statuses = [...byStatus].sort(([a], [b]) => a - b);
    const text = statuses.map(([status, times]) => `${status}: ${times}`).join(', ');
    process.stdout.write(
      `fuzz: ${requests} requests, slowest ${Math.round(slowestMs)} ms; ${text}\n`,
    );
    // 503 means a service that does not run here: video, road data, mail.
    expect(statuses.filter(([status]) => status >= 500 && status !== 503)).toEqual([]);
    expect(slowestMs).toBeLessThan(HANG_MS);
  });
});
