import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCustomer } from '../../../test/fleet.ts';
import { type TestServices, testServices } from '../../../test/services.ts';
import { type Change, recordChange, recordChanges, verifyChains } from './index.ts';

const EVERYBODY = { customerId: null, isGlobalAdmin: true };
let services: TestServices;
let first: { customerId: number };
let second: { customerId: number };

const change = (customerId: number, changed: Partial<Change> = {}): Change => ({
  customerId,
  actor: { userId: 7, name: 'Ada Hill' },
  subject: { kind: 'vehicle', id: '12', name: 'N1 AAA' },
  action: 'changed',
  before: { registration: 'N1 AAA', vin: null },
  after: { registration: 'N1 AAB', vin: null },
  ...changed,
});
const rows = async (customerId: number) => {
  const found = await services.db.pool.query(
    'select * from audit_entries where customer_id = $1 order by position',
    [customerId],
  );
  return found.rows;
};
const checkOf = async (customerId: number) =>
  (await verifyChains(services.db, EVERYBODY)).find((one) => one.customerId === customerId);

beforeAll(async () => {
  services = await testServices();
  first = await makeCustomer(services.db, 'First');
  second = await makeCustomer(services.db, 'Second');
});
afterAll(() => services.close());

describe('the audit log', () => {
  it('[U-P03] stores only the changed fields, and no entry for a change without effect', async () => {
    const { customerId } = first;
    await services.db.asViewer({ customerId, isGlobalAdmin: false }, async (trx) => {
      await recordChange(trx, change(customerId));
      await recordChange(trx, change(customerId, { after: { registration: 'N1 AAA', vin: null } }));
    });
    const [entry, ...rest] = await rows(customerId);
    expect(rest).toEqual([]);
    expect(entry).toMatchObject({
      position: '1',
      actor_name: 'Ada Hill',
      before: { registration: 'N1 AAA' },
      after: { registration: 'N1 AAB' },
    });
  });

  it('[U-P03] never contains a secret, and accepts any entered text', async () => {
    const { customerId } = first;
    await services.db.asSystem((trx) =>
      recordChange(
        trx,
        change(customerId, {
          before: { password_hash: 'old hash', name: 'x' },
          after: { password_hash: 'new hash', name: 'a\0b\uD800' },
          subject: { kind: 'user', id: '3', name: 'nul\0l' },
        }),
      ),
    );
    const text = JSON.stringify(await rows(customerId));
    expect(text).not.toMatch(/old hash|new hash/);
    expect((await rows(customerId))[1]).toMatchObject({
      subject_name: 'null',
      after: { password_hash: '•••', name: 'ab\uFFFD' },
    });
    expect((await checkOf(customerId))?.brokenAt).toBeNull();
  });

  it('[U-P03] is written in the caller’s transaction, and stays in sequence under concurrent writes', async () => {
    const { customerId } = second;
    const failed = services.db.asSystem(async (trx) => {
      await recordChange(trx, change(customerId));
      throw new Error('the change was not made');
    });
    await expect(failed).rejects.toThrow('not made');
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        services.db.asSystem((trx) =>
          recordChanges(trx, [
            change(first.customerId, { action: 'viewed', before: null, after: { n } }),
            change(customerId, { action: 'created', before: null, after: { n, at: new Date(0) } }),
          ]),
        ),
      ),
    );
    expect((await rows(customerId)).map(({ position }) => Number(position))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    expect(await checkOf(customerId)).toMatchObject({ entries: 8, brokenAt: null });
    expect(await checkOf(first.customerId)).toMatchObject({ entries: 10, brokenAt: null });
  });

  it('[U-P03] is limited to the customer, and a request can only append to it', async () => {
    const viewer = { customerId: second.customerId, isGlobalAdmin: false };
    expect((await verifyChains(services.db, viewer)).map((one) => one.customerId)).toEqual([
      second.customerId,
    ]);
    for (const statement of ['update', 'delete'] as const) {
      const tried = services.db.asViewer(
        viewer,
        async (trx): Promise<unknown> =>
          statement === 'update'
            ? trx.updateTable('audit_entries').set({ actor_name: 'Nobody' }).execute()
            : trx.deleteFrom('audit_entries').execute(),
      );
      await expect(tried).rejects.toThrow(/permission denied/);
    }
    const planted = services.db.asViewer(viewer, (trx) =>
      recordChange(trx, change(first.customerId)),
    );
    await expect(planted).rejects.toThrow(/row-level security/);
  });

  it('[U-P03] refuses changes even by the owner, except erasing the content of an entry', async () => {
    const { pool } = services.db;
    const { customerId } = first;
    for (const statement of [
      "update audit_entries set actor_name = 'Nobody'",
      'update audit_entries set position = position + 100',
      'delete from audit_entries',
      'truncate audit_entries',
    ]) {
      await expect(pool.query(statement)).rejects.toThrow(/never changed/);
    }
    await pool.query(
      `update audit_entries set actor_name = null, subject_name = null, before = null,
         after = null, salt = null where customer_id = $1 and position = 2`,
      [customerId],
    );
    expect(await checkOf(customerId)).toMatchObject({ entries: 10, brokenAt: null });
  });

  it.each([
    ['changed', "update audit_entries set after = '{}' where position = 4 and customer_id = $1", 4],
    ['taken out', 'delete from audit_entries where position = 3 and customer_id = $1', 3],
    [
      'given another time',
      'update audit_entries set at = now() where position = 2 and customer_id = $1',
      2,
    ],
  ])('[U-P03] shows where an entry was %s behind its back', async (_how, statement, at) => {
    const { pool } = services.db;
    await pool.query('alter table audit_entries disable trigger user');
    await pool.query(statement, [second.customerId]);
    await pool.query('alter table audit_entries enable trigger user');
    expect(await checkOf(second.customerId)).toMatchObject({ entries: 8, brokenAt: at });
    expect((await checkOf(first.customerId))?.brokenAt).toBeNull();
  });
});
