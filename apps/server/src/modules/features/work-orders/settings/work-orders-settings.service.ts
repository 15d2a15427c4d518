import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { isAdministrator } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import { actsCustomerWide, type Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { badRequest, wrongField } from '../../../../platform/errors.ts';
import { changedMeanwhile } from '../../records/index.ts';
import {
  limitedPeople,
  limitsOf,
  repairersOf,
  settingsRow,
  storeLimits,
  storeSettings,
} from './work-orders-settings.repository.ts';

type Calls = typeof contract.workOrders;
type Settings = AnswerOf<Calls['changeSettings']>;

async function settingsOf(trx: Transaction, customerId: number | null): Promise<Settings> {
  const row = await settingsRow(trx, customerId);
  const limits = await limitsOf(trx, customerId);
  const number = (limit: string | null) => (limit === null ? null : Number(limit));
  const ofRole = (wanted: 'MANAGER' | 'USER') => {
    const found = limits.find(({ role }) => role === wanted);
    return found === undefined ? 0 : number(found.limit_total);
  };
  return {
    bays: row?.bays ?? [],
    labour_rate: Number(row?.labour_rate ?? 0),
    role_limits: { MANAGER: ofRole('MANAGER'), USER: ofRole('USER') },
    user_limits: limits.flatMap(({ user_id: user, limit_total: limit }) =>
      user === null ? [] : [{ user, limit: number(limit) }],
    ),
    version: row?.version ?? 0,
  };
}

/** What the audit log keeps of settings. */
const factsOf = ({ bays, labour_rate, role_limits, user_limits }: Settings) => ({
  bays: bays.join(', '),
  labour_rate,
  manager_limit: role_limits.MANAGER,
  user_limit: role_limits.USER,
  person_limits: user_limits.map(({ user, limit }) => `${user}: ${limit ?? '-'}`).join(', '),
});

/** Bays of the workshop, labour rate and approval limits of a customer. */
export class WorkOrderSettings {
  constructor(private readonly db: Database) {}

  read(viewer: Viewer): Promise<AnswerOf<Calls['settings']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const { customerId } = viewer;
      const people = await limitedPeople(trx, customerId);
      return {
        ...(await settingsOf(trx, customerId)),
        may_change: isAdministrator(viewer) && actsCustomerWide(viewer),
        users: people.map(({ id, first_name, last_name, username }) => ({
          id,
          name: `${first_name} ${last_name}`.trim() || username,
        })),
        repairers: await repairersOf(trx, customerId),
      };
    });
  }

  /**
   * Changes the settings of the viewer's customer.
   *
   * @throws HttpError 400 on the field for a person of another customer or a bay that is named twice,
   *   409 if another person has changed them since they were read
   */
  change(viewer: Viewer, body: BodyOf<Calls['changeSettings']>): Promise<Settings> {
    return this.db.asViewer(viewer, async (trx) => {
      const { customerId } = viewer;
      if (customerId === null) throw badRequest('work_order.no_customer');
      if (new Set(body.bays).size < body.bays.length) {
        throw wrongField('bays', 'work_order.bay_twice');
      }
      const people = new Set((await limitedPeople(trx, customerId)).map(({ id }) => id));
      const users = body.user_limits.map(({ user }) => user);
      if (new Set(users).size < users.length || !users.every((user) => people.has(user))) {
        throw wrongField('user_limits', 'work_order.person_unknown');
      }
      const before = await settingsOf(trx, customerId);
      const stored = { bays: body.bays, labourRate: body.labour_rate.toFixed(2) };
      if (!(await storeSettings(trx, customerId, body.version, stored))) throw changedMeanwhile();
      await storeLimits(trx, customerId, [
        { role: 'MANAGER', userId: null, limit: body.role_limits.MANAGER },
        { role: 'USER', userId: null, limit: body.role_limits.USER },
        ...body.user_limits.map(({ user, limit }) => ({ role: null, userId: user, limit })),
      ]);
      const after = await settingsOf(trx, customerId);
      await recordChange(trx, {
        customerId,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'work_order_settings', id: String(customerId), name: '' },
        action: 'changed',
        before: factsOf(before),
        after: factsOf(after),
      });
      return after;
    });
  }
}
