import { contract, type Endpoint } from '@roadworthy/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type TestApi, testApi } from './api.ts';
import { inputsOf } from './fuzz-input.ts';
import { type TrackedFleet, trackedFleet } from './tracked-fleet.ts';

/*
 * Requests that are generated from the contract: valid ones, ones at the bounds of their schemas and
 * ones that no program should send. Whatever comes, the answer is one that the contract documents.
 *
 * FUZZ_RUNS: requests in all (`npm run test:long`); FUZZ_SEED: those of an earlier run once more.
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
/** What a call may answer besides success. */
const REFUSALS = new Set([400, 401, 403, 404, 406, 409, 411, 412, 413, 415, 422, 423, 429, 507]);
/** 503 tells of a neighbour that is not there: mail server, road data, issuer, camera. */
const NEIGHBOUR_DOWN = 503;

const ajv = new Ajv2020({ strict: false, unicodeRegExp: true });
addFormats.default(ajv);
const compiled = new Map<z.ZodType, ValidateFunction>();
function validatorOf(schema: z.ZodType): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const { $schema: _version, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
  });
  const made = ajv.compile(json);
  compiled.set(schema, made);
  return made;
}
const isError = ajv.compile({
  type: 'object',
  required: ['detail'],
  properties: { detail: { type: 'string', minLength: 1 }, errors: { type: 'object' } },
});

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
  const odd = fc.constantFrom(...ODD_BODIES).map(([type, body]) => ({ type, body }));
  if (call.multipart !== undefined) {
    const names = fc.constantFrom('file', 'document', 'photo', 'photographs', 'signature', 'x');
    const form = fc
      .tuple(inputsOf(call.multipart), fc.nat(), names)
      .map(([fields, file, name]) => ({
        type: 'multipart/form-data; boundary=b',
        body: formOf(fields, file, name),
      }));
    return fc.oneof({ weight: 5, arbitrary: form }, { weight: 1, arbitrary: odd });
  }
  if (call.body !== undefined) {
    const json = inputsOf(call.body).map((value) => ({
      type: 'application/json',
      body: JSON.stringify(value) ?? 'null',
    }));
    return fc.oneof({ weight: 8, arbitrary: json }, { weight: 1, arbitrary: odd });
  }
  if (call.method === 'GET') return fc.constant({ type: null, body: null });
  return fc.oneof({ weight: 3, arbitrary: fc.constant({ type: null, body: null }) }, odd);
}

/** Every odd body once, for calls that read one: chance alone would rarely meet each of them. */
function oddRequests(call: Endpoint): Request[] {
  if ((call.body ?? call.multipart) === undefined) return [];
  const path = call.path.replace(/\{\w+\}/g, '1');
  return ODD_BODIES.map(([type, body]) => ({ path, type, body }));
}

function requestsOf(call: Endpoint): fc.Arbitrary<Request> {
  const params = call.params === undefined ? fc.constant({}) : inputsOf(call.params);
  const query = call.query === undefined ? fc.constant({}) : inputsOf(call.query);
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

/** What is wrong with an answer; null for one that the contract documents. */
function faultOf(call: Endpoint, status: number, type: string, text: string): string | null {
  if (status >= 400) {
    if (!REFUSALS.has(status) && status !== NEIGHBOUR_DOWN) return `answers ${status} ${text}`;
    if (!type.startsWith('application/json')) return `answers ${status} as ${type}`;
    return isError(JSON.parse(text)) ? null : `${status} is no error: ${text.slice(0, 300)}`;
  }
  if (call.raw !== undefined) return null;
  const expected = call.status ?? (call.answer === undefined ? 204 : 200);
  if (status !== expected) return `answers ${status} instead of ${expected}`;
  if (call.answer === undefined) return text === '' ? null : `answers 204 with ${text}`;
  const fits = validatorOf(call.answer);
  if (fits(JSON.parse(text))) return null;
  return `does not fit: ${JSON.stringify(fits.errors?.[0])} ${text.slice(0, 300)}`;
}

/** Requests change the person who asks, too: sign-in policy, rights, password. */
async function restore(): Promise<void> {
  const { pool } = api.services.db;
  const { admin, global } = fleet.people;
  await pool.query('update customers set requires_second_factor = false');
  await pool.query(
    `update users set is_active = true, role = 'ADMIN' where id = any($1) and
       (not is_active or role <> 'ADMIN')`,
    [[admin]],
  );
  await pool.query('update users set is_active = true, is_global_admin = true where id = $1', [
    global,
  ]);
}

async function tokenFor(call: Endpoint): Promise<string | null> {
  if (call.access.kind === 'public') return null;
  const { admin, global } = fleet.people;
  const person = call.access.kind === 'global-administrator' ? global : admin;
  return call.credential === 'jwt' ? api.jwt(person) : api.token(person);
}

beforeAll(async () => {
  api = await testApi({ TRUST_PROXY: 'true' });
  fleet = await trackedFleet(api.services.db);
  // What a call enqueues is kept; nothing works through it here.
  await api.services.jobs.start({ work: false });
});
afterAll(() => api.close());

describe(`${RUNS_EACH} generated requests of each call, seed ${SEED}`, () => {
  it.each(CALLS)(
    '%s answers as documented',
    async (_name, call) => {
      const faults: string[] = [];
      await restore();
      const token = await tokenFor(call);
      const generated = fc.sample(requestsOf(call), { numRuns: RUNS_EACH, seed: SEED });
      for (const request of [...oddRequests(call), ...generated]) {
        let answer = await send(call, request, token);
        if (answer.ms > HANG_MS) answer = await send(call, request, token);
        const fault =
          answer.ms > HANG_MS
            ? `takes ${Math.round(answer.ms)} ms`
            : faultOf(call, answer.status, answer.type, answer.text);
        if (fault !== null) {
          const body = String(request.body).slice(0, 1500);
          faults.push(
            `${call.method} ${request.path.slice(0, 500)} ${request.type} ${body}: ${fault}`,
          );
        }
      }
      expect(faults).toEqual([]);
    },
    600_000,
  );
});
