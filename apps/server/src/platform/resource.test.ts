import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/harness.ts';
import type { Transaction } from './db/index.ts';
import { allOf, archiveRows, recordRow } from './resource.ts';

const NOBODY = { userId: 0 };

interface Row {
  readonly id: number;
  readonly name: string;
  readonly archived: boolean;
}

const rowOf = (id: number, archived = false): Row => ({ id, name: `Depot ${id}`, archived });

const described = ({ id, name, archived }: Row) => ({
  customerId: null,
  subject: { kind: 'depot', id: String(id), name } as const,
  facts: { name },
  isArchived: archived,
  kept: { name },
});

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** The entries that a piece of work writes; it is rolled back. */
async function entriesOf(work: (trx: Transaction) => Promise<unknown>) {
  const rollBack = new Error('rolled back');
  let entries: unknown[] = [];
  const run = database.db.asSystem(async (trx) => {
    await work(trx);
    const { rows } = await sql`select action, subject_id, subject_name, before, after
      from audit_entries order by position`.execute(trx);
    entries = rows;
    throw rollBack;
  });
  await expect(run).rejects.toBe(rollBack);
  return entries;
}

describe('the log of a written row', () => {
  const old = rowOf(1);
  const now = { ...old, name: 'Depot One' };

  it.each([
    ['created', null, now, null, { name: 'Depot One' }],
    ['changed', old, now, { name: 'Depot 1' }, { name: 'Depot One' }],
    ['removed', old, null, { name: 'Depot 1' }, null],
  ])('says that it was %s', async (action, from, to, before, after) => {
    const entries = await entriesOf((trx) => recordRow(trx, NOBODY, described, from, to));
    const subject_name = (to ?? from)?.name;
    expect(entries).toEqual([{ action, subject_id: '1', subject_name, before, after }]);
  });

  it('does not contain a change without effect', async () => {
    expect(await entriesOf((trx) => recordRow(trx, NOBODY, described, old, old))).toEqual([]);
  });
});

describe('archiving', () => {
  let written: number[];
  beforeEach(() => {
    written = [];
  });
  const archive = (trx: Transaction, rows: readonly Row[], isArchived: boolean) =>
    archiveRows(trx, NOBODY, described, rows, isArchived, async (concerned) => {
      written.push(...concerned.map(({ id }) => id));
    });

  it('skips rows that are archived already', async () => {
    const entries = await entriesOf(async (trx) => {
      expect(await archive(trx, [rowOf(1), rowOf(2, true), rowOf(3)], true)).toBe(2);
    });
    expect(written).toEqual([1, 3]);
    expect(entries).toMatchObject([
      { action: 'archived', subject_id: '1', before: { name: 'Depot 1' }, after: null },
      { action: 'archived', subject_id: '3' },
    ]);
  });

  it('writes nothing if no row is concerned', async () => {
    const entries = await entriesOf(async (trx) => {
      expect(await archive(trx, [rowOf(1)], false)).toBe(0);
    });
    expect([written, entries]).toEqual([[], []]);
  });

  it('is undone without values', async () => {
    const entries = await entriesOf((trx) => archive(trx, [rowOf(1, true)], false));
    expect(entries).toMatchObject([{ action: 'restored', before: null, after: null }]);
  });
});

describe('rows by id', () => {
  const read = async (ids: readonly number[]) => ids.filter((id) => id < 10).map((id) => rowOf(id));

  it('are each read once', async () => {
    expect(await allOf([2, 1, 2], read)).toEqual([rowOf(2), rowOf(1)]);
  });

  it('are refused if one is not visible', async () => {
    await expect(allOf([1, 10], read)).rejects.toMatchObject({ statusCode: 404 });
  });
});
