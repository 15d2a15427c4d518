import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../harness.ts';
import { rowTypes } from './row-types.ts';

let database: TestDatabase;
let db: Kysely<unknown>;

beforeAll(async () => {
  database = await testDatabase();
  db = new Kysely({ dialect: new PostgresDialect({ pool: database.db.pool }) });
});
afterAll(() => database.drop());

// `npm run generate:tables` runs this test with --update, which writes the file.
it('keeps schema.gen.ts equal to the migrated schema', async () => {
  await expect(await rowTypes(db)).toMatchFileSnapshot(
    '../../src/platform/db/schema.gen.ts',
    'npm run generate:tables',
  );
});

it('gives each data type as the driver returns it', async () => {
  const { rows } = await sql`select 1::int2 as int2, 1::int8 as int8, 1.5::float4 as float4,
    1.50::numeric as numeric, date '2026-03-01' as date, timestamptz '2026-03-01 12:00Z' as timestamptz,
    '\\x01'::bytea as bytea, inet '10.0.0.1' as inet, '[1]'::jsonb as jsonb, '{1}'::int2[] as int2s,
    '{1}'::int4[] as int4s, '{a}'::text[] as texts`.execute(db);
  expect(rows[0]).toEqual({
    int2: 1,
    int8: '1',
    float4: 1.5,
    numeric: '1.50',
    date: new Date(2026, 2, 1),
    timestamptz: new Date('2026-03-01T12:00Z'),
    bytea: Buffer.from([1]),
    inet: '10.0.0.1',
    jsonb: [1],
    int2s: [1],
    int4s: [1],
    texts: ['a'],
  });
});
