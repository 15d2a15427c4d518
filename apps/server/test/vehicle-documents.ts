import sharp from 'sharp';
import { type Answer, type TestApi, testApi } from './api.ts';
import { withFixture } from './fixture.ts';
import { limitToDepot, makeUser } from './people.ts';
import { type TrackedFleet, trackedFleet } from './tracked-fleet.ts';

/** A small PDF that is nothing else. */
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** A JPEG of one colour. */
export function jpeg(width = 40, height = 30): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
}

export interface Sending {
  readonly fields: Readonly<Record<string, string | number>>;
  readonly file?: { readonly bytes: Uint8Array; readonly name: string; readonly type?: string };
  readonly query?: Readonly<Record<string, string>>;
  readonly key?: string;
}

/** Sends a new document as the panel does. */
export async function sendDocument(
  api: TestApi,
  as: number,
  { fields, file, query = {}, key }: Sending,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (file !== undefined) {
    const type = file.type ?? 'application/octet-stream';
    form.append('document', new Blob([file.bytes as Uint8Array<ArrayBuffer>], { type }), file.name);
  }
  const answer = await fetch(`${api.url}/api/vehicle_activities/?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await api.token(as)}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: form,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: JSON.parse(text) };
}

/** The tracked fleet with people who have the vehicle file: one of each right. */
export async function documentFleet(api: TestApi) {
  const { db } = api.services;
  const fleet = await trackedFleet(db);
  const person = (name: string, changed: Parameters<typeof makeUser>[3] = {}) =>
    makeUser(db, fleet.home.customerId, `${name}@file.test`, changed, ['Vehicle File']);
  const people = {
    keeper: await person('keeper'),
    second: await person('second', { first_name: 'Bea', last_name: 'Cole' }),
    readonly: await person('reader', { role: 'READONLY' }),
    administrator: await person('administrator', { role: 'ADMIN' }),
    north: await person('northkeeper'),
    foreign: await makeUser(db, fleet.away.customerId, 'away@file.test', { role: 'ADMIN' }, [
      'Vehicle File',
    ]),
  };
  await limitToDepot(db, people.north, fleet.north);
  return { ...fleet, file: people };
}

export type DocumentFleet = TrackedFleet & Awaited<ReturnType<typeof documentFleet>>;

/** A row of the list, straight into the table. */
export interface ListedActivity {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly type?: string;
  readonly description?: string;
  readonly status?: string;
  readonly createdAt?: string;
  readonly fulfilledAt?: string | null;
  readonly recordId?: number | null;
  readonly isLatest?: boolean;
  readonly archived?: boolean;
}

/** Puts an activity there; returns its id. */
export async function addActivity(api: TestApi, activity: ListedActivity): Promise<number> {
  const { rows } = await api.services.db.pool.query<{ id: number }>(
    `insert into vehicle_activities (customer_id, vehicle_id, activity_type_id, description, status,
       created_at, fulfilled_at, created_by, record_id, is_latest, archived)
     select $1, $2, t.id, $4, $5, $6, $7, 'Ada Hill', $8, $9, $10 from activity_types t
     where t.reference = $3 returning id`,
    [
      activity.customerId,
      activity.vehicleId,
      activity.type ?? 'MOT',
      activity.description ?? 'A test',
      activity.status ?? 'Pass',
      activity.createdAt ?? '2026-06-02T09:00:00Z',
      activity.fulfilledAt ?? null,
      activity.recordId ?? null,
      activity.isLatest ?? true,
      activity.archived ?? false,
    ],
  );
  return rows[0]?.id ?? 0;
}

/**
 * Starts the API with the fleet of documents before the tests of a file.
 *
 * @returns queries and calls of it, by default as the keeper of the vehicle file
 */
export function withDocumentFleet(ready: (opened: { api: TestApi; fleet: DocumentFleet }) => void) {
  let opened: { readonly api: TestApi; readonly fleet: DocumentFleet };
  withFixture(
    async () => {
      const api = await testApi();
      return { api, fleet: await documentFleet(api), close: () => api.close() };
    },
    (fixture) => {
      opened = fixture;
      ready(fixture);
    },
  );
  return {
    query: (text: string, values: unknown[] = []) =>
      opened.api.services.db.pool.query(text, values),
    ask: (path: string, as = opened.fleet.file.keeper) => opened.api.ask(path, { as }),
    write: (method: string, path: string, body?: unknown, as = opened.fleet.file.keeper) =>
      opened.api.ask(path, { as, method, body }),
    vehicle: (key: keyof DocumentFleet['vehicles']) => opened.fleet.vehicles[key].vehicleId,
  };
}
